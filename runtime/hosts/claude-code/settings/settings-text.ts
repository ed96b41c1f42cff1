// The text of `.claude/settings.json` as it is edited in place: all that is not ours keeps its bytes, and
// a file the client itself would not read is not touched.

import { type Node, stripComments } from 'jsonc-parser';
import {
  append,
  type Json,
  type JsonStyle,
  printFile,
  remove,
  replace,
  styleOf,
} from '../../../files/json-edit.ts';
import { type Comments, placeOf, readJson } from '../../../files/json-file.ts';
import { type Failure, fail, ok, type Result } from '../../../model/failure.ts';

export const SETTINGS_FILE = '.claude/settings.json';
/** The client reads it as well; it is for one clone, and git does not carry it. */
export const LOCAL_SETTINGS_FILE = '.claude/settings.local.json';

export type Merged = Readonly<{
  text: string;
  /** One phrase for each entry; empty: `text` is what was handed in, to the byte. */
  changes: readonly string[];
}>;

export type Group = Readonly<{ matcher?: string; hooks: readonly Json[] }>;

/** What a settings file holds, as far as we write into it. Shapes were checked when it was read. */
export type Settings = Readonly<{
  permissions?: Readonly<{ deny?: readonly Json[] }>;
  hooks?: Readonly<Record<string, readonly Group[]>>;
}>;

/** The text as it is edited; `changes` says what was done. */
export type Draft = { text: string; readonly style: JsonStyle; readonly changes: string[] };

export function edit(
  existingText: string | undefined,
  style: JsonStyle,
  apply: (draft: Draft) => void,
  comments: Comments = 'refuse-comments',
): Result<Merged> {
  const original = existingText ?? '';
  const bom = original.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = original.slice(bom.length);
  // A file with nothing in it has nothing to lose.
  const isEmpty = text.trim() === '';
  const problem = isEmpty ? undefined : problemOf(text, comments);
  if (problem) return fail(problem);
  const start = isEmpty ? printFile({}, style) : text;
  const draft: Draft = { text: start, style: styleOf(text, style), changes: [] };
  apply(draft);
  const { changes } = draft;
  return ok({ text: changes.length === 0 ? original : bom + draft.text, changes });
}

export function problemOf(text: string, comments: Comments): Failure | undefined {
  const read = readJson(text, comments);
  const problem = read.ok ? shapeProblem(read.root) : { at: read.at, message: read.message };
  if (!problem) return undefined;
  const { at, message } = problem;
  return { kind: 'bad-json', file: SETTINGS_FILE, ...placeOf(text, at), message };
}

type ShapeProblem = Readonly<{ at: number; message: string }>;

/** Only what we would have to write into is looked at; the rest is the client's business. */
function shapeProblem(root: Node): ShapeProblem | undefined {
  if (root.type !== 'object') return expected(root, 'The file', 'an object');
  const permissions = member(root, 'permissions');
  if (permissions && permissions.type !== 'object') {
    return expected(permissions, '"permissions"', 'an object');
  }
  const deny = permissions && member(permissions, 'deny');
  if (deny && deny.type !== 'array') return expected(deny, '"permissions.deny"', 'a list');
  const rule = deny?.children?.find((item) => item.type !== 'string');
  if (rule) return expected(rule, 'A rule of "permissions.deny"', 'text');
  const hooks = member(root, 'hooks');
  if (!hooks) return undefined;
  if (hooks.type !== 'object') return expected(hooks, '"hooks"', 'an object');
  for (const [event, groups] of membersOf(hooks)) {
    const name = `"hooks.${event}"`;
    if (groups.type !== 'array') return expected(groups, name, 'a list');
    for (const group of groups.children ?? []) {
      if (group.type !== 'object') return expected(group, `An entry of ${name}`, 'an object');
      const list = member(group, 'hooks');
      if (list?.type !== 'array') return expected(list ?? group, `"hooks" in ${name}`, 'a list');
      const entry = list.children?.find((item) => item.type !== 'object');
      if (entry) return expected(entry, `A hook of ${name}`, 'an object');
    }
  }
  return undefined;
}

function member(node: Node, key: string): Node | undefined {
  return membersOf(node).find(([name]) => name === key)?.[1];
}

function membersOf(node: Node): Array<readonly [string, Node]> {
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as const] : [],
  );
}

function expected(node: Node, what: string, shape: string): ShapeProblem {
  return { at: node.offset, message: `${what} must be ${shape}.` };
}

/** Parsed again after each edit: a file of settings is small, and no place can go stale. */
export function read({ text }: Draft): Settings {
  return JSON.parse(stripComments(text));
}

type Path = ReadonlyArray<string | number>;

export function put(draft: Draft, path: Path, key: string, value: Json): void {
  draft.text = append(draft.text, path, { key, value }, draft.style);
}

export function push(draft: Draft, path: Path, value: Json): void {
  draft.text = append(draft.text, path, { value }, draft.style);
}

export function change(draft: Draft, path: Path, value: Json): void {
  draft.text = replace(draft.text, path, value, draft.style);
}

export function cut(draft: Draft, path: Path): void {
  draft.text = remove(draft.text, path);
}
