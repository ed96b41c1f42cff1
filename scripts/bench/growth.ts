// How the cost of a step grows with what lies in the repository.

import { HOT_STEPS } from './hot-steps.ts';
import type { Row } from './row.ts';

export type Series = Readonly<{ step: string; ratios: ReadonlyArray<number | undefined> }>;

export type Growth = Readonly<{
  title: string;
  sizes: readonly number[];
  /** How much dearer a step may be at the largest size than at the smallest. */
  limit: number;
  series: readonly Series[];
}>;

const STEPS = [...HOT_STEPS.map(({ name }) => name), 'status'];

/** CPU against bare Node, by open nodes and by past events. */
export function growthOf(rows: readonly Row[]): Growth[] {
  const cpu = new Map(rows.map((row) => [row.name, row.ratios.cpu]));
  const of = (title: string, limit: number, places: ReadonlyArray<readonly [number, string]>) => ({
    title,
    limit,
    sizes: places.map(([size]) => size),
    series: STEPS.map((step) => ({
      step,
      ratios: places.map(([, where]) => cpu.get(`${where}/${step}`)),
    })).filter(({ ratios }) => ratios.filter((ratio) => ratio !== undefined).length > 1),
  });
  return [
    of('open nodes', 1.2, [
      [6, 'nodes-6'],
      [1000, 'nodes-1000'],
      [10_000, 'nodes-10000'],
    ]),
    of('open nodes in one goal', 1.2, [
      [6, 'nodes-6'],
      [1000, 'graph-1000'],
      [10_000, 'graph-10000'],
    ]),
    of('past events', 1.03, [
      [100, 'nodes-6'],
      [10_000, 'events-10000'],
      [1_000_000, 'events-1000000'],
    ]),
  ].filter(({ series }) => series.length > 0);
}

/** The last ratio over the first. */
export function grown({ ratios }: Series): number | undefined {
  const known = ratios.filter((ratio) => ratio !== undefined);
  const [first] = known;
  const last = known.at(-1);
  return first === undefined || last === undefined ? undefined : last / first;
}
