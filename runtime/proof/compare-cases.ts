// Two runs of one check, case by case, by file and full name, as a multiset: of equal ones those that ended
// alike are the same. Pure. What comes of it may only lower a verdict (read-cases.ts).

import type { Case } from './row.ts';

type CaseChanges = Readonly<{
  /** Passed before, and passes now. */
  same: readonly Case[];
  /** Failed before, passes now. */
  fixed: readonly Case[];
  /** Passed before, fails now. */
  broken: readonly Case[];
  /** Failed before, and fails now. */
  failing: readonly Case[];
  /** Passed or failed before, is left out now, or expected to fail. */
  skipped: readonly Case[];
  /** Passed or failed before, and is not there. */
  gone: readonly Case[];
  /** A file or a group that failed as a whole before; now it has cases of its own. */
  loaded: readonly Case[];
  /** Was not there before. */
  added: readonly Case[];
}>;

/** Each as it is now, but what is gone or has loaded, which is as it was. Without a report now all is gone. */
export function compareCases(
  before: readonly Case[],
  now: readonly Case[] | undefined = [],
): CaseChanges {
  const { pairs, lost, added } = match(before, now);
  const wholes = wholesOf(now);
  const isWhole = (one: Case): boolean => wholes.has(keyOf(one));
  const both = (to: Case['ended'], ...from: ReadonlyArray<Case['ended']>): readonly Case[] =>
    pairs.flatMap(([was, is]) => (is.ended === to && from.includes(was.ended) ? [is] : []));
  return {
    same: both('passed', 'passed'),
    fixed: both('passed', 'failed'),
    broken: both('failed', 'passed'),
    failing: both('failed', 'failed'),
    skipped: both('skipped', 'passed', 'failed'),
    gone: lost.filter((one) => one.ended !== 'skipped' && !isWhole(one)),
    loaded: lost.filter((one) => one.ended === 'failed' && isWhole(one)),
    added,
  };
}

/**
 * Failures of now that were there on the first tree: the same case, saying the same. One that says nothing is
 * like no other.
 */
export function oldFailures(
  first: readonly Case[],
  now: readonly Case[],
): Readonly<{ old: readonly Case[]; others: readonly Case[] }> {
  const left = new Map<string, number>();
  const failureOf = (one: Case): string => JSON.stringify([keyOf(one), one.said]);
  for (const one of first.filter(hasFailed)) {
    left.set(failureOf(one), (left.get(failureOf(one)) ?? 0) + 1);
  }
  const old: Case[] = [];
  const others: Case[] = [];
  for (const one of now.filter(hasFailed)) {
    const many = left.get(failureOf(one)) ?? 0;
    left.set(failureOf(one), many - 1);
    (one.said !== undefined && many > 0 ? old : others).push(one);
  }
  return { old, others };
}

/** Cases of one tree that did not end alike in each of its runs, or were not in all of them. */
export function byChance(runs: ReadonlyArray<readonly Case[]>): readonly Case[] {
  const [first = [], ...others] = runs;
  const differing = others.flatMap((run) => {
    const { pairs, lost, added } = match(first, run);
    const turned = pairs.flatMap(([was, is]) => (was.ended === is.ended ? [] : [was]));
    return [...turned, ...lost, ...added];
  });
  return [...new Map(differing.map((one) => [`${keyOf(one)} ${one.nth}`, one])).values()];
}

type Matched = Readonly<{
  pairs: ReadonlyArray<readonly [was: Case, is: Case]>;
  lost: readonly Case[];
  added: readonly Case[];
}>;

/** Those that ended alike first, the rest in their order. */
function match(before: readonly Case[], now: readonly Case[]): Matched {
  const open = byKey(now);
  const pairs: Array<readonly [Case, Case]> = [];
  const take = (was: Case, isLike: (is: Case) => boolean): boolean => {
    const candidates = open.get(keyOf(was)) ?? [];
    const at = candidates.findIndex(isLike);
    const [is] = at < 0 ? [] : candidates.splice(at, 1);
    if (is) pairs.push([was, is]);
    return is !== undefined;
  };
  const left = before.filter((was) => !take(was, ({ ended }) => ended === was.ended));
  const lost = left.filter((was) => !take(was, () => true));
  const unmatched = new Set([...open.values()].flat());
  return { pairs, lost, added: now.filter((one) => unmatched.has(one)) };
}

function byKey(cases: readonly Case[]): Map<string, Case[]> {
  const found = new Map<string, Case[]>();
  for (const one of cases) {
    const key = keyOf(one);
    const alike = found.get(key);
    if (alike) alike.push(one);
    else found.set(key, [one]);
  }
  return found;
}

/** Files and groups with cases in them. */
function wholesOf(cases: readonly Case[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { file, name } of cases) {
    if (file !== null && name !== file) found.add(keyOf({ file, name: file }));
    const groups = name.split(' > ').slice(0, -1);
    for (const at of groups.keys()) {
      found.add(keyOf({ file, name: groups.slice(0, at + 1).join(' > ') }));
    }
  }
  return found;
}

function hasFailed({ ended }: Case): boolean {
  return ended === 'failed';
}

function keyOf({ file, name }: Pick<Case, 'file' | 'name'>): string {
  return JSON.stringify([file, name]);
}
