// Our hooks among those of the user: each of our entries once and as it should be, where it stood before,
// else behind theirs.

import type { Json } from '../../../files/json-edit.ts';
import { HOOK_SCRIPT, hookEntry, REGISTRATIONS } from './registration.ts';
import { change, cut, type Draft, type Group, push, put, read } from './settings-text.ts';

export function mergeHooks(draft: Draft): void {
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
  cutEntries(draft, event, index, first);
  if (!same(all[first] ?? null, entry))
    change(draft, ['hooks', event, index, 'hooks', first], entry);
}

/** Our entries behind one of a group. From behind, so that the places of the others stay. */
function cutEntries(draft: Draft, event: string, index: number, behind: number): void {
  const hooks = groupsOf(draft, event)[index]?.hooks ?? [];
  for (const [at, hook] of [...hooks.entries()].toReversed()) {
    if (at > behind && isOurs(hook)) cut(draft, ['hooks', event, index, 'hooks', at]);
  }
}

function addGroup(draft: Draft, event: string, group: Json): void {
  const { hooks } = read(draft);
  if (!hooks) put(draft, [], 'hooks', { [event]: [group] });
  else if (!Object.hasOwn(hooks, event)) put(draft, ['hooks'], event, [group]);
  else push(draft, ['hooks', event], group);
}

export function removeHooks(draft: Draft): void {
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
  const isAll = groupsOf(draft, event)[index]?.hooks.every(isOurs) ?? false;
  if (isAll) cut(draft, ['hooks', event, index]);
  else cutEntries(draft, event, index, -1);
}

function groupsOf(draft: Draft, event: string): readonly Group[] {
  const { hooks } = read(draft);
  return hooks && Object.hasOwn(hooks, event) ? (hooks[event] ?? []) : [];
}

export function hasOurs(group: Group): boolean {
  return group.hooks.some(isOurs);
}

function isOurs(hook: Json): boolean {
  if (typeof hook !== 'object' || hook === null || !('args' in hook)) return false;
  const { args } = hook;
  return (
    Array.isArray(args) && args.some((arg) => typeof arg === 'string' && arg.includes(HOOK_SCRIPT))
  );
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
