// What a manifest names to be run: scripts, tasks, targets. Of several names of one thing the first is taken that
// runs something; a test that only prints is said, and not proposed.

import { findNodeAtLocation } from 'jsonc-parser';
import { splitShell } from '../../../evidence/commands/shell-split.ts';
import { type Comments, placeOf, readJson } from '../../../files/json-file.ts';
import { isObject } from '../../../files/parse-json.ts';
import type { CommandGateType } from '../../../model/gate.ts';
import { type Folder, read } from './layout.ts';
import { type Found, noCheck, type Origin, propose } from './proposal.ts';

/** `script`: what it runs. `file`: where it stands, if that is not the manifest itself. */
export type Named = ReadonlyMap<string, Readonly<{ line: number; script: string; file?: string }>>;

export type Wanted = ReadonlyArray<readonly [CommandGateType, readonly string[]]>;

type Manifest = Readonly<{
  file: string;
  named: Named;
  /** How the file calls them, before the name. */
  what: string;
  wanted: Wanted;
  command: (name: string) => readonly string[];
  because?: string;
  origin?: Origin;
}>;

export function checksNamed(
  folder: Folder,
  { file: manifest, named, what, wanted, command, because = '', origin = 'tool' }: Manifest,
): Found {
  return wanted.flatMap(([type, names]): Found => {
    const written = names.filter((one) => named.get(one)?.script.trim());
    const name = written.find((one) => isRun(named.get(one)?.script)) ?? written[0] ?? '';
    const { line, script = '', file = manifest } = named.get(name) ?? {};
    if (line === undefined) return [];
    const said = `${what} "${name}"`;
    if (isRun(script)) {
      const from = { file, line, why: `the ${said}${because}`, origin };
      return [propose(folder, type, command(name), from)];
    }
    return type === 'test' ? [noCheck(folder, file, line, printsOnly(said, script))] : [];
  });
}

type Json = Readonly<{ value: unknown; named: Named }>;

/** The commands below a key of a JSON file. What is wrong with a broken one its own tool will say. */
export function namedInJson(
  folder: Folder,
  file: string,
  key: string,
  comments?: Comments,
): Json | undefined {
  const text = read(folder, file);
  const json = text === undefined ? undefined : readJson(text, comments);
  if (text === undefined || !json?.ok) return undefined;
  const entries = isObject(json.value) ? json.value[key] : undefined;
  const named = Object.entries(isObject(entries) ? entries : {}).flatMap(([name, entry]) => {
    const script = scriptOf(entry);
    const offset = findNodeAtLocation(json.root, [key, name])?.offset ?? 0;
    return script === undefined
      ? []
      : [[name, { line: placeOf(text, offset).line, script }] as const];
  });
  return { value: json.value, named: new Map(named) };
}

/** A line, lines, or a task with its command. */
function scriptOf(entry: unknown): string | undefined {
  const command = isObject(entry) ? entry.command : entry;
  const lines = (Array.isArray(command) ? command : [command]).filter(
    (line) => typeof line === 'string',
  );
  return lines.length === 0 ? undefined : lines.join('\n');
}

const PRINTS = /^(?:@php )?(?:(?:@?echo|printf|true|false|exit)(?:\s[^`$]*)?|:)$/;
const NODE =
  /^node (?:-e|-p|--eval|--print) (["'])(?:console\.\w+\([^()]*\);? ?|process\.exit\(\d*\);? ?)*\1$/;

/** What is longer does more than print. */
const MOST_READ = 1000;

/** One that prints something, or ends as it is told to, is none. `npm init` writes one that does both. */
export function isRun(script: string | undefined): script is string {
  if (script === undefined || script.trim() === '' || /no test specified/i.test(script))
    return false;
  const parts = script.length > MOST_READ ? undefined : splitShell(script);
  return !parts?.every(({ text, end }) => end !== '|' && (PRINTS.test(text) || NODE.test(text)));
}

const LONGEST = 60;

/** Half a sentence about it. */
function printsOnly(what: string, script: string): string {
  const line = script.trim().replace(/\s+/g, ' ');
  return `its ${what} tests nothing: ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`;
}
