// Seal: the program of now before what judged it before. Where that says no, the change may be what is wrong, and
// nothing but a person's word lets other expectations take their place.

import { posix } from 'node:path';
import { tryAgain } from './chance.ts';
import { type Change, type Doubt, filesOf } from './change.ts';
import { oldFailures } from './compare-cases.ts';
import { caseDoubts, lostCases } from './lost-cases.ts';
import { type Case, failed, isWell, type Judge, type Recipe, type Row } from './row.ts';
import { probeOf, stand } from './stand.ts';
import type { Limit, NotShown } from './verdict.ts';

type Run = (recipe: Recipe, nth?: number) => Judge<Row>;

export type Sealed =
  | Readonly<{
      /** Undefined: nothing that judges differs. */
      row?: Row;
      doubts: readonly Doubt[];
      limit?: Limit;
      /** Failed by chance, beside it. */
      flaky?: readonly Case[];
      /** The check names a file that the change brings: before there was no such check. */
      isNew?: true;
    }>
  | Readonly<{ row: Row; because: NotShown }>;

const NONE: Sealed = { doubts: [] };

/** `old`: cases that fail with the change as they did before. */
export function* sealOf(
  change: Change,
  run: Run,
  green: Row,
  without: Pick<Recipe, 'without'> = {},
  old: readonly Case[] = [],
): Judge<Sealed> {
  if (!differs(change, green)) return NONE;
  if (namesNew(change, green.check)) return { doubts: [], isNew: true };
  const { row, flaky } = yield* tryAgain(change, run, { back: 'judge', ...without });
  const doubts = caseDoubts(change, lostCases(row, green).cases, 'case-left-out');
  if (isWell(row) || failsAsBefore(row, old)) return { row, doubts, flaky };
  const base = yield* run({ back: 'all', ...without });
  const held = heldBy(change, row, base, green);
  return 'because' in held
    ? { row, ...held }
    : { row, ...held, doubts: [...held.doubts, ...doubts] };
}

function failsAsBefore(row: Row, old: readonly Case[]): boolean {
  const all = failed(row);
  return all.length > 0 && old.length > 0 && oldFailures(old, all).others.length === 0;
}

/** Prose judges only if the check reads it: examples in a README. */
function differs({ files }: Change, { opened }: Row): boolean {
  return files.some(
    ({ path, status, meaning, accepted }) =>
      !accepted &&
      (meaning === 'judge' ||
        meaning === 'both' ||
        (meaning === 'prose' && status !== 'A' && opened?.changed.includes(path) === true)),
  );
}

/** `test/a.py::test_b`, `a.spec.ts:12`, `--config=x.json` */
function namesNew({ checks, files }: Change, check: number): boolean {
  const { command = [], cwd = '.' } = checks[check]?.gate ?? {};
  const added = new Set(
    files.flatMap(({ path, status, meaning, sealed }) =>
      status === 'A' && meaning === 'judge' && sealed === undefined ? [path] : [],
    ),
  );
  return command.some((word) =>
    added.has(posix.join(cwd, word.replace(/^--?[\w-]+=/, '').replace(/(?:::.*|:\d+)$/, ''))),
  );
}

const MOST_NAMED = 5;

type Held = Readonly<{ doubts: readonly Doubt[]; limit?: Limit }> | Readonly<{ because: NotShown }>;

/** The judges of then do not say yes. Whether that is the change, and what a person has to look at. */
function heldBy(change: Change, seal: Row, base: Row, green: Row): Held {
  // Nothing judged before, so nothing says no. A seal that ended in another way says that something was there.
  if (isNone(base) && isNone(seal)) return { doubts: [] };
  const { ended } = seal;
  // Its exit code says otherwise than its report.
  const why =
    ended === 'pass'
      ? failed(seal)
          .slice(0, MOST_NAMED)
          .map(({ name }) => `"${name}"`)
          .join(', ')
      : seal.why;
  const limit = { kind: 'not-sealed', ended, why } as const;
  if (ended !== 'fail' && ended !== 'pass') {
    return { doubts: changedExpectation(change, why), limit };
  }
  // Cases by name: what they expect now is another thing, and that is a person's to say yes to. That they failed
  // before as well is no excuse where they pass by what judges them now.
  if (!seal.cases || !green.cases || failed(seal).length === 0) {
    return { because: { why: 'fails-as-it-was', cases: failed(seal) } };
  }
  return { doubts: failed(seal).map(({ file, name }) => asked(file ?? '', name)), limit };
}

/** Of each file that judges and that nobody said yes to. */
export function changedExpectation(change: Change, why: string): readonly Doubt[] {
  const files = filesOf(change, 'judge', 'both').filter(({ accepted }) => !accepted);
  return files.map(({ path }) => asked(path, why));
}

function asked(path: string, text: string): Doubt {
  return { path, line: null, text, kind: 'changed-expectation' };
}

function isNone({ ended }: Row): boolean {
  return ended === 'no-tests' || ended === 'not-started';
}

/**
 * Of a check that has nothing to show: whether what judged before says the same of the program of now.
 * `mayFail`: as it did before, and in nothing else.
 */
export function* holds(
  change: Change,
  check: number,
  mayFail: boolean,
): Judge<Readonly<{ green: Row; isSound: boolean; sealed: Sealed }>> {
  const standing = yield* stand(change, check);
  const { green, old, run } = probeOf(change, standing);
  const isOld = mayFail && standing.verdict === undefined && old.length > 0;
  const isSound = isWell(green) || isOld;
  return { green, isSound, sealed: isSound ? yield* sealOf(change, run, green, {}, old) : NONE };
}
