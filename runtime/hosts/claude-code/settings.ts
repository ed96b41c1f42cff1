// Merges our hooks and deny rules into `.claude/settings.json`, a file that belongs to the user: what
// is not ours stays as it is, and a file we can't read exactly is not touched.

import { fail, ok, type Result } from '../../model/failure.ts';
import { type JsonNode, placeOf, readJson } from './json-places.ts';
import { DENY_RULES, HOOK_SCRIPT, hookEntry, REGISTRATIONS } from './registration.ts';

export const SETTINGS_FILE = '.claude/settings.json';

export type Merged = Readonly<{
  text: string;
  /** One phrase for each entry; empty: `text` is what was handed in, to the byte. */
  changes: readonly string[];
}>;

type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [key: string]: Json };
type Group = JsonObject & { hooks: Json[] };

/** Puts our entries in, or brings them up to date. Merging twice changes nothing. */
export function mergeSettings(existingText: string | undefined): Result<Merged> {
  return edit(existingText, (settings, changes) => {
    mergeDenyRules(settings, changes);
    mergeHooks(settings, changes);
  });
}

/** Takes our entries out, and the containers that hold nothing else. */
export function removeFromSettings(existingText: string): Result<Merged> {
  return edit(existingText, (settings, changes) => {
    removeDenyRules(settings, changes);
    removeHooks(settings, changes);
  });
}

function edit(
  existingText: string | undefined,
  apply: (settings: JsonObject, changes: string[]) => void,
): Result<Merged> {
  const original = existingText ?? '';
  const bom = original.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = original.slice(bom.length);
  // A file with nothing in it has nothing to lose.
  const settings = text.trim() === '' ? ok<JsonObject>({}) : parse(text);
  if (!settings.ok) return settings;
  const changes: string[] = [];
  apply(settings.value, changes);
  if (changes.length === 0) return ok({ text: original, changes });
  return ok({ text: bom + print(settings.value, text), changes });
}

function parse(text: string): Result<JsonObject> {
  const read = readJson(text);
  const problem = read.ok ? shapeProblem(read.root) : read;
  if (!problem) return ok(JSON.parse(text));
  const { at, message } = problem;
  return fail({ kind: 'bad-json', file: SETTINGS_FILE, ...placeOf(text, at), message });
}

type ShapeProblem = Readonly<{ at: number; message: string }>;

/** Only what we would have to write into is looked at; the rest is the client's business. */
function shapeProblem(root: JsonNode): ShapeProblem | undefined {
  if (root.kind !== 'object') return expected(root, 'The file', 'an object');
  const permissions = root.members.get('permissions');
  if (permissions && permissions.kind !== 'object') {
    return expected(permissions, '"permissions"', 'an object');
  }
  const deny = permissions?.members.get('deny');
  if (deny && deny.kind !== 'array') return expected(deny, '"permissions.deny"', 'a list');
  const rule = deny?.items.find((item) => item.kind !== 'string');
  if (rule) return expected(rule, 'A rule of "permissions.deny"', 'text');
  const hooks = root.members.get('hooks');
  if (!hooks) return undefined;
  if (hooks.kind !== 'object') return expected(hooks, '"hooks"', 'an object');
  for (const [event, groups] of hooks.members) {
    const name = `"hooks.${event}"`;
    if (groups.kind !== 'array') return expected(groups, name, 'a list');
    for (const group of groups.items) {
      if (group.kind !== 'object') return expected(group, `An entry of ${name}`, 'an object');
      const list = group.members.get('hooks');
      if (list?.kind !== 'array') return expected(list ?? group, `"hooks" in ${name}`, 'a list');
      const entry = list.items.find((item) => item.kind !== 'object');
      if (entry) return expected(entry, `A hook of ${name}`, 'an object');
    }
  }
  return undefined;
}

function expected(node: JsonNode, what: string, shape: string): ShapeProblem {
  return { at: node.at, message: `${what} must be ${shape}.` };
}

function mergeDenyRules(settings: JsonObject, changes: string[]): void {
  const permissions = objectIn(settings, 'permissions');
  const deny = listIn(permissions, 'deny');
  for (const rule of DENY_RULES) {
    if (deny.includes(rule)) continue;
    deny.push(rule);
    changes.push(`add deny rule ${rule}`);
  }
}

function removeDenyRules(settings: JsonObject, changes: string[]): void {
  const permissions = objectIn(settings, 'permissions');
  const deny = listIn(permissions, 'deny');
  const kept = deny.filter((rule) => typeof rule !== 'string' || !DENY_RULES.includes(rule));
  for (const rule of deny)
    if (!kept.includes(rule)) changes.push(`remove deny rule ${String(rule)}`);
  permissions.deny = kept;
  if (kept.length === 0) delete permissions.deny;
  if (Object.keys(permissions).length === 0) delete settings.permissions;
}

function mergeHooks(settings: JsonObject, changes: string[]): void {
  const hooks = objectIn(settings, 'hooks');
  for (const registration of REGISTRATIONS) {
    const { event, matcher } = registration;
    const entry: JsonObject = {
      ...hookEntry(registration),
      args: [...hookEntry(registration).args],
    };
    const wanted: Group = { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] };
    const groups = groupsIn(hooks, event);
    const had = groups.some((group) => group.hooks.some(isOurs));
    const merged = place(groups, wanted, matcher);
    if (same(merged, groups)) continue;
    hooks[event] = merged;
    changes.push(`${had ? 'update' : 'add'} hook ${event}`);
  }
  for (const event of Object.keys(hooks)) {
    if (REGISTRATIONS.some((registration) => registration.event === event)) continue;
    dropOurs(hooks, event, changes);
  }
}

/** Our entry where it stood before, once; else behind the user's own. */
function place(groups: readonly Group[], wanted: Group, matcher: string | undefined): Group[] {
  let placed = false;
  const merged = groups.flatMap((group) => {
    if (!group.hooks.some(isOurs)) return [group];
    const others = group.hooks.filter((hook) => !isOurs(hook));
    const fits = !placed && group.matcher === matcher;
    if (fits) {
      placed = true;
      const first = group.hooks.findIndex(isOurs);
      const hooks = group.hooks.flatMap((hook, i) =>
        isOurs(hook) ? (i === first ? wanted.hooks : []) : [hook],
      );
      return [{ ...group, hooks }];
    }
    if (!placed && others.length === 0) {
      placed = true;
      return [wanted];
    }
    return others.length === 0 ? [] : [{ ...group, hooks: others }];
  });
  return placed ? merged : [...merged, wanted];
}

function removeHooks(settings: JsonObject, changes: string[]): void {
  const hooks = objectIn(settings, 'hooks');
  for (const event of Object.keys(hooks)) dropOurs(hooks, event, changes);
  if (Object.keys(hooks).length === 0) delete settings.hooks;
}

function dropOurs(hooks: JsonObject, event: string, changes: string[]): void {
  const groups = groupsIn(hooks, event);
  if (!groups.some((group) => group.hooks.some(isOurs))) return;
  const kept = groups.flatMap((group) => {
    if (!group.hooks.some(isOurs)) return [group];
    const others = group.hooks.filter((hook) => !isOurs(hook));
    return others.length === 0 ? [] : [{ ...group, hooks: others }];
  });
  hooks[event] = kept;
  if (kept.length === 0) delete hooks[event];
  changes.push(`remove hook ${event}`);
}

function isOurs(hook: Json): boolean {
  if (!isObject(hook) || !Array.isArray(hook.args)) return false;
  return hook.args.some((arg) => typeof arg === 'string' && arg.includes(HOOK_SCRIPT));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Shapes were checked before: what is there fits, what is missing is made. */
function objectIn(parent: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (isObject(value)) return value;
  const made: JsonObject = {};
  parent[key] = made;
  return made;
}

function listIn(parent: JsonObject, key: string): Json[] {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (Array.isArray(value)) return value;
  const made: Json[] = [];
  parent[key] = made;
  return made;
}

function groupsIn(hooks: JsonObject, event: string): Group[] {
  const value = Object.hasOwn(hooks, event) ? hooks[event] : undefined;
  return Array.isArray(value) ? value.filter(isGroup) : [];
}

function isGroup(value: Json): value is Group {
  return isObject(value) && Array.isArray(value.hooks);
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** In the file's own indentation, line ends and last newline. */
function print(settings: JsonObject, before: string): string {
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? '  ';
  const lines = JSON.stringify(settings, null, indent);
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const last = before === '' || /\n\s*$/.test(before) ? lineEnd : '';
  return lines.replaceAll('\n', lineEnd) + last;
}
