// What a change proves: the story, told once. It asks for trials one by one, each only where it can still change
// something, and starts nothing itself. Read it beside docs/evidence.md, "The experiments".

import { tryToFail } from './able-to-fail.ts';
import { tryAgain } from './chance.ts';
import { type Change, type Doubt, filesOf } from './change.ts';
import { compareCases, oldFailures } from './compare-cases.ts';
import { answers } from './counts.ts';
import { isUnseen, leftOut } from './left-out.ts';
import { withLooks } from './looked.ts';
import { nearest } from './nearest.ts';
import {
  type Case,
  type CaseName,
  caseKey,
  failed,
  filesWith,
  isRed,
  isWell,
  type Judge,
  nameOf,
  type Recipe,
  type Row,
} from './row.ts';
import { sameTotals } from './same-run.ts';
import { sealOf } from './seal.ts';
import { typesAlone } from './types-alone.ts';
import type { Limit, NotShown, Unable, Verdict } from './verdict.ts';

/** Named cases that get a line each; the others of a red run are told by the same failures. */
const MOST_PLANTED = 30;

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
  const byTypes: Verdict[] = [];
  for (const one of standing.filter(({ check }) => shows(change, check))) {
    const verdict = yield* judgeCheck(change, one);
    if (verdict.is === 'shown' && !isByTypes(verdict)) return verdict;
    (verdict.is === 'shown' ? byTypes : verdicts).push(verdict);
  }
  // What tests cannot see may be a matter of types, and where they said no to it, it is not.
  const isLeft = verdicts.every(
    (one) => one.is === 'not-shown' && one.because.why === 'passes-before',
  );
  if (isLeft && byTypes[0]) return byTypes[0];
  for (const one of isLeft ? standing.filter(({ check }) => mayBeOfTypes(change, check)) : []) {
    const verdict = yield* judgeCheck(change, one);
    if (verdict.is === 'shown') return verdict;
    verdicts.push(verdict);
  }
  // What a check said no to says more than that another one could not run.
  return verdicts.find(({ is }) => is === 'not-shown') ?? verdicts[0] ?? { is: 'unable', rows: [] };
}

function isByTypes({ limits }: Extract<Verdict, { is: 'shown' }>): boolean {
  return limits.some(({ kind }) => kind === 'types-alone');
}

function mayBeOfTypes({ checks }: Change, check: number): boolean {
  return ['build', 'typecheck'].includes(checks[check]?.gate.type ?? '');
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
  /** Cases that failed once by chance. */
  flaky: readonly Case[];
  /** It passes as it was typed, and fails when it is asked for its cases: what it tests reads its own arguments, say. */
  isMute?: boolean;
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
  if (isBroken || (news !== undefined && news.length > 0)) {
    const because = { why: 'fails-now', cases: news ?? failed(green) } as const;
    return { ...stands, rows, verdict: { is: 'not-shown', check, because, rows } };
  }
  if (news !== undefined) return { ...stands, old: failed(green), rows };
  // A linter that failed before, and still does, is nobody's fault here.
  if (change.checks.length > 1 && !shows(change, check)) return { ...stands, rows };
  // It fails on both, and no report says which cases: the change may be what broke it further, or being asked.
  if (isTold && base.ended === 'disturbed') {
    return { ...stands, rows, verdict: unable(check, 'tree', base, rows) };
  }
  if (isTold) {
    const bare = yield* run({ back: 'nothing', how: 'bare' });
    const all = [...rows, bare];
    // Where being asked is what makes it fail, it did on the base too.
    if (isWell(bare) && base.ended !== 'pass') {
      return { ...stands, green: bare, isMute: true, rows: all };
    }
    const because = { why: 'fails-now', cases: failed(green) } as const;
    return { ...stands, rows: all, verdict: { is: 'not-shown', check, because, rows: all } };
  }
  return { ...stands, rows };
}

function* judgeCheck(change: Change, standing: Standing): Judge<Verdict> {
  const { check, green, old, isMute } = standing;
  const rows: Row[] = [...standing.rows];
  const limits: Limit[] = [];
  const doubts: Doubt[] = change.doubts.filter(({ kind }) => kind !== 'types-silenced');
  function* run(asked: Recipe, nth = 1): Judge<Row> {
    const recipe: Recipe = isMute && !asked.how ? { ...asked, how: 'bare' } : asked;
    const known = answers(rows, { recipe, check, nth });
    const row = known ?? (yield { recipe, check, nth });
    if (!known) rows.push(row);
    return row;
  }
  const notShown = (because: NotShown): Verdict => ({ is: 'not-shown', check, because, rows });
  /** Nothing is shown; whether what judges it was made to say yes is another question. */
  function* passesBefore(): Judge<Verdict> {
    const sealed = yield* sealOf(change, run, green);
    if ('because' in sealed) return notShown(sealed.because);
    if (sealed.limit && sealed.row) {
      if (!isRed(sealed.row)) return unable(check, 'seal', sealed.row, rows);
      return notShown({ why: 'fails-as-it-was', cases: failed(sealed.row) });
    }
    if (sealed.row === undefined) return notShown({ why: 'passes-before' });
    const able = yield* tryToFail(run, { back: 'nothing', named: [], tops: [], without: {} });
    const isBlind = able.is === 'cannot' && !(yield* typesAlone(change, green, run));
    return notShown(isBlind ? { why: 'cannot-fail', cases: [] } : { why: 'passes-before' });
  }
  /** Tests that were there show a fault as well as new ones: they fail before, and pass with the program of now. */
  function* asItWas(): Judge<Readonly<{ base: Row; sealed: Row }> | undefined> {
    const judges = filesOf(change, 'judge', 'both');
    // What a person said yes to is in the place of what was there.
    if (old.length > 0 || judges.length === 0 || judges.some((file) => file.accepted)) {
      return undefined;
    }
    const base = yield* run({ back: 'all' });
    if (base.ended !== 'fail') return undefined;
    const sealed = yield* run({ back: 'judge' });
    return isWell(sealed) ? { base, sealed } : undefined;
  }
  if (green.ended === 'elsewhere') return notShown({ why: 'elsewhere' });
  if (saysNothing(standing)) return unable(check, 'tree', green, rows);

  // Red: what judges is that of now, the program that of before.
  let red = yield* run({ back: 'program' });
  // Tests inside of the program went back with it: its other places alone.
  const others = [...change.places.keys()].filter((at) => !change.places[at]?.isTest);
  const isMixed = others.length > 0 && others.length < change.places.length;
  if (red.ended === 'pass' && isMixed) red = yield* run({ back: others });
  const unrun =
    red.ended === 'pass' && shows(change, check) ? yield* leftOut(red, green, run) : undefined;
  let types = red.ended === 'cannot-build' ? yield* typesAlone(change, green, run) : undefined;
  const isUnread = (): boolean => red.ended === 'cannot-load' || red.ended === 'cannot-build';
  const isAsked = !types && !unrun && (red.ended === 'pass' || isUnread());
  const was = isAsked ? yield* asItWas() : undefined;
  if (was) red = was.base;
  const passing = was?.sealed ?? green;
  if (red.ended === 'pass' && !unrun) return yield* passesBefore();
  if (!types && !shows(change, check)) return { is: 'unable', rows };
  const of = change.places.length;
  if (unrun) limits.push({ kind: 'not-there-yet', back: of, of });
  if (!types && isUnread()) {
    // The tests need what the change adds: as near to the base as they load.
    const near = yield* nearest(change, run);
    limits.push({ kind: 'not-there-yet', back: near?.back ?? of, of });
    if (near) red = near.row;
  }
  if (red.ended === 'pass' && !unrun) return yield* passesBefore();
  // An endless loop that is put right. Beside cases that fail anyway nobody knows which of them it was.
  const isEndless = ({ ended }: Row): boolean => ended === 'timeout' && old.length === 0;
  if (!isRed(red) && !isEndless(red) && !unrun) return unable(check, 'red', red, rows);
  const { fixed, loaded, gone, skipped } = compareCases(red.cases ?? [], passing.cases);
  // A report that was there and is not any more has lost all its cases.
  const missing = red.cases ? [...gone, ...skipped] : [];
  if (missing.length > 0) return notShown({ why: 'case-gone', cases: missing.map(nameOf) });
  // Where it failed it may have stopped before it counted.
  if (!types && !counts(passing) && (counts(red) || !passing.cases)) {
    // Some say what they count where they fail, and nothing else; and some count nothing.
    const base = yield* run({ back: 'all' });
    if (base.ended === 'pass' && counts(base)) return notShown({ why: 'case-gone', cases: [] });
  }
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
      const { ended, why } = green;
      const because = { on: 'tree', ended, why, beside: old[0]?.name } as const;
      return { is: 'unable', check, because, rows };
    }
    const redAlone = yield* run(red1);
    const greenAlone = yield* run({ back: 'nothing', ...without });
    if (redAlone.ended === 'pass') return notShown({ why: 'passes-before' });
    if (!isRed(redAlone)) return unable(check, 'red', redAlone, rows);
    if (!isWell(greenAlone)) return notShown({ why: 'fails-now', cases: failed(greenAlone) });
  }

  // Seal: the program of now before the judges of then.
  const sealed = yield* sealOf(change, run, green, without);
  if ('because' in sealed) return notShown(sealed.because);
  if (sealed.limit) limits.push(sealed.limit);
  const flaky = [...standing.flaky, ...(sealed.flaky ?? [])];
  if (flaky.length > 0) limits.push({ kind: 'flaky', cases: casesOnce(flaky) });
  doubts.push(...sealed.doubts);
  const accepted = change.files.filter((file) => file.accepted).map(({ path }) => path);
  if (accepted.length > 0) limits.push({ kind: 'accepted', files: accepted });

  // A check that cannot fail is none: at the end of what was red, or of what is new where nothing could load.
  const added = red.cases && !unrun ? [] : addedCases(sealed.row, green);
  const named = [...fixed, ...added].slice(0, MOST_PLANTED);
  const files = [...new Set(loaded.flatMap(({ file }) => file ?? []))];
  // A changed file of tests that it opened where it failed: others may stand before what ends the run.
  const changed = filesOf(change, 'judge', 'both').map(({ path }) => path);
  const own = (red.opened?.tests ?? []).filter((path) => changed.includes(path));
  const tops = [files, own, green.opened?.tests ?? []].filter((some) => some.length > 0);
  const able = types
    ? undefined
    : yield* tryToFail(run, { back: passing.recipe.back, named, tops, without });
  if (able && able.is !== 'able') types = yield* typesAlone(change, green, run);
  if (types) limits.push({ kind: 'types-alone' });
  else if (able?.is === 'cannot') return notShown({ why: 'cannot-fail', cases: named });
  else if (able?.is === 'unknown') limits.push({ kind: 'not-planted' });
  doubts.push(...((types ?? able)?.doubts ?? []));

  // What fails once and passes then is a matter of chance.
  const green2 = yield* run({ back: 'nothing', how: 'bare', ...without }, isMute ? 2 : 1);
  if (isRed(green2)) return notShown(byChance('green', green2));
  if (green2.ended !== 'pass') return unable(check, 'tree', green2, rows);
  // A report may not change what runs, and where it does, nobody takes its word.
  const isSame = sameTotals(green.totals, green2.totals) || old.length > 0;
  const red2 = yield* run(unrun ?? red1, 2);
  if (unrun ? !isUnseen(red2) : red2.ended === 'pass') return notShown(byChance('red', red2));
  if (!isRed(red2) && !isEndless(red2) && !unrun) return unable(check, 'red', red2, rows);
  const endless = [red, red2].find(isEndless);
  if (endless) limits.push({ kind: 'no-end', seconds: Math.round(endless.seconds) });
  const again = red2.cases && compareCases(red2.cases, passing.cases).fixed.map(caseKey);
  const steady = fixed.filter((one) => again?.includes(caseKey(one)) ?? true);
  if (fixed.length > 0 && steady.length === 0) return notShown(byChance('red', red2));
  const hasReports = green.cases !== undefined && (red.cases !== undefined || red.ended !== 'fail');
  const isNamed = isSame && hasReports;
  if (!isNamed && !types) limits.push({ kind: 'no-cases' });
  const shown = { is: 'shown', check, cases: isNamed ? steady.map(nameOf) : [] } as const;
  return { ...shown, limits, doubts: withLooks(change, doubts), rows };
}

/** Its runner came to the end, and says how many there were. */
function counts({ totals }: Row): boolean {
  return Object.keys(totals).length > 0;
}

function casesOnce(cases: readonly Case[]): readonly CaseName[] {
  return [...new Map(cases.map((one) => [caseKey(one), nameOf(one)])).values()];
}

function byChance(side: 'red' | 'green', row: Row): NotShown {
  return { why: 'by-chance', side, cases: failed(row).map(nameOf) };
}

/** Cases that the tests of before do not have. */
function addedCases(sealed: Row | undefined, green: Row): readonly Case[] {
  if (!sealed?.cases || !green.cases) return [];
  return compareCases(sealed.cases, green.cases).added.filter(({ ended }) => ended === 'passed');
}

/** Cases that fail now, and did not fail there in the same words. Undefined: no report says so. */
function newFailures(now: Row, before: Row): readonly Case[] | undefined {
  // It failed, and no case of it did: the report does not tell why.
  if (!now.cases || !before.cases || failed(now).length === 0) return undefined;
  return oldFailures(before.cases, now.cases).others;
}
