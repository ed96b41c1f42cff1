// What a change proves: the story, told once. It asks for trials one by one, each only where it can still change
// something, and starts nothing itself. Read it beside docs/evidence.md, "What is proven".

import { type Change, type Doubt, filesOf } from './change.ts';
import { compareCases, oldFailures } from './compare-cases.ts';
import { nearest } from './nearest.ts';
import {
  type Case,
  type CaseName,
  caseKey,
  type Planting,
  type Recipe,
  type Row,
  type Want,
} from './row.ts';
import { sameTotals } from './same-run.ts';
import type { Limit, NotShown, Unable, Verdict } from './verdict.ts';

export type Judge<T> = Generator<Want, T, Row>;

/** Named cases that get a line each; the others of a red run are told by the same failures. */
const MOST_PLANTED = 30;

const BESIDE = 'a case fails before and after, and no file tells it from what the change put right';

export function* judge(change: Change): Judge<Verdict> {
  const hasProgram = filesOf(change, 'program', 'both').length > 0;
  if (!hasProgram && filesOf(change, 'judge').length === 0) return nothing(change, []);
  // Whatever is not shown, nothing may be broken: each check has to stand now.
  const standing: Standing[] = [];
  for (const check of change.checks.keys()) {
    const one = yield* stand(change, check);
    if (one.verdict) return one.verdict;
    standing.push(one);
  }
  if (!hasProgram) {
    const silent = standing.find((one) => saysNothing(one) && shows(change, one.check));
    if (silent) return unable(silent.check, 'tree', silent.green, silent.rows);
    return nothing(
      change,
      standing.flatMap(({ rows }) => rows),
    );
  }
  const verdicts: Verdict[] = [];
  for (const one of standing.filter(({ check }) => shows(change, check))) {
    const verdict = yield* judgeCheck(change, one);
    if (verdict.is === 'shown') return verdict;
    verdicts.push(verdict);
  }
  // What a check said no to says more than that another one could not run.
  return verdicts.find(({ is }) => is === 'not-shown') ?? verdicts[0] ?? { is: 'unable', rows: [] };
}

/** A formatter or a build that fails before and passes now says nothing of what the program does. */
function shows({ checks }: Change, check: number): boolean {
  return !['lint', 'build', 'typecheck'].includes(checks[check]?.gate.type ?? '');
}

function nothing(change: Change, rows: readonly Row[]): Verdict {
  return { is: 'nothing', judge: filesOf(change, 'judge').length, rows };
}

type Standing = Readonly<{
  check: number;
  green: Row;
  /** Cases that fail on the base in the same words; what else failed there is none of them. */
  old: readonly Case[];
  rows: readonly Row[];
  /** It has fallen, and that is all there is to say. */
  verdict?: Verdict;
}>;

/** It did not pass, and nothing tells which of its cases failed before. */
function saysNothing({ green, old }: Standing): boolean {
  return green.ended !== 'pass' && old.length === 0;
}

function unable(
  check: number,
  on: Unable['on'],
  { ended, why }: Row,
  rows: readonly Row[],
): Verdict {
  return { is: 'unable', check, because: { on, ended, why }, rows };
}

function* stand(change: Change, check: number): Judge<Standing> {
  const green = yield { recipe: { back: 'nothing' }, check, nth: 1 };
  const stands = { check, green, old: [], rows: [green] };
  // Where a report says that a case failed, an exit code that says otherwise counts for nothing.
  if (isWell(green)) return stands;
  const isTold = green.ended === 'pass' || green.ended === 'fail';
  const base = yield { recipe: { back: 'all' }, check, nth: 1 };
  const rows = [green, base];
  const news = isTold ? newFailures(green, base) : undefined;
  const isBroken = base.ended === 'pass' && green.ended !== 'pass';
  if (isBroken || (news !== undefined && news.length > 0)) {
    const because = { why: 'fails-now', cases: news ?? failed(green) } as const;
    return { ...stands, rows, verdict: { is: 'not-shown', check, because, rows } };
  }
  if (news !== undefined) return { ...stands, old: failed(green), rows };
  // A linter that failed before, and still does, is nobody's fault here.
  if (change.checks.length > 1 && !shows(change, check)) return { ...stands, rows };
  // It fails on both, and no report says which cases: the change may be what broke it further.
  if (isTold) {
    const because = { why: 'fails-now', cases: failed(green) } as const;
    return { ...stands, rows, verdict: { is: 'not-shown', check, because, rows } };
  }
  return { ...stands, rows };
}

function* judgeCheck(change: Change, standing: Standing): Judge<Verdict> {
  const { check, green, old } = standing;
  const rows: Row[] = [...standing.rows];
  const limits: Limit[] = [];
  const doubts: Doubt[] = [...change.doubts];
  function* run(recipe: Recipe, nth = 1): Judge<Row> {
    const row = yield { recipe, check, nth };
    rows.push(row);
    return row;
  }
  const notShown = (because: NotShown): Verdict => ({ is: 'not-shown', check, because, rows });
  if (green.ended === 'elsewhere') return notShown({ why: 'elsewhere' });
  if (saysNothing(standing)) return unable(check, 'tree', green, rows);

  // Red: what judges is that of now, the program that of before.
  let red = yield* run({ back: 'program' });
  if (red.ended === 'cannot-load' || red.ended === 'cannot-build') {
    // The tests need what the change adds: as near to the base as they load.
    const near = yield* nearest(change, run);
    const of = change.places.length;
    limits.push({ kind: 'not-there-yet', back: near?.back ?? of, of });
    if (near) red = near.row;
  }
  if (red.ended === 'pass') return notShown({ why: 'passes-before' });
  if (!isRed(red)) return unable(check, 'red', red, rows);
  const { fixed, loaded, gone, skipped } = compareCases(red.cases ?? [], green.cases);
  // A report that was there and is not any more has lost all its cases.
  const missing = red.cases ? [...gone, ...skipped] : [];
  if (missing.length > 0) return notShown({ why: 'case-gone', cases: missing.map(nameOf) });
  // Everything that fails now failed before, and nothing else: the change shows nothing.
  const isAsBefore = old.length > 0 && fixed.length === 0 && red.ended === 'fail' && red.cases;
  if (isAsBefore) return notShown({ why: 'passes-before' });

  // Where cases failed before and do now, the exit code says nothing: it does without the files these stand in.
  const without = old.length > 0 ? { without: filesWith(old) } : {};
  const red1 = { ...red.recipe, ...without };
  if (old.length > 0) {
    limits.push({ kind: 'old-failures', cases: old });
    const isBeside = [...old, ...fixed].some(({ file }) => file === null);
    if (isBeside || fixed.every(({ file }) => without.without?.includes(file ?? ''))) {
      return unable(check, 'tree', { ...green, why: `${BESIDE}: "${old[0]?.name}"` }, rows);
    }
    const redAlone = yield* run(red1);
    const greenAlone = yield* run({ back: 'nothing', ...without });
    if (redAlone.ended === 'pass') return notShown({ why: 'passes-before' });
    if (!isRed(redAlone)) return unable(check, 'red', redAlone, rows);
    if (!isWell(greenAlone)) return notShown({ why: 'fails-now', cases: failed(greenAlone) });
  }

  // Seal: the program of now before the judges of then.
  let sealed: Row | undefined;
  if (filesOf(change, 'judge', 'both').length > 0) {
    sealed = yield* run({ back: 'judge', ...without });
    const base = isWell(sealed) ? undefined : yield* run({ back: 'all', ...without });
    const held = isWell(sealed) ? { doubts: [] } : sealOf(change, sealed, base, green);
    if ('because' in held) return notShown(held.because);
    if (held.limit) limits.push(held.limit);
    doubts.push(...held.doubts);
  }

  // A check that cannot fail is none: at the end of what was red, or of what is new where nothing could load.
  const added = red.cases ? [] : addedCases(sealed, green);
  const named = [...fixed, ...added].slice(0, MOST_PLANTED);
  const files = [...new Set(loaded.flatMap(({ file }) => file ?? []))];
  const tops = files.length > 0 ? files : (green.opened?.tests ?? []);
  const able = yield* tryToFail(run, { named, tops, without });
  if (able.is === 'cannot') return notShown({ why: 'cannot-fail', cases: named });
  if (able.is === 'unknown') limits.push({ kind: 'not-planted' });
  doubts.push(...able.doubts);

  // What fails once and passes then is a matter of chance.
  const green2 = yield* run({ back: 'nothing', how: 'bare', ...without });
  if (isRed(green2)) return notShown(byChance('green', green2));
  if (green2.ended !== 'pass') return unable(check, 'tree', green2, rows);
  // A report may not change what runs, and where it does, nobody takes its word.
  const isSame = sameTotals(green.totals, green2.totals) || old.length > 0;
  const red2 = yield* run(red1, 2);
  if (red2.ended === 'pass') return notShown(byChance('red', red2));
  if (!isRed(red2)) return unable(check, 'red', red2, rows);
  const again = red2.cases && compareCases(red2.cases, green.cases).fixed.map(caseKey);
  const steady = fixed.filter((one) => again?.includes(caseKey(one)) ?? true);
  if (fixed.length > 0 && steady.length === 0) return notShown(byChance('red', red2));
  const hasReports = green.cases !== undefined && (red.cases !== undefined || red.ended !== 'fail');
  const isNamed = isSame && hasReports;
  if (!isNamed) limits.push({ kind: 'no-cases' });
  return { is: 'shown', check, cases: isNamed ? steady.map(nameOf) : [], limits, doubts, rows };
}

/** It passed, and no case of it says otherwise. */
function isWell(row: Row): boolean {
  return row.ended === 'pass' && failed(row).length === 0;
}

function filesWith(cases: readonly Case[]): readonly string[] {
  return [...new Set(cases.flatMap(({ file }) => file ?? []))].sort();
}

/** That it could not load the program of before is red as well: it needs what the change adds. */
function isRed({ ended }: Row): boolean {
  return ended === 'fail' || ended === 'cannot-load' || ended === 'cannot-build';
}

function byChance(side: 'red' | 'green', row: Row): NotShown {
  return { why: 'by-chance', side, cases: failed(row).map(nameOf) };
}

/** Cases that the tests of before do not have. */
function addedCases(sealed: Row | undefined, green: Row): readonly Case[] {
  if (!sealed?.cases || !green.cases) return [];
  return compareCases(sealed.cases, green.cases).added.filter(({ ended }) => ended === 'passed');
}

type Held = Readonly<{ doubts: readonly Doubt[]; limit?: Limit }> | Readonly<{ because: NotShown }>;

/** The judges of then do not say yes. Whether that is the change, and what a person has to look at. */
function sealOf(change: Change, seal: Row, base: Row | undefined, green: Row): Held {
  const hadNone = base?.ended === 'no-tests' || base?.ended === 'not-started';
  // Nothing judged before, so nothing says no.
  if (hadNone && !isRed(seal)) return { doubts: [] };
  const { ended, why } = seal;
  const limit = { kind: 'not-sealed', ended, why } as const;
  const files = filesOf(change, 'judge', 'both');
  const asked = (path: string, text: string): Doubt => {
    return { path, line: null, text, kind: 'changed-expectation' };
  };
  if (!isRed(seal)) return { doubts: files.map(({ path }) => asked(path, why)), limit };
  if (ended !== 'fail' && ended !== 'pass') {
    return { doubts: files.map(({ path }) => asked(path, why)), limit };
  }
  // Cases by name: what they expect now is another thing, and that is a person's to say yes to. That they failed
  // before as well is no excuse where they pass by what judges them now.
  if (!seal.cases || !green.cases || failed(seal).length === 0) {
    return { because: { why: 'fails-as-it-was', cases: failed(seal) } };
  }
  return { doubts: failed(seal).map((one) => asked(one.file ?? '', one.name)), limit };
}

/** Cases that fail now, and did not fail there in the same words. Undefined: no report says so. */
function newFailures(now: Row, before: Row): readonly Case[] | undefined {
  // It failed, and no case of it did: the report does not tell why.
  if (!now.cases || !before.cases || failed(now).length === 0) return undefined;
  return oldFailures(before.cases, now.cases).others;
}

type Able = Readonly<{ is: 'able' | 'cannot' | 'unknown'; doubts: readonly Doubt[] }>;
type Lines = Readonly<{
  named: readonly Case[];
  tops: readonly string[];
  without: Pick<Recipe, 'without'>;
}>;

/** Whether it fails where a line that fails is planted, and shows it. */
function* tryToFail(
  run: (recipe: Recipe) => Judge<Row>,
  { named, tops, without }: Lines,
): Judge<Able> {
  const back = 'nothing';
  let at: Planting = named.length > 0 ? { cases: named.map(nameOf) } : { tops };
  let row = yield* run({ back, planted: at, ...without });
  const doubts = (row.planted?.without ?? []).map(endDoubt);
  // Where no end can be had, the tops of their files.
  if (named.length > 0 && row.planted?.lines === 0) {
    at = { tops: filesWith(named) };
    row = yield* run({ back, planted: at, ...without });
  }
  // A formatter before the tests refuses the line: then the tests have not been asked.
  if (row.ended !== 'pass' && row.planted?.seen === 0 && row.planted.lines > 0) {
    const plain = yield* run({ back, planted: at, ...without, how: 'plain' });
    if (plain.ended !== 'not-started') row = plain;
  }
  const { ended, planted } = row;
  if (!planted || planted.lines === 0) return { is: 'unknown', doubts };
  const isAble = ended !== 'pass' && planted.seen === planted.lines;
  return { is: isAble ? 'able' : 'cannot', doubts };
}

function endDoubt({ file, name, why }: CaseName & Readonly<{ why: string }>): Doubt {
  return { path: file ?? '', line: null, text: `${name}: ${why}`, kind: 'end-not-planted' };
}

function failed({ cases = [] }: Row): readonly Case[] {
  return cases.filter(({ ended }) => ended === 'failed');
}

function nameOf({ file, name, nth }: CaseName): CaseName {
  return { file, name, nth };
}
