// A change of what judges, with the program as it is: the tests of before run too. What was red, twice, and says yes
// or nothing now was put right by no program; a person has to look whether it was wrong.

import { failsAsBefore } from './beside.ts';
import { type Change, type Doubt, filesOf } from './change.ts';
import { compareCases } from './compare-cases.ts';
import { caseDoubts, leftOutCases, lostCases } from './lost-cases.ts';
import {
  type Case,
  type CaseName,
  caseKey,
  failed,
  isRed,
  isWell,
  type Judge,
  nameOf,
  type Row,
} from './row.ts';
import { type Probe, shows } from './stand.ts';
import type { NotShown } from './verdict.ts';

export type TestsAlone = Readonly<{
  no?: NotShown;
  doubts: readonly Doubt[];
  /** Passed before, and are skipped or gone. */
  left: readonly CaseName[];
}>;

const NONE: TestsAlone = { doubts: [], left: [] };

export function* testsAlone(probe: Probe): Judge<TestsAlone> {
  const { change, check, green, run } = probe;
  if (!shows(change, check)) return NONE;
  const base = yield* run({ back: 'all' });
  if (isWell(base)) return yield* ofGreen(probe, base);
  if (!isRed(base) && base.ended !== 'timeout' && failed(base).length === 0) return NONE;
  const again = yield* run({ back: 'all' }, 2);
  if (isWell(again)) return { ...NONE, left: leftOutCases(again, green).map(nameOf) };
  const left = base.cases ? leftOutCases(base, green).map(nameOf) : [];
  if (!base.cases || !again.cases) {
    return { left, doubts: isWell(green) ? byExitCode(change, base) : [] };
  }
  return { left, doubts: yield* noLongerRed(probe, base, again) };
}

/** Only where its cases cannot be compared, or some are lost, may it have been ended. */
function* ofGreen(probe: Probe, base: Row): Judge<TestsAlone> {
  const { green } = probe;
  const left = leftOutCases(base, green).map(nameOf);
  const isCompared = base.cases !== undefined && green.cases !== undefined;
  if (green.ended !== 'pass' || (isCompared && !lostCases(base, green).isAll)) {
    return { ...NONE, left };
  }
  const { is } = yield* failsAsBefore(probe, base);
  return is ? { ...NONE, left } : { ...NONE, left, no: { why: 'cannot-fail', cases: [] } };
}

function byExitCode(change: Change, { why }: Row): readonly Doubt[] {
  return filesOf(change, 'judge', 'both').map(({ path }): Doubt => {
    return { path, line: null, text: why, kind: 'no-longer-red' };
  });
}

/** Cases that failed in both runs, and do not now. */
function* noLongerRed(probe: Probe, base: Row, again: Row): Judge<readonly Doubt[]> {
  const { change, green, run } = probe;
  const steady = new Set(failed(again).map(caseKey));
  const red = failed(base).filter((one) => steady.has(caseKey(one)));
  const { fixed, loaded, skipped, gone } = compareCases(red, green.cases);
  const changed = new Set(change.files.map(({ path }) => path));
  const isElsewhere = ({ file }: Case): boolean => file !== null && !changed.has(file);
  const passing = [...fixed, ...loaded];
  // In a file that is the same it may be chance.
  const others = passing.filter(isElsewhere);
  const second = others.length > 0 ? yield* run({ back: 'nothing' }, 2) : undefined;
  const still = compareCases(red, second?.cases);
  const isSteady = new Set([...still.fixed, ...still.loaded].map(caseKey));
  const right = passing.filter((one) => !isElsewhere(one) || isSteady.has(caseKey(one)));
  return [
    ...caseDoubts(change, right, 'no-longer-red'),
    ...caseDoubts(change, [...skipped, ...gone], 'case-left-out'),
  ];
}
