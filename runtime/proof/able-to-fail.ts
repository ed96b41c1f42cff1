// Whether a check fails where a line that fails is planted in its tests: one that cannot is none.

import type { Doubt } from './change.ts';
import { compareCases } from './compare-cases.ts';
import {
  type Case,
  type CaseName,
  filesWith,
  type Judge,
  nameOf,
  type Planting,
  type Recipe,
  type Row,
} from './row.ts';
import { isMute } from './unable.ts';

type Able = Readonly<{ doubts: readonly Doubt[] }> &
  Readonly<
    | { is: 'able' | 'cannot' | 'unknown' }
    /** It failed without a word, or what stands before its tests did: nobody knows whether for the line. */
    | { is: 'mute'; row: Row }
  >;
type Lines = Readonly<{
  /** The tree in which it passes. */
  back: Recipe['back'];
  named: readonly Case[];
  /** Files of tests, those that say most first; others only where no line can be had in these. */
  tops: readonly (readonly string[])[];
  without: Pick<Recipe, 'without'>;
}>;

/** Whether it fails where a line that fails is planted, and shows it. */
export function* tryToFail(
  run: (recipe: Recipe) => Judge<Row>,
  { back, named, tops, without }: Lines,
): Judge<Able> {
  const [first = [], ...others] = tops;
  let at: Planting = named.length > 0 ? { cases: named.map(nameOf) } : { tops: first };
  let row = yield* run({ back, planted: at, ...without });
  const doubts = (row.planted?.without ?? []).map(endDoubt);
  // Where no end can be had, the tops of their files.
  if (named.length > 0 && row.planted?.lines === 0) {
    const files = filesWith(named);
    at = { tops: files.length > 0 ? files : first };
    row = yield* run({ back, planted: at, ...without });
  }
  // They hold data alone: what reads it stands in others.
  for (const some of named.length === 0 ? others : []) {
    if (row.planted?.lines !== 0) break;
    at = { tops: some };
    row = yield* run({ back, planted: at, ...without });
  }
  // A formatter before the tests refuses the line: then the tests have not been asked.
  if (row.ended !== 'pass' && row.planted?.seen === 0 && row.planted.lines > 0) {
    const plain = yield* run({ back, planted: at, ...without, how: 'plain' });
    if (plain.ended !== 'not-started' || isMute(plain)) row = plain;
  }
  // It ended with the first that failed. Whoever comes to the end of the last came through all before it.
  const { last } = row.planted ?? {};
  if (last && row.ended !== 'pass') {
    row = yield* run({ ...row.recipe, planted: { cases: [last] } });
  }
  const { ended, planted } = row;
  if (!planted || planted.lines === 0) return { is: 'unknown', doubts };
  if (planted.seen === 0 && isMute(row)) return { is: 'mute', row, doubts };
  const isAble = ended !== 'pass' && planted.seen === planted.lines;
  return { is: isAble ? 'able' : 'cannot', doubts };
}

function endDoubt({ file, name, why }: CaseName & Readonly<{ why: string }>): Doubt {
  return { path: file ?? '', line: null, text: `${name}: ${why}`, kind: 'end-not-planted' };
}

const MOST_PLANTED = 30;

/**
 * A check that passes without a change may not have run what is new: a module that the program of before does not
 * lead to takes its tests along. Its answer is the run without the change that passes with lines that fail at their
 * end, which are seen with the change; undefined: nothing is left out.
 */
export function* leftOut(
  red: Row,
  green: Row,
  run: (recipe: Recipe) => Judge<Row>,
): Judge<Recipe | undefined> {
  const added = red.cases && green.cases ? compareCases(red.cases, green.cases).added : [];
  const passed = added.filter(({ ended }) => ended === 'passed').slice(0, MOST_PLANTED);
  if (passed.length === 0 && !countsMore(green, red)) return undefined;
  const planted: Planting =
    passed.length > 0 ? { cases: passed.map(nameOf) } : { tops: green.opened?.tests ?? [] };
  const here = yield* run({ back: 'nothing', planted });
  const { lines = 0, seen } = here.planted ?? {};
  if (here.ended === 'pass' || lines === 0 || seen !== lines) return undefined;
  const there = yield* run({ back: 'program', planted });
  return isUnseen(there) ? there.recipe : undefined;
}

/** Nothing of what was planted came in its way. */
export function isUnseen({ ended, planted }: Row): boolean {
  return ended === 'pass' && planted?.seen === 0;
}

/** By what they print: that alone shows nothing, and is a reason to look. */
function countsMore(one: Row, other: Row): boolean {
  return Object.entries(one.totals).some(([name, many]) => many > (other.totals[name] ?? 0));
}
