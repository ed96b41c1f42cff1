// Whether a check stands: it passes with the change, or fails as it did before. Nothing may be broken, whatever is shown.

import { tryAgain } from './chance.ts';
import type { Change } from './change.ts';
import { oldFailures } from './compare-cases.ts';
import { answers } from './counts.ts';
import { type Case, failed, isRed, isWell, type Judge, type Recipe, type Row } from './row.ts';
import { passesNowhere, unable } from './unable.ts';
import type { Verdict } from './verdict.ts';

export type Standing = Readonly<{
  check: number;
  green: Row;
  /** Cases that fail on the base in the same words; what else failed there is none of them. */
  old: readonly Case[];
  /** Cases that failed once by chance. */
  flaky: readonly Case[];
  /** Nothing of it passes, on the base neither. */
  isIdle?: boolean;
  /** It passes as it was typed, and fails when it is asked for its cases: what it tests reads its own arguments, say. */
  isMute?: boolean;
  rows: readonly Row[];
  /** It has fallen, and that is all there is to say. */
  verdict?: Verdict;
}>;

/** One check while it is judged. A run that is known is not asked for again. */
export type Probe = Omit<Standing, 'verdict' | 'rows'> &
  Readonly<{
    change: Change;
    /** All that ran so far. */
    rows: Row[];
    run: (recipe: Recipe, nth?: number) => Judge<Row>;
  }>;

export function probeOf(change: Change, { verdict: _, rows: known, ...standing }: Standing): Probe {
  const { check, isMute } = standing;
  const rows = [...known];
  function* run(asked: Recipe, nth = 1): Judge<Row> {
    const recipe: Recipe = isMute && !asked.how ? { ...asked, how: 'bare' } : asked;
    const before = answers(rows, { recipe, check, nth });
    const row = before ?? (yield { recipe, check, nth });
    if (!before) rows.push(row);
    return row;
  }
  return { ...standing, change, rows, run };
}

/** A formatter or a build that fails before and passes now says nothing of what the program does. */
export function shows({ checks }: Change, check: number): boolean {
  return !['lint', 'build', 'typecheck'].includes(checks[check]?.gate.type ?? '');
}

/** It did not pass, and nothing tells which of its cases failed before. */
export function saysNothing({ green, old }: Pick<Standing, 'green' | 'old'>): boolean {
  return green.ended !== 'pass' && old.length === 0;
}

export function* stand(change: Change, check: number): Judge<Standing> {
  const run = function* (recipe: Recipe, nth = 1): Judge<Row> {
    return yield { recipe, check, nth };
  };
  const { row: green, flaky, rows: tried } = yield* tryAgain(change, run, { back: 'nothing' });
  const stands = { check, green, flaky, old: [], rows: tried };
  // Where a report says that a case failed, an exit code that says otherwise counts for nothing.
  if (isWell(green)) return stands;
  const isTold = green.ended === 'pass' || green.ended === 'fail';
  const base = yield { recipe: { back: 'all' }, check, nth: 1 };
  const rows = [...tried, base];
  // Something else than the change came in its way, and nobody can say whether it stands.
  if (base.ended === 'pass' && green.ended === 'disturbed') {
    return { ...stands, rows, verdict: unable(check, 'tree', green, rows) };
  }
  const news = isTold ? newFailures(green, base) : undefined;
  const isBroken = base.ended === 'pass' && green.ended !== 'pass';
  const isIdle = isTold && isRed(base) && passesNowhere(green, base);
  if (isBroken || (!isIdle && news !== undefined && news.length > 0)) {
    const because = { why: 'fails-now', cases: news ?? failed(green) } as const;
    return { ...stands, rows, verdict: { is: 'not-shown', check, because, rows } };
  }
  if (news !== undefined && !isIdle) return { ...stands, old: failed(green), rows };
  // A linter that failed before, and still does, is nobody's fault here.
  if (change.checks.length > 1 && !shows(change, check)) return { ...stands, rows };
  // It fails on both, and no report says which cases: the change may be what broke it further, or being asked.
  if (isTold && base.ended === 'disturbed') {
    return { ...stands, rows, verdict: unable(check, 'tree', base, rows) };
  }
  if (isIdle && green.cases && base.cases) return { ...stands, isIdle, rows };
  if (isTold) {
    const bare = yield* run({ back: 'nothing', how: 'bare' });
    const all = [...rows, bare];
    // Where being asked is what makes it fail, it did on the base too.
    if (isWell(bare) && base.ended !== 'pass') {
      return { ...stands, green: bare, isMute: true, rows: all };
    }
    // What failed on both sides by its exit code alone counts for nothing.
    if (isIdle || (green.ended === 'fail' && isRed(base))) return { ...stands, isIdle, rows: all };
    const because = { why: 'fails-now', cases: failed(green) } as const;
    return { ...stands, rows: all, verdict: { is: 'not-shown', check, because, rows: all } };
  }
  return { ...stands, rows };
}

/** Cases that fail now, and did not fail there in the same words. Undefined: no report says so. */
function newFailures(now: Row, before: Row): readonly Case[] | undefined {
  // It failed, and no case of it did: the report does not tell why.
  if (!now.cases || !before.cases || failed(now).length === 0) return undefined;
  return oldFailures(before.cases, now.cases).others;
}
