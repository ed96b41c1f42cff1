// Tests that need what the change adds cannot load on the base. Then the tree of the change is taken, with as
// many places of the program put back as still load: if they fail there, these are what they fail without.

import type { Change } from './change.ts';
import type { Judge, Recipe, Row } from './row.ts';

const MOST_RUNS = 5;

type Near = Readonly<{ row: Row /** How many places are put back. */; back: number }>;

/** Undefined: with no part of them put back does it load and fail. */
export function* nearest(
  { places }: Change,
  run: (recipe: Recipe) => Judge<Row>,
): Judge<Near | undefined> {
  let left = MOST_RUNS;
  let found: Near | undefined;
  function* grow(back: readonly number[], more: readonly number[]): Judge<readonly number[]> {
    const all = [...back, ...more];
    // All of them is the base, and there it did not load.
    if (more.length > 0 && left > 0 && all.length < places.length) {
      left -= 1;
      const row = yield* run({ back: [...all].sort((a, b) => a - b) });
      // A pass says that nothing holds these places, and leaves the others to be shown.
      if (row.ended === 'fail') found = { row, back: all.length };
      if (row.ended === 'fail' || row.ended === 'pass') return all;
    }
    if (more.length <= 1) return back;
    const half = Math.ceil(more.length / 2);
    const first = yield* grow(back, more.slice(0, half));
    return yield* grow(first, more.slice(half));
  }
  yield* grow([], [...places.keys()]);
  return found;
}
