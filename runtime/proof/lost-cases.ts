// Cases that a check lost: they passed with the tests of before, and are skipped or gone with those of now. A case
// with another name in the place of one that is gone is no loss. Pure.

import { type Change, type Doubt, filesOf } from './change.ts';
import { compareCases } from './compare-cases.ts';
import type { Case, Row } from './row.ts';

/** `isAll`: nothing is left of what it was. */
export type Lost = Readonly<{ cases: readonly Case[]; isAll: boolean }>;

export function lostCases(before: Row, now: Row): Lost {
  // Another runner may stand in its place, which no report is known of.
  if (!now.cases && Object.keys(now.totals).length > 0) return { cases: [], isAll: false };
  const passed = (before.cases ?? []).filter(({ ended }) => ended === 'passed');
  const { skipped, gone } = compareCases(passed, now.cases);
  // What ended before its first case is told as one that is called like its file.
  const isOne = ({ ended, name, file }: Case): boolean => ended === 'passed' && name !== file;
  const left = (now.cases ?? []).filter(isOne).length;
  const isLess = left < passed.filter(isOne).length;
  const isAll = passed.length > 0 ? left === 0 : countsNothing(before, now);
  return { cases: isLess ? [...skipped, ...gone] : skipped, isAll };
}

/** Its runner counted what it ran, and does not come to that any more. */
function countsNothing(before: Row, now: Row): boolean {
  return Object.keys(before.totals).length > 0 && Object.keys(now.totals).length === 0;
}

/** Cases that passed before, whatever stands in their place. */
export function leftOutCases(before: Row, now: Row): readonly Case[] {
  const passed = (before.cases ?? []).filter(({ ended }) => ended === 'passed');
  const { skipped, gone } = compareCases(passed, now.cases);
  return [...skipped, ...gone];
}

const MOST_NAMED = 20;

/** Where the file of a case is the same, or no report names it, it is asked of the first file that judges. */
export function caseDoubts(
  change: Change,
  cases: readonly Case[],
  kind: 'case-left-out' | 'no-longer-red',
): readonly Doubt[] {
  const changed = filesOf(change, 'judge', 'both').map(({ path }) => path);
  return cases.slice(0, MOST_NAMED).map(({ file, name }): Doubt => {
    const isOwn = file !== null && changed.includes(file);
    const path = isOwn ? file : (changed[0] ?? '');
    return { path, line: null, text: isOwn || file === null ? name : `${file}: ${name}`, kind };
  });
}
