// What one check says of a change of the program, act by act: red, its cases, old failures, the seal, whether it can
// fail, and all of it once more. Each act gives what the next one needs, or the verdict.

import { isUnseen, leftOut, tryToFail } from './able-to-fail.ts';
import { linesFor } from './beside.ts';
import { type Doubt, filesOf } from './change.ts';
import { compareCases } from './compare-cases.ts';
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
import { type Sealed, sealOf } from './seal.ts';
import { type Probe, saysNothing, shows } from './stand.ts';
import { typesAlone } from './types-alone.ts';
import { unable } from './unable.ts';
import type { Limit, NotShown, Verdict } from './verdict.ts';

/** Named cases that get a line each; the others of a red run are told by the same failures. */
const MOST_PLANTED = 30;

export function* judgeCheck(probe: Probe): Judge<Verdict> {
  const red = yield* findRed(probe);
  if ('is' in red) return red;
  const cases = yield* compareWithRed(probe, red);
  if ('is' in cases) return cases;
  const alone = yield* withoutOld(probe, red, cases);
  if ('is' in alone) return alone;
  const { without } = alone;
  const sealed = yield* sealOf(probe.change, probe.run, probe.green, without);
  if ('because' in sealed) return notShown(probe, sealed.because);
  const able = yield* tryItsEnd(probe, red, cases, sealed, without);
  if ('is' in able) return able;
  const steady = yield* runAgain(probe, red, cases, without);
  if ('is' in steady) return steady;

  const { change, check, rows } = probe;
  const flaky = [...probe.flaky, ...(sealed.flaky ?? [])];
  const accepted = change.files.filter((file) => file.accepted).map(({ path }) => path);
  const limits: Limit[] = [
    ...red.limits,
    ...alone.limits,
    ...(sealed.limit ? [sealed.limit] : []),
    ...(flaky.length > 0 ? [{ kind: 'flaky', cases: casesOnce(flaky) } as const] : []),
    ...(accepted.length > 0 ? [{ kind: 'accepted', files: accepted } as const] : []),
    ...able.limits,
    ...steady.limits,
    ...(steady.isNamed || able.isTypes ? [] : [{ kind: 'no-cases' } as const]),
  ];
  const ofProgram = change.doubts.filter(({ kind }) => kind !== 'types-silenced');
  const doubts = withLooks(change, [...ofProgram, ...sealed.doubts, ...able.doubts]);
  const names = steady.isNamed ? steady.cases.map(nameOf) : [];
  return { is: 'shown', check, cases: names, limits, doubts, rows };
}

type Red = Readonly<{
  row: Row;
  /** The run that passes, by the same tests. */
  passing: Row;
  /** It passes there since it does not run what is new: a line that fails in it is not seen. */
  unrun?: Recipe | undefined;
  types?: OfTypes;
  limits: readonly Limit[];
}>;
type OfTypes = Readonly<{ doubts: readonly Doubt[] }> | undefined;

/** Red: what judges is that of now, the program that of before. */
function* findRed(probe: Probe): Judge<Red | Verdict> {
  const { change, check, green, rows, run } = probe;
  if (saysNothing(probe)) {
    return unable(check, 'tree', green, rows, probe.isIdle ? { nowhere: true } : {});
  }
  let row = yield* run({ back: 'program' });
  // Tests inside of the program went back with it: its other places alone.
  const others = [...change.places.keys()].filter((at) => !change.places[at]?.isTest);
  const isMixed = others.length > 0 && others.length < change.places.length;
  if (row.ended === 'pass' && isMixed) row = yield* run({ back: others });
  const unrun =
    row.ended === 'pass' && shows(change, check) ? yield* leftOut(row, green, run) : undefined;
  const types = row.ended === 'cannot-build' ? yield* typesAlone(change, green, run) : undefined;
  const isAsked = !types && !unrun && (row.ended === 'pass' || isUnread(row));
  const was = isAsked ? yield* asItWas(probe) : undefined;
  if (was) row = was.base;
  const passing = was?.sealed ?? green;
  if (row.ended === 'pass' && !unrun) return yield* passesBefore(probe);
  if (!types && !shows(change, check)) return { is: 'unable', rows };
  const of = change.places.length;
  const limits: Limit[] = unrun ? [{ kind: 'not-there-yet', back: of, of }] : [];
  if (!types && isUnread(row)) {
    // The tests need what the change adds: as near to the base as they load.
    const near = yield* nearest(change, run);
    limits.push({ kind: 'not-there-yet', back: near?.back ?? of, of });
    if (near) row = near.row;
  }
  if (row.ended === 'pass' && !unrun) return yield* passesBefore(probe);
  if (!isRed(row) && !isEndless(probe, row) && !unrun) return unable(check, 'red', row, rows);
  return { row, passing, unrun, types, limits };
}

function isUnread({ ended }: Row): boolean {
  return ended === 'cannot-load' || ended === 'cannot-build';
}

/** A loop that is put right. Beside cases that fail anyway nobody knows which of them it was. */
function isEndless({ old }: Probe, { ended }: Row): boolean {
  return ended === 'timeout' && old.length === 0;
}

/** Nothing is shown; whether what judges it was made to say yes is another question. */
function* passesBefore(probe: Probe): Judge<Verdict> {
  const { change, check, green, rows, run } = probe;
  const sealed = yield* sealOf(change, run, green);
  if ('because' in sealed) return notShown(probe, sealed.because);
  if (sealed.limit && sealed.row) {
    if (!isRed(sealed.row)) return unable(check, 'seal', sealed.row, rows);
    return notShown(probe, { why: 'fails-as-it-was', cases: failed(sealed.row) });
  }
  if (sealed.row === undefined) return notShown(probe, { why: 'passes-before' });
  // One of several is asked the same where another one shows the change.
  const isOne = change.checks.length === 1;
  const lines = isOne ? { named: [], tops: [], without: {} } : linesFor(probe, sealed.row);
  const able = yield* tryToFail(run, { back: 'nothing', ...lines });
  // What could not fail before either was not made so.
  const was = able.is === 'cannot' ? yield* tryToFail(run, { back: 'all', ...lines }) : able;
  const isBlind =
    able.is === 'cannot' && was.is === 'able' && !(yield* typesAlone(change, green, run));
  return notShown(probe, isBlind ? { why: 'cannot-fail', cases: [] } : { why: 'passes-before' });
}

/** Tests that were there show a fault as well as new ones: they fail before, and pass with the program of now. */
function* asItWas({
  change,
  old,
  run,
}: Probe): Judge<Readonly<{ base: Row; sealed: Row }> | undefined> {
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

type Compared = Readonly<{
  fixed: readonly Case[];
  /** Files or groups that failed as a whole. */
  loaded: readonly Case[];
}>;

/** What was red passes now, and nothing that ran is left out. */
function* compareWithRed(
  probe: Probe,
  { row: red, passing, types }: Red,
): Judge<Compared | Verdict> {
  const { old, run } = probe;
  const { fixed, loaded, gone, skipped } = compareCases(red.cases ?? [], passing.cases);
  // A report that was there and is not any more has lost all its cases.
  const missing = red.cases ? [...gone, ...skipped] : [];
  if (missing.length > 0) return notShown(probe, { why: 'case-gone', cases: missing.map(nameOf) });
  // Where it failed it may have stopped before it counted.
  if (!types && !counts(passing) && (counts(red) || !passing.cases)) {
    // Some say what they count where they fail, and nothing else; and some count nothing.
    const base = yield* run({ back: 'all' });
    if (base.ended === 'pass' && counts(base))
      return notShown(probe, { why: 'case-gone', cases: [] });
  }
  // Everything that fails now failed before, and nothing else: the change shows nothing.
  const isAsBefore = old.length > 0 && fixed.length === 0 && red.ended === 'fail' && red.cases;
  return isAsBefore ? notShown(probe, { why: 'passes-before' }) : { fixed, loaded };
}

/** Its runner came to the end, and says how many there were. */
function counts({ totals }: Row): boolean {
  return Object.keys(totals).length > 0;
}

type Alone = Readonly<{ without: Pick<Recipe, 'without'>; limits: readonly Limit[] }>;

/** Where cases failed before and do now, the exit code says nothing: it does without the files these stand in. */
function* withoutOld(probe: Probe, { row: red }: Red, { fixed }: Compared): Judge<Alone | Verdict> {
  const { check, green, old, rows, run } = probe;
  if (old.length === 0) return { without: {}, limits: [] };
  const without = { without: filesWith(old) };
  const isBeside = [...old, ...fixed].some(({ file }) => file === null);
  if (isBeside || fixed.every(({ file }) => without.without.includes(file ?? ''))) {
    return unable(check, 'tree', green, rows, { beside: old[0]?.name });
  }
  const redAlone = yield* run({ ...red.recipe, ...without });
  const greenAlone = yield* run({ back: 'nothing', ...without });
  if (redAlone.ended === 'pass') return notShown(probe, { why: 'passes-before' });
  if (!isRed(redAlone)) return unable(check, 'red', redAlone, rows);
  if (!isWell(greenAlone)) return notShown(probe, { why: 'fails-now', cases: failed(greenAlone) });
  return { without, limits: [{ kind: 'old-failures', cases: old }] };
}

type Able = Readonly<{
  limits: readonly Limit[];
  doubts: readonly Doubt[];
  isTypes: boolean;
}>;

/** A check that cannot fail is none: at the end of what was red, or of what is new where nothing could load. */
function* tryItsEnd(
  { change, green, rows, run, check }: Probe,
  red: Red,
  { fixed, loaded }: Compared,
  sealed: Sealed,
  without: Pick<Recipe, 'without'>,
): Judge<Able | Verdict> {
  const added = red.row.cases && !red.unrun ? [] : addedCases(sealed.row, green);
  const named = [...fixed, ...added].slice(0, MOST_PLANTED);
  const files = [...new Set(loaded.flatMap(({ file }) => file ?? []))];
  // A changed file of tests that it opened where it failed: others may stand before what ends the run.
  const changed = filesOf(change, 'judge', 'both').map(({ path }) => path);
  const own = (red.row.opened?.tests ?? []).filter((path) => changed.includes(path));
  const tops = [files, own, green.opened?.tests ?? []].filter((some) => some.length > 0);
  const able = red.types
    ? undefined
    : yield* tryToFail(run, { back: red.passing.recipe.back, named, tops, without });
  const types = able && able.is !== 'able' ? yield* typesAlone(change, green, run) : red.types;
  if (types) return { limits: [{ kind: 'types-alone' }], doubts: types.doubts, isTypes: true };
  if (able?.is === 'mute') return unable(check, 'planted', able.row, rows);
  if (able?.is === 'cannot') {
    return { is: 'not-shown', check, because: { why: 'cannot-fail', cases: named }, rows };
  }
  const limits: Limit[] = able?.is === 'unknown' ? [{ kind: 'not-planted' }] : [];
  return { limits, doubts: able?.doubts ?? [], isTypes: false };
}

/** Cases that the tests of before do not have. */
function addedCases(sealed: Row | undefined, green: Row): readonly Case[] {
  if (!sealed?.cases || !green.cases) return [];
  return compareCases(sealed.cases, green.cases).added.filter(({ ended }) => ended === 'passed');
}

type Steady = Readonly<{
  cases: readonly Case[];
  /** Reports name them, and asking for one did not change what runs. */
  isNamed: boolean;
  limits: readonly Limit[];
}>;

/** What fails once and passes then is a matter of chance. */
function* runAgain(
  probe: Probe,
  { row: red, passing, unrun }: Red,
  { fixed }: Compared,
  without: Pick<Recipe, 'without'>,
): Judge<Steady | Verdict> {
  const { check, green, old, isMute, rows, run } = probe;
  const green2 = yield* run({ back: 'nothing', how: 'bare', ...without }, isMute ? 2 : 1);
  if (isRed(green2)) return notShown(probe, byChance('green', green2));
  if (green2.ended !== 'pass') return unable(check, 'tree', green2, rows);
  // A report may not change what runs, and where it does, nobody takes its word.
  const isSame = sameTotals(green.totals, green2.totals) || old.length > 0;
  const red2 = yield* run(unrun ?? { ...red.recipe, ...without }, 2);
  if (unrun ? !isUnseen(red2) : red2.ended === 'pass') {
    return notShown(probe, byChance('red', red2));
  }
  if (!isRed(red2) && !isEndless(probe, red2) && !unrun) return unable(check, 'red', red2, rows);
  const endless = [red, red2].find((row) => isEndless(probe, row));
  const limits: Limit[] = endless ? [{ kind: 'no-end', seconds: Math.round(endless.seconds) }] : [];
  const again = red2.cases && compareCases(red2.cases, passing.cases).fixed.map(caseKey);
  const steady = fixed.filter((one) => again?.includes(caseKey(one)) ?? true);
  if (fixed.length > 0 && steady.length === 0) return notShown(probe, byChance('red', red2));
  const hasReports = green.cases !== undefined && (red.cases !== undefined || red.ended !== 'fail');
  return { cases: steady, isNamed: isSame && hasReports, limits };
}

function notShown({ check, rows }: Probe, because: NotShown): Verdict {
  return { is: 'not-shown', check, because, rows };
}

function casesOnce(cases: readonly Case[]): readonly CaseName[] {
  return [...new Map(cases.map((one) => [caseKey(one), nameOf(one)])).values()];
}

function byChance(side: 'red' | 'green', row: Row): NotShown {
  return { why: 'by-chance', side, cases: failed(row).map(nameOf) };
}
