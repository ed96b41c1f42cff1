// Turn by turn: a batch of bare Node, then what is measured, and the ratio of the two that stood side
// by side, because a neighbour's load comes and goes.

import type { Row, Run } from './row.ts';
import { type Call, median, type Sample, spread, timed } from './timed.ts';
import type { Prepared } from './workspace.ts';

export type Batch = Readonly<{
  name: string;
  limit?: number;
  /** Puts everything back before each round. */
  before: () => void;
  calls: readonly Call[];
}>;

/** A batch of bare Node serves so many neighbours. */
const NEIGHBOURS = 2;
/** What is far off needs no fine measure. */
const FAR_OFF = 3;
const ROUNDS_FAR_OFF = 3;

type Pair = Readonly<{ bare: Sample; sample: Sample }>;

export function interleaved(
  prepared: Prepared,
  batches: readonly Batch[],
  bareCalls: readonly Call[],
  run: Run,
): Row[] {
  const pairs = new Map<string, Pair[]>(batches.map(({ name }) => [name, []]));
  const time = (calls: readonly Call[]): Sample =>
    timed(calls, prepared.environment, prepared.home);
  // Round 0 warms the page cache.
  for (let round = 0; round <= run.rounds; round += 1) {
    let bare: Sample | undefined;
    let neighbours = 0;
    // Another order each round, so that nobody always stands beside the same neighbour.
    for (const batch of rotated(batches, round)) {
      const seen = pairs.get(batch.name) ?? [];
      if (seen.length >= ROUNDS_FAR_OFF && ratios(seen, 'cpuMs').every((r) => r > FAR_OFF))
        continue;
      run.progress(`${batch.name}, round ${round} of ${run.rounds}`);
      batch.before();
      if (bare === undefined || neighbours >= NEIGHBOURS) {
        bare = time(bareCalls);
        neighbours = 0;
      }
      const sample = time(batch.calls);
      neighbours += 1;
      if (round > 0) seen.push({ bare, sample });
    }
  }
  return batches.map((batch) => rowOf(batch, pairs.get(batch.name) ?? []));
}

function rowOf(batch: Batch, pairs: readonly Pair[]): Row {
  const cpu = ratios(pairs, 'cpuMs');
  return {
    name: batch.name,
    beside: 'node -e 0',
    ratios: { cpu: median(cpu), wall: median(ratios(pairs, 'wallMs')) },
    spread: spread(cpu),
    ...(batch.limit === undefined ? {} : { limit: batch.limit }),
    figures: {
      cpuMs: median(pairs.map(({ sample }) => sample.cpuMs)),
      wallMs: median(pairs.map(({ sample }) => sample.wallMs)),
      bareCpuMs: median(pairs.map(({ bare }) => bare.cpuMs)),
      bareWallMs: median(pairs.map(({ bare }) => bare.wallMs)),
    },
  };
}

function ratios(pairs: readonly Pair[], key: keyof Sample): number[] {
  return pairs.map(({ bare, sample }) => sample[key] / bare[key]);
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
