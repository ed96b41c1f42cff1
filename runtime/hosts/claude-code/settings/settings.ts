// Puts our hooks and deny rules into `.claude/settings.json`, a file that belongs to the user, and takes
// them out again.

import { type Json, type JsonStyle, PLAIN_STYLE } from '../../../files/json-edit.ts';
import { ok, type Result } from '../../../model/failure.ts';
import { hasOurs, mergeHooks, removeHooks } from './hook-entries.ts';
import { DENY_RULES, EARLIER_DENY_RULES } from './registration.ts';
import {
  cut,
  type Draft,
  edit,
  type Merged,
  problemOf,
  push,
  put,
  read,
  type Settings,
} from './settings-text.ts';

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
