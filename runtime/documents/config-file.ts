// One of the two files of the configuration, as a person writes it.

import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { ConfigFile } from '../model/documents/config.ts';
import type { Problem } from '../model/failure.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import {
  executorEnvProblems,
  executorProblems,
  switchingProblems,
} from './executors/executor-problems.ts';
import { commandProblems } from './gate-problems.ts';
import { productProblems } from './product-globs.ts';
import { checked, holdFile, type Kind, type Rule } from './reader/read-document.ts';
import type { Wording } from './reader/schema-problems.ts';
import { fromEach, unlessUnread } from './reader/unread.ts';
import { CONFIG_SCHEMA } from './reader/validators.ts';
import { dataOfText } from './reader/yaml-text.ts';
import { unknownKinds } from './settings/approval-kinds.ts';
import { uncountedIn } from './settings/local-only.ts';
import { twoValues, underOneName } from './settings/one-name.ts';

export const CONFIG: Kind<ConfigFile> = {
  schema: CONFIG_SCHEMA,
  rules: [
    gateProblems,
    ({ product }) => productProblems(product),
    ({ executors }) => executorProblems(executors),
    executorEnvProblems,
    switchingProblems,
    twoValues,
  ],
};

export type WrittenConfig = Readonly<{
  /** Each setting under its first name; nothing where something is wrong. */
  value: ConfigFile;
  /** As it was read; undefined if it is faulty. */
  text: string | undefined;
  problems: readonly Problem[];
  /** What counts in the other file only. */
  uncounted: readonly string[];
}>;

/** Both, each held against what the other one says, too. */
export function readConfigFiles(
  ws: Workspace,
): Readonly<Record<'shared' | 'local', WrittenConfig>> {
  const shared = holdConfig(ws, files.config(ws));
  const local = holdConfig(ws, files.localConfig(ws));
  const ofBoth: Rule<ConfigFile> = (file) => unknownKinds(file, [shared.value, local.value]);
  return {
    shared: written(shared, [...CONFIG.rules, ofBoth, sharedProblems]),
    local: written(local, [...CONFIG.rules, ofBoth]),
  };
}

type HeldConfig = ReturnType<typeof holdFile<ConfigFile>>;

/** No file is an empty one. */
function holdConfig(ws: Workspace, path: string): HeldConfig {
  const display = relative(ws.root, path).split(sep).join('/');
  if (existsSync(path)) return holdFile({ path, display }, CONFIG);
  const problemAt = () => ({ file: display, line: 1, column: 1, message: '' });
  return { value: {}, bytes: Buffer.alloc(0), problemAt, problems: [] };
}

function written(held: HeldConfig, rules: ReadonlyArray<Rule<ConfigFile>>): WrittenConfig {
  const read = checked(held, rules);
  if (!read.ok) return { value: {}, text: undefined, problems: read.error, uncounted: [] };
  const { value } = read.value;
  const text = held.bytes.toString('utf8');
  return { value: underOneName(value), text, problems: [], uncounted: uncountedIn(value) };
}

/** What a text says that was read once; one that this version cannot read any more says nothing. */
export function configOfText(text: string): ConfigFile {
  const read = dataOfText(text);
  const data = read.ok ? (read.value ?? {}) : {};
  return CONFIG.schema.validator()(data) ? underOneName(data) : {};
}

/** Which files are the program, by the text of a configuration. Undefined: it cannot be read. */
export function productOfText(text: string): readonly string[] | undefined {
  const read = dataOfText(text);
  const data = read.ok ? (read.value ?? {}) : undefined;
  if (data === undefined || !CONFIG.schema.validator()(data)) return undefined;
  const { product = [] } = underOneName(data);
  return productProblems(product).length === 0 ? product : undefined;
}

/** It runs commands that nobody asks for: whoever wants that says so where no pull brings it. */
function sharedProblems({ prove }: ConfigFile): Wording[] {
  if (prove === undefined) return [];
  const message = '"prove" counts in .wukong/config.local.yaml only.';
  const hint =
    'Take the line out here. To have it in this clone, write it there: wukong trust asks.';
  return [{ path: ['prove'], at: 'key', message, hint }];
}

function gateProblems({ gates = [] }: ConfigFile): Wording[] {
  const names = new Set<string>();
  return fromEach(gates, (gate, i): Wording[] => {
    const at = ['gates', i];
    if (gate.type === 'builtin') {
      const message = 'Built-in checks belong to the nodes of a template, not to a repository.';
      return [{ path: at, at: 'value', message }];
    }
    const repeated = unlessUnread((): Wording[] => {
      const isThere = names.has(gate.name);
      names.add(gate.name);
      if (!isThere) return [];
      const message = `Another gate is called "${gate.name}".`;
      return [{ path: [...at, 'name'], at: 'value', message }];
    });
    return [...repeated, ...commandProblems(gate, at)];
  });
}
