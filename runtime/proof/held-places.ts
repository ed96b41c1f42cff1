// Which changed places of the program a test holds: each is put back alone, and the check that shows the change runs
// there. Where it still passes no test holds the place. It is told to whoever asks, and nothing is judged by it.

import { isProse } from '../evidence/seal/product-paths.ts';
import type { Change, Place } from './change.ts';
import type { Row, Want } from './row.ts';

export type HeldPlaces = Readonly<{
  /** Without each of these, as `path:line`, the check fails. */
  held: readonly string[];
  /** Without each of these it passes. */
  free: readonly string[];
  /** Without so many of them it does not load, start or end. */
  silent: number;
  /** For so many there was no time. */
  untried: number;
  rows: readonly Row[];
}>;

type Asked = Readonly<{
  /** The check that shows the change, as it passed with all of it. */
  whole: Row;
  /** For all runs together. */
  seconds: number;
  /** Whose change it is, where others changed files too. */
  concerns?: (path: string) => boolean;
  /** Runs a trial, and ends it after so many seconds. */
  run: (want: Want, seconds: number) => Promise<Row>;
}>;

/** The biggest places first. None is begun for which the time left is shorter than one run. */
export async function heldPlaces(
  { places, checks }: Change,
  { whole, seconds, concerns = () => true, run }: Asked,
): Promise<HeldPlaces> {
  const { check, recipe } = whole;
  const limit = checks[check]?.gate.timeout_sec ?? 0;
  const began = performance.now();
  const rows: Row[] = [];
  const found: Record<Without, string[]> = { held: [], free: [], silent: [], untried: [] };
  for (const [at, place] of inSize(places).filter(([, { path }]) => concerns(path))) {
    const left = seconds - (performance.now() - began) / 1000;
    let without: Without = 'untried';
    if (left > whole.seconds) {
      const row = await run({ recipe: { ...recipe, back: [at] }, check, nth: 1 }, left);
      rows.push(row);
      without = withoutIt(row, left < limit);
    }
    found[without].push(`${place.path}:${place.line}`);
  }
  return { ...found, silent: found.silent.length, untried: found.untried.length, rows };
}

type Without = 'held' | 'free' | 'silent' | 'untried';

function inSize(places: readonly Place[]): ReadonlyArray<readonly [number, Place]> {
  return [...places.entries()]
    .filter(([, { path, isTest }]) => isTest === undefined && !isProse(path))
    .sort(([, a], [, b]) => b.size - a.size);
}

/** `isShort`: it had less time than its check has. */
function withoutIt({ ended }: Row, isShort: boolean): Without {
  if (ended === 'pass') return 'free';
  if (ended === 'fail') return 'held';
  return ended === 'timeout' && isShort ? 'untried' : 'silent';
}
