// `wukong config explain`: each setting there is, which value is in force, and which line says so.

import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { DEFAULT_CONFIG } from '../kernel/state/empty-state.ts';
import { type NextWeight, weightsOf } from '../kernel/state/next-weights.ts';
import type { ConfigFile } from '../model/documents/config.ts';
import type { CommandGate } from '../model/gate.ts';
import { KINDS_THAT_WAIT, PLAIN, WITHOUT_EFFECT } from '../model/settings.ts';
import type { CompiledConfig } from '../model/state/compiled-config.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import type { LocalFile } from './config.ts';
import { CONFIG } from './config-file.ts';
import { readDocument } from './reader/read-document.ts';
import { wantedKinds } from './settings/approval-kinds.ts';
import { isLocalOnly } from './settings/local-only.ts';
import { OTHER_NAMES, valueAt } from './settings/one-name.ts';

/** `name`: of the names the setting has, the one that is written there. */
export type Said = Readonly<{ file: string; line: number; name: string; value: unknown }>;

export type Setting = Readonly<{
  /** As it is written in a file, its parts joined by dots. */
  key: string;
  means: string;
  /** Null: nothing. */
  value: unknown;
  default: unknown;
  /** Where a file sets it, under this name or another one; the first counts. */
  said: readonly Said[];
  /** What a file says and does not count there. */
  ignored: readonly Said[];
  other_names: readonly string[];
  local_only: boolean;
  /** Why it changes nothing here. */
  no_effect: string | null;
}>;

type InForce = Readonly<{
  config: CompiledConfig;
  gates: readonly CommandGate[];
  team?: ConfigFile['team'];
}>;
type Now = InForce & Readonly<{ local: LocalFile }>;

/** Every setting of the schema. `isOn`: whether hooks are on in this clone, whoever turned them. */
export function explainConfig(ws: Workspace, now: Now, isOn: boolean): Setting[] {
  const read = [files.localConfig(ws), files.config(ws)].map((path) => sourceOf(ws, path));
  const [local, shared] = read;
  return keysOf(CONFIG.schema.json).map(({ key, means }) => {
    const first = firstName(key);
    const names = [first, ...(OTHER_NAMES[first] ?? [])];
    const said = read.flatMap((source) => saidIn(source, names));
    const isWaiting = now.local.unconfirmed.some((one) => one.name === first);
    const counts = said.filter(({ file }) =>
      file === local?.file ? !isWaiting : !isLocalOnly(first),
    );
    const values = [shared, local].flatMap((source) => source?.value ?? []);
    return {
      key,
      means,
      value: inForce(first, now, isOn, values) ?? null,
      default: inForce(first, NOTHING_SAID, true, []) ?? null,
      said: counts,
      ignored: said.filter((one) => !counts.includes(one)),
      other_names: names.filter((name) => name !== key),
      local_only: isLocalOnly(first),
      no_effect: WITHOUT_EFFECT[key]?.why ?? null,
    };
  });
}

/** Of these, what the files set and nothing comes of. */
export function withoutEffect(settings: readonly Setting[]): Setting[] {
  return settings.filter(
    ({ key, no_effect, said }) => no_effect !== null && said.some(({ name }) => name === key),
  );
}

const NOTHING_SAID: InForce = { config: DEFAULT_CONFIG, gates: [] };

type Source = Readonly<{
  file: string;
  value: ConfigFile;
  lineOf: (name: string) => number;
}>;

/** A faulty file says nothing: the last good configuration is in force. */
function sourceOf(ws: Workspace, path: string): Source {
  const file = relative(ws.root, path).split(sep).join('/');
  const read = existsSync(path) ? readDocument({ path, display: file }, CONFIG) : undefined;
  if (!read?.ok) return { file, value: {}, lineOf: () => 1 };
  const { value, problemAt } = read.value;
  return { file, value, lineOf: (name) => problemAt(name.split('.'), 'key', '').line };
}

function saidIn({ file, value, lineOf }: Source, names: readonly string[]): Said[] {
  const name = names.find((one) => valueAt(value, one) !== undefined);
  if (name === undefined) return [];
  return [{ file, line: lineOf(name), name, value: valueAt(value, name) }];
}

function firstName(key: string): string {
  return Object.entries(OTHER_NAMES).find(([, others]) => others.includes(key))?.[0] ?? key;
}

/** By where it is written: its name in the configuration in force. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PLAIN).map(([name, { at }]) => [at, name]),
);

function inForce(
  key: string,
  { config, gates, team }: InForce,
  isOn: boolean,
  said: readonly ConfigFile[],
): unknown {
  const compiled: Readonly<Record<string, unknown>> = config;
  switch (key) {
    case 'gates':
      return gates.map(({ name }) => name);
    case 'team':
      return team;
    case 'anchors.accept_by':
      return config.accept_by ?? 'person';
    case 'product':
      return config.product?.map(({ glob }) => glob);
    case 'approval_kinds':
      return Object.assign({}, ...said.map(({ approval_kinds }) => approval_kinds));
    case PLAIN.enabled.at:
      return isOn;
    case KINDS_THAT_WAIT:
      return wantedKinds(said);
    case 'gate_env':
    case 'gate_wrapper':
      return compiled[key] ?? [];
    case 'next.priority':
    case 'next.age':
    case 'next.dependencies':
      return weightsOf(config)[key.slice('next.'.length) as NextWeight];
    default:
      return compiled[NAMES[key] ?? key];
  }
}

type Schema = Readonly<{ description?: string; properties?: Readonly<Record<string, Schema>> }>;

/** Maps that are one setting. */
const WHOLE: readonly string[] = ['models', 'team'];

/** Those that hold a value and no further settings. */
function keysOf(schema: Schema, above = ''): Array<Readonly<{ key: string; means: string }>> {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const key = `${above}${name}`;
    if (one.properties && !WHOLE.includes(key)) return keysOf(one, `${key}.`);
    return [{ key, means: one.description ?? '' }];
  });
}
