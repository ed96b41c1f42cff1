// What a check says beside another one that shows the change. It need not show anything; it has to judge the change
// as it judged before: with the tests and settings of then it says yes, no case of it is lost, and it can fail
// where it could.

import { tryToFail } from './able-to-fail.ts';
import { type Doubt, filesOf } from './change.ts';
import { compareCases } from './compare-cases.ts';
import { lostCases } from './lost-cases.ts';
import { caseKey, filesWith, isWell, type Judge, nameOf, type Row } from './row.ts';
import { changedExpectation, type Sealed, sealOf } from './seal.ts';
import { type Probe, saysNothing, shows } from './stand.ts';
import { unable } from './unable.ts';
import type { Limit, NotShown, Verdict } from './verdict.ts';

export type Beside = Readonly<{
  /** It says no, so nothing is shown. */
  no?: NotShown;
  limits: readonly Limit[];
  doubts: readonly Doubt[];
}>;

const NOTHING: Beside = { limits: [], doubts: [] };
const MOST_PLANTED = 30;

/** `verdict`: what it says of the change by itself, where it was asked. */
export function* beside(probe: Probe, verdict: Verdict | undefined): Judge<Beside> {
  const { change, check, flaky, run } = probe;
  if (verdict?.is === 'shown') {
    return { limits: verdict.limits.filter(isOfAll), doubts: verdict.doubts.filter(isOfJudges) };
  }
  if (verdict?.is === 'not-shown' && saysNo(verdict.because)) return saidNo(verdict.because);
  if (saysNothing(probe)) return shows(change, check) ? silent(probe) : NOTHING;
  const sealed = yield* sealOf(change, run, probe.green, {}, probe.old);
  if (sealed.row && !isWell(sealed.row) && !(yield* runsTests(probe))) {
    return yield* ofReader(probe, sealed.row);
  }
  if ('because' in sealed) return saidNo(sealed.because);
  const lost = casesGone(probe, sealed);
  if (lost) return saidNo(lost);
  const able = shows(change, check) ? yield* stillFails(probe, sealed.row) : ABLE;
  if (!able.is) return saidNo({ why: 'cannot-fail', cases: [] });
  const chance = [...flaky, ...(sealed.flaky ?? [])].map(nameOf);
  const limits: Limit[] = sealed.limit ? [sealed.limit] : [];
  if (chance.length > 0) limits.push({ kind: 'flaky', cases: chance });
  return { limits, doubts: [...sealed.doubts, ...able.doubts] };
}

function saidNo(no: NotShown): Beside {
  return { ...NOTHING, no };
}

/** It is no yes either; and what it runs may have been made to say nothing. */
function silent(probe: Probe): Beside {
  const { check, green, rows, isIdle } = probe;
  const { because } = unable(check, 'tree', green, rows, isIdle ? { nowhere: true } : {});
  const limits: Limit[] = because ? [{ kind: 'says-nothing', check, because }] : [];
  return { limits, doubts: green.opened ? unseen(probe, undefined) : [] };
}

function saysNo(because: NotShown): boolean {
  if (because.why === 'by-chance') return because.side === 'green';
  return because.why === 'fails-now' || because.why === 'case-gone';
}

/** What its red run could not do is no matter where another one shows the change. */
function isOfAll({ kind }: Limit): boolean {
  return kind === 'flaky' || kind === 'not-sealed' || kind === 'accepted';
}

function isOfJudges({ kind }: Doubt): boolean {
  return kind === 'changed-expectation' || kind === 'case-left-out';
}

/** Without the change they ran, or with the tests of before. */
function casesGone({ green, rows }: Probe, { row }: Sealed): NotShown | undefined {
  const red = rows.find(({ recipe }) => recipe.back === 'program' && !recipe.planted);
  const left = compareCases(red?.ended === 'pass' ? (red.cases ?? []) : [], green.cases);
  const missing = [...left.gone, ...left.skipped];
  if (missing.length > 0) return { why: 'case-gone', cases: missing.map(nameOf) };
  const lost = row ? lostCases(row, green) : undefined;
  return lost?.isAll ? { why: 'case-gone', cases: lost.cases.map(nameOf) } : undefined;
}

/** A formatter or a check of types has no tests: no line that fails where it runs is seen, and none was. */
function* runsTests(probe: Probe): Judge<boolean> {
  const { change, check, green, run } = probe;
  if (!shows(change, check)) return false;
  if (green.cases || Object.keys(green.totals).length > 0) return true;
  const able = yield* tryToFail(run, { back: 'all', named: [], tops: [], without: {} });
  return able.is !== 'cannot';
}

/** What it says of the tests of before: nothing new where it failed then, too. */
function* ofReader({ change, run }: Probe, sealed: Row): Judge<Beside> {
  const base = yield* run({ back: 'all' });
  if (!isWell(base)) return NOTHING;
  const limit = { kind: 'not-sealed', ended: sealed.ended, why: sealed.why } as const;
  return { limits: [limit], doubts: changedExpectation(change, sealed.why) };
}

/** `doubts`: cases whose end could be tried by the tests of before, and cannot now. */
type StillFails = Readonly<{ is: boolean; doubts: readonly Doubt[] }>;

const ABLE: StillFails = { is: true, doubts: [] };

/**
 * Whether it fails where a line that fails stands in its tests, as it did by the tests of before. Asked where what
 * judges differs, and where no report tells that all of its cases ran.
 */
function* stillFails(probe: Probe, sealed: Row | undefined): Judge<StillFails> {
  const { green } = probe;
  if (green.ended !== 'pass' || (sealed === undefined && green.cases !== undefined)) return ABLE;
  return yield* failsAsBefore(probe, sealed);
}

/** `before`: the run by the tests of before. */
export function* failsAsBefore(probe: Probe, before: Row | undefined): Judge<StillFails> {
  const { run } = probe;
  const lines = linesFor(probe, before);
  const now = yield* tryToFail(run, { back: 'nothing', ...lines });
  if (now.is === 'unknown') return { is: true, doubts: [...now.doubts, ...unseen(probe, before)] };
  if (now.is !== 'cannot' && now.doubts.length === 0) return ABLE;
  const then = yield* tryToFail(run, { back: 'all', ...lines });
  if (now.is === 'cannot' && then.is === 'able') return { is: false, doubts: [] };
  const known = then.doubts.map(({ text }) => text);
  return { is: true, doubts: now.doubts.filter(({ text }) => !known.includes(text)) };
}

/** Nothing can be planted in what it runs, and nothing it prints says that it ran all that it ran before. */
function unseen({ change, green }: Probe, before: Row | undefined): readonly Doubt[] {
  const counted = Object.entries(before?.totals ?? {});
  const ranAll = counted.length > 0 && counted.every(([of, n]) => (green.totals[of] ?? 0) >= n);
  if (green.cases || ranAll) return [];
  const { tests, changed } = green.opened ?? {};
  const isOpened = (path: string): boolean =>
    !tests || [...tests, ...(changed ?? [])].includes(path);
  const files = filesOf(change, 'judge', 'both').filter(({ path }) => isOpened(path));
  return files.map(({ path }) => ({ path, line: null, text: '', kind: 'end-not-planted' }));
}

/**
 * The ends of its cases that were there before, in files that differ; else the files of tests that it opened, and of
 * those the ones that have cases of it where a report names some.
 */
export function linesFor(
  { change, green }: Probe,
  before: Row | undefined,
): Omit<Parameters<typeof tryToFail>[1], 'back'> {
  const judges = new Set(filesOf(change, 'judge', 'both').map(({ path }) => path));
  const were = new Set((before?.cases ?? []).filter(hasPassed).map(caseKey));
  const all = [...(green.cases ?? []), ...(before?.cases ?? [])];
  const named = (green.cases ?? []).filter(
    (one) => hasPassed(one) && judges.has(one.file ?? '') && were.has(caseKey(one)),
  );
  // Where nothing passes any more, what is not told may stand there still, behind what ends it.
  const isEnded = !(green.cases ?? []).some((one) => hasPassed(one) && one.name !== one.file);
  const told = new Set((green.cases ?? []).map(caseKey));
  const ended = (before?.cases ?? []).filter(
    (one) =>
      isEnded &&
      hasPassed(one) &&
      !told.has(caseKey(one)) &&
      (one.file === null || judges.has(one.file)),
  );
  const own = filesWith(all);
  const { tests = [], changed = [] } = green.opened ?? {};
  const opened = [...tests, ...changed].filter((path) => own.length === 0 || own.includes(path));
  const tops = [
    opened.filter((path) => judges.has(path)),
    opened.filter((path) => tests.includes(path)),
  ];
  return {
    named: [...named, ...ended].slice(0, MOST_PLANTED),
    tops: tops.filter((some) => some.length > 0),
    without: {},
  };
}

function hasPassed({ ended }: Readonly<{ ended: string }>): boolean {
  return ended === 'passed';
}
