// A check that passes without a change may not have run what is new: a module that the program of before does not
// lead to takes its tests along. A line that fails at their end tells: it is seen with the change, and not without.

import { compareCases } from './compare-cases.ts';
import { type Judge, nameOf, type Planting, type Recipe, type Row } from './row.ts';

const MOST_PLANTED = 30;

/** The run without the change that passes with these lines in it; undefined: nothing is left out. */
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
