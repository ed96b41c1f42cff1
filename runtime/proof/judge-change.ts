// What one change proves: from its trees to the verdict, with each run shown as it goes. Whoever calls it says what
// may run, and where.

import { join } from 'node:path';
import type { Wrote } from '../evidence/gates/check.ts';
import { readProduct } from '../evidence/seal/read-product.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import type { Result } from '../evidence/trees/result.ts';
import { SpareCopy } from '../evidence/trees/spare-copy.ts';
import { makeFolders } from '../files/changing.ts';
import type { ProductGlob } from '../model/gate-schema.ts';
import type { Change, Check, LookedAt } from './change.ts';
import { composer } from './compose.ts';
import { type HeldPlaces, heldPlaces } from './held-places.ts';
import { readChange } from './read-change.ts';
import { prove } from './replay.ts';
import { type Row, type Want, wroteIn } from './row.ts';
import { runTrial, type Trials } from './run-trial.ts';
import type { Verdict } from './verdict.ts';
import type { Trees } from './which-trees.ts';

type Asked = Readonly<{
  place: TreePlace;
  trees: Trees;
  checks: readonly Check[];
  product: readonly ProductGlob[];
  /** Doubts that a person said yes to. */
  looked?: readonly LookedAt[] | undefined;
}>;

export function readAsked({
  place,
  trees,
  checks,
  product,
  looked = [],
}: Asked): Promise<Result<Change>> {
  const { base, head, filtered, sinceMs, unheld } = trees;
  const sides = { base: base.tree, tree: head.tree };
  return readChange({ ...place, ...sides, product, checks, filtered, sinceMs, unheld, looked });
}

export type Ran = Readonly<{
  verdict: Verdict;
  rows: readonly Row[];
  seconds: number;
  /** Which lines a test holds, where somebody asked and the change is shown. */
  held?: HeldPlaces | undefined;
}>;

/** Somebody ended it. `wrote`: what its runs changed in the working tree. */
export class Stopped extends Error {
  readonly wrote: readonly Wrote[];
  constructor(wrote: readonly Wrote[] = []) {
    super();
    this.wrote = wrote;
  }
}

type How = Pick<Trials, 'owner' | 'isGone'> &
  Readonly<{
    /** A folder for what is printed. */
    own: string;
    stop: AbortSignal;
    /** Runs what it is given, and says so. */
    show: (want: Want, before: number, run: () => Promise<Row>) => Promise<Row>;
    /** What a person allows a check, and who is told of its process. */
    startOf?: (want: Want) => Pick<Trials, 'start' | 'onStart'>;
    /** Tells which lines a test holds, and may take so many seconds for it. */
    linesIn?: number | undefined;
  }>;

/** Throws `Stopped`. */
export async function judgeChange(
  { place, trees, product }: Asked,
  change: Change,
  { own, stop, show, startOf, linesIn, owner, isGone }: How,
): Promise<Ran> {
  const folder = join(own, 'logs');
  makeFolders(folder);
  await using spare = new SpareCopy();
  const trials = {
    ...place,
    change,
    compose: composer(change, place),
    product: await readProduct({ ...place, first: trees.base.tree }, product),
    unmade: trees.unmade,
    folder,
    owner,
    isGone,
    sinceMs: Date.now(),
    spare,
    stop,
  };
  const rows: Row[] = [];
  const began = performance.now();
  const run = (want: Want, of: Change): Promise<Row> =>
    show(want, rows.length, async () => {
      const row = await runTrial({ ...trials, change: of, ...startOf?.(want) }, want);
      if (stop.aborted) throw new Stopped(wroteIn([...rows, row]));
      return row;
    });
  const verdict = await prove(change, (want) => run(want, change), rows);
  const seconds = Math.round(performance.now() - began) / 1000;
  const whole = verdict.is === 'shown' ? rows.find((row) => isWhole(row, verdict)) : undefined;
  if (linesIn === undefined || whole === undefined) return { verdict, rows, seconds };
  const held = await heldPlaces(change, {
    whole,
    seconds: linesIn,
    run: (want, left) => run(want, { ...change, checks: change.checks.map(within(left)) }),
  });
  return { verdict, rows, seconds, held };
}

/** Where cases fail without the change too, the run that leaves out their files. */
function isWhole({ recipe, check, ended }: Row, shown: Extract<Verdict, { is: 'shown' }>): boolean {
  const isGreen = recipe.back === 'nothing' && recipe.planted === undefined && ended === 'pass';
  return isGreen && check === shown.check;
}

function within(seconds: number): (check: Check) => Check {
  return ({ gate, ...of }) => ({
    ...of,
    gate: { ...gate, timeout_sec: Math.min(gate.timeout_sec, seconds) },
  });
}
