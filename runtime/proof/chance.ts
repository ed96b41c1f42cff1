// Cases that fail and pass by chance, where the change cannot be what made them fail: they stand in files that it left
// alone, and passed beside it in another run.

import type { Change } from './change.ts';
import { type Case, failed, isWell, type Judge, type Recipe, type Row } from './row.ts';

type Run = (recipe: Recipe, nth?: number) => Judge<Row>;

export type Tried = Readonly<{
  /** The run that counts. */
  row: Row;
  /** Failed in one run and passed in the next one. */
  flaky: readonly Case[];
  rows: readonly Row[];
}>;

/**
 * Runs it, and once more where nothing failed but cases of files that the change left alone. What the change broke
 * elsewhere fails again.
 */
export function* tryAgain(change: Change, run: Run, recipe: Recipe): Judge<Tried> {
  const first = yield* run(recipe);
  if (!isOfOthers(change, first)) return { row: first, flaky: [], rows: [first] };
  const again = yield* run(recipe, 2);
  const rows = [first, again];
  // One that says nothing of its cases may have left out what failed.
  if (isWell(again) && again.cases) return { row: again, flaky: failed(first), rows };
  return { row: first, flaky: [], rows };
}

function isOfOthers({ files }: Change, row: Row): boolean {
  const changed = new Set(files.map(({ path }) => path));
  const those = failed(row);
  return (
    row.ended === 'fail' &&
    those.length > 0 &&
    those.every(({ file }) => file !== null && !changed.has(file))
  );
}
