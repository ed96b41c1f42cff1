// Puts our hooks and deny rules into `.claude/settings.json`, a file that belongs to the user: it is
// edited in place, so that all that is not ours keeps its bytes, and a file the client itself would
// not read is not touched.

import { type Node, stripComments } from 'jsonc-parser';
import {
  append,
  type Json,
  type JsonStyle,
  PLAIN_STYLE,
  printFile,
  remove,
  replace,
  styleOf,
} from '../../../files/json-edit.ts';
import { type Comments, placeOf, readJson } from '../../../files/json-file.ts';
import { type Failure, fail, ok, type Result } from '../../../model/failure.ts';
import {
  DENY_RULES,
  EARLIER_DENY_RULES,
  HOOK_SCRIPT,
  hookEntry,
  REGISTRATIONS,
} from './registration.ts';

export const SETTINGS_FILE = '.claude/settings.json';
/** The client reads it as well; it is for one clone, and git does not carry it. */
export const LOCAL_SETTINGS_FILE = '.claude/settings.local.json';

export type Merged = Readonly<{
  text: string;
  /** One phrase for each entry; empty: `text` is what was handed in, to the byte. */
  changes: readonly string[];
}>;

/**
 * Puts our entries in, or brings them up to date. Merging twice changes nothing. `before`: the file as it was
 * before the first entry of ours; a rule like ours in it is the user's own.
 */
export function mergeSettings(
  existingText: string | undefined,
  style: JsonStyle = PLAIN_STYLE,
  before?: string,
): Result<Merged> {
  return edit(existingText, style, (draft) => {
    const earlier = earlierRules(read(draft));
    mergeDenyRules(draft);
    removeDenyRules(draft, earlier, denied(before));
    mergeHooks(draft);
  });
}

/**
 * Takes our entries out, and the containers that hold nothing else. `before` is the file as it was
 * before ours were put in: if nothing but ours was changed since, its very bytes come back. Comments, with
 * which the client reads nothing of the file, do not keep ours in it.
 */
export function removeFromSettings(
  existingText: string,
  before?: string,
  style: JsonStyle = PLAIN_STYLE,
): Result<Merged> {
  const then = mergeSettings(before, style);
  const remove = (draft: Draft): void => {
    removeDenyRules(draft, [...DENY_RULES, ...earlierRules(read(draft))], denied(before));
    removeHooks(draft);
  };
  const without = edit(existingText, style, remove, 'keep-comments');
  if (!without.ok || before === undefined || !then.ok) return without;
  const now = mergeSettings(existingText, style, before);
  const isUntouched = now.ok && now.value.text === then.value.text;
  return isUntouched ? ok({ ...without.value, text: before }) : without;
}

const RULES_OF_TODAY: readonly Json[] = DENY_RULES.filter((rule) =>
  rule.startsWith('Edit(.wukong/'),
);

type Group = Readonly<{ matcher?: string; hooks: readonly Json[] }>;

/** What a settings file holds, as far as we write into it. Shapes were checked when it was read. */
type Settings = Readonly<{
  permissions?: Readonly<{ deny?: readonly Json[] }>;
  hooks?: Readonly<Record<string, readonly Group[]>>;
}>;

/** The text as it is edited; `changes` says what was done. */
type Draft = { text: string; readonly style: JsonStyle; readonly changes: string[] };

function edit(
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

function problemOf(text: string, comments: Comments): Failure | undefined {
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
function read({ text }: Draft): Settings {
  return JSON.parse(stripComments(text));
}

/** None, if the file is empty or has a fault. */
function denied(text = ''): readonly Json[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '' || problemOf(plain, 'refuse-comments')) return [];
  const settings: Settings = JSON.parse(plain);
  return settings.permissions?.deny ?? [];
}

function mergeDenyRules(draft: Draft): void {
  const { permissions } = read(draft);
  const missing = DENY_RULES.filter((rule) => !permissions?.deny?.includes(rule));
  if (missing.length === 0) return;
  if (!permissions) put(draft, [], 'permissions', { deny: missing });
  else if (!permissions.deny) put(draft, ['permissions'], 'deny', missing);
  else for (const rule of missing) push(draft, ['permissions', 'deny'], rule);
  draft.changes.push(...missing.map((rule) => `add deny rule ${rule}`));
}

/** Those that an earlier version put in, which had none of today's. Beside today's they are the user's own. */
function earlierRules({ permissions, hooks = {} }: Settings): readonly string[] {
  const isOurs = Object.values(hooks).some((groups) => groups.some(hasOurs));
  const isToday = permissions?.deny?.some((rule) => RULES_OF_TODAY.includes(rule));
  return isOurs && !isToday ? EARLIER_DENY_RULES : [];
}

/** A rule that was there before, `mine`, is the user's own. */
function removeDenyRules(draft: Draft, rules: readonly string[], mine: readonly Json[]): void {
  const { permissions } = read(draft);
  const deny = permissions?.deny ?? [];
  const ours = deny.flatMap((rule, index) =>
    typeof rule === 'string' && rules.includes(rule) && !mine.includes(rule)
      ? [{ rule, index }]
      : [],
  );
  if (ours.length === 0) return;
  for (const { index } of ours.toReversed()) cut(draft, ['permissions', 'deny', index]);
  draft.changes.push(...ours.map(({ rule }) => `remove deny rule ${rule}`));
  if (ours.length < deny.length) return;
  cut(draft, ['permissions', 'deny']);
  if (Object.keys(permissions ?? {}).length === 1) cut(draft, ['permissions']);
}

function mergeHooks(draft: Draft): void {
  for (const registration of REGISTRATIONS) mergeHook(draft, registration);
  for (const event of Object.keys(read(draft).hooks ?? {})) {
    if (REGISTRATIONS.some((registration) => registration.event === event)) continue;
    removeHook(draft, event);
  }
}

/** Our entry where it stood before, once; else behind the user's own. */
function mergeHook(draft: Draft, registration: (typeof REGISTRATIONS)[number]): void {
  const { event, matcher } = registration;
  const entry: Json = { ...hookEntry(registration) };
  const wanted: Json = { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] };
  const groups = groupsOf(draft, event);
  const at = groups.findIndex(
    (group) => hasOurs(group) && (group.matcher === matcher || group.hooks.every(isOurs)),
  );
  const before = draft.text;
  const group = groups[at];
  if (group && group.matcher === matcher) keepOne(draft, event, at, entry);
  else if (group) change(draft, ['hooks', event, at], wanted);
  // From behind, so that the places of the others stay.
  for (const [index, other] of [...groups.entries()].toReversed()) {
    if (index !== at && hasOurs(other)) cutOurs(draft, event, index);
  }
  if (!group) addGroup(draft, event, wanted);
  if (draft.text === before) return;
  draft.changes.push(`${groups.some(hasOurs) ? 'update' : 'add'} hook ${event}`);
}

/** The first entry of ours in a group, as it should be; further ones go. */
function keepOne(draft: Draft, event: string, index: number, entry: Json): void {
  const all = groupsOf(draft, event)[index]?.hooks ?? [];
  const first = all.findIndex(isOurs);
  for (const [at, hook] of [...all.entries()].toReversed()) {
    if (at > first && isOurs(hook)) cut(draft, ['hooks', event, index, 'hooks', at]);
  }
  if (!same(all[first] ?? null, entry))
    change(draft, ['hooks', event, index, 'hooks', first], entry);
}

function addGroup(draft: Draft, event: string, group: Json): void {
  const { hooks } = read(draft);
  if (!hooks) put(draft, [], 'hooks', { [event]: [group] });
  else if (!Object.hasOwn(hooks, event)) put(draft, ['hooks'], event, [group]);
  else push(draft, ['hooks', event], group);
}

function removeHooks(draft: Draft): void {
  for (const event of Object.keys(read(draft).hooks ?? {})) removeHook(draft, event);
}

function removeHook(draft: Draft, event: string): void {
  const groups = groupsOf(draft, event);
  if (!groups.some(hasOurs)) return;
  for (const [index, group] of [...groups.entries()].toReversed()) {
    if (hasOurs(group)) cutOurs(draft, event, index);
  }
  if (groupsOf(draft, event).length === 0) cut(draft, ['hooks', event]);
  if (Object.keys(read(draft).hooks ?? {}).length === 0) cut(draft, ['hooks']);
  draft.changes.push(`remove hook ${event}`);
}

/** Our entries out of a group, and the group itself if it holds no other. */
function cutOurs(draft: Draft, event: string, index: number): void {
  const hooks = groupsOf(draft, event)[index]?.hooks ?? [];
  if (hooks.every(isOurs)) {
    cut(draft, ['hooks', event, index]);
    return;
  }
  for (const [at, hook] of [...hooks.entries()].toReversed()) {
    if (isOurs(hook)) cut(draft, ['hooks', event, index, 'hooks', at]);
  }
}

function groupsOf(draft: Draft, event: string): readonly Group[] {
  const { hooks } = read(draft);
  return hooks && Object.hasOwn(hooks, event) ? (hooks[event] ?? []) : [];
}

function hasOurs(group: Group): boolean {
  return group.hooks.some(isOurs);
}

function isOurs(hook: Json): boolean {
  if (typeof hook !== 'object' || hook === null || !('args' in hook)) return false;
  const { args } = hook;
  return (
    Array.isArray(args) && args.some((arg) => typeof arg === 'string' && arg.includes(HOOK_SCRIPT))
  );
}

type Path = ReadonlyArray<string | number>;

function put(draft: Draft, path: Path, key: string, value: Json): void {
  draft.text = append(draft.text, path, { key, value }, draft.style);
}

function push(draft: Draft, path: Path, value: Json): void {
  draft.text = append(draft.text, path, { value }, draft.style);
}

function change(draft: Draft, path: Path, value: Json): void {
  draft.text = replace(draft.text, path, value, draft.style);
}

function cut(draft: Draft, path: Path): void {
  draft.text = remove(draft.text, path);
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
