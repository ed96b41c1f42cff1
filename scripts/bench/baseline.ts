// The rows of an earlier run, committed, so that whoever makes something worse is shown what.

import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Row, Unit } from './row.ts';

export const BASELINE = join(import.meta.dirname, 'baseline.json');

/** How much worse a row may be, on the machine of the baseline and on another; null: not compared. */
const TOLERANCE: Readonly<Record<Unit, Readonly<{ here: number; elsewhere: number | null }>>> = {
  // Elsewhere, Node itself starts in another way.
  '×': { here: 0.1, elsewhere: 0.3 },
  // Of a core, where hardly anything is done: what others do on the machine is most of it.
  '%': { here: 1, elsewhere: null },
  MB: { here: 0.1, elsewhere: null },
  ms: { here: 0.25, elsewhere: null },
  s: { here: 0.25, elsewhere: null },
  // The same everywhere, but for the lengths of paths and names.
  characters: { here: 0.02, elsewhere: 0.02 },
  turns: { here: 0, elsewhere: 0 },
};

const baselineSchema = z.strictObject({
  machine: z.strictObject({
    cpu: z.string(),
    cores: z.number().int(),
    platform: z.string(),
    node: z.string(),
  }),
  rows: z.record(z.string(), z.strictObject({ value: z.number(), spread: z.number() })),
});
export type Baseline = z.infer<typeof baselineSchema>;

export function thisMachine(): Baseline['machine'] {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    platform: `${platform()} ${arch()}`,
    node: process.version,
  };
}

export function readBaseline(path: string): Baseline {
  return baselineSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Rows that were not measured this time stay as they were. */
export function writeBaseline(path: string, rows: readonly Row[]): void {
  const now = rows.map(({ name, value, spread = 0 }) => [
    name,
    { value: rounded(value), spread: rounded(spread) },
  ]);
  const baseline: Baseline = {
    machine: thisMachine(),
    rows: { ...known(path), ...Object.fromEntries(now) },
  };
  writeFileSync(path, `${JSON.stringify(baseline, null, 2)}\n`);
}

function known(path: string): Baseline['rows'] {
  try {
    return readBaseline(path).rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export type Worse = Readonly<{ row: Row; was: number; allowed: number }>;

export type Comparison = Readonly<{
  worse: readonly Worse[];
  /** In the baseline, and could not be measured now. */
  gone: readonly string[];
  /** Measured now and not in the baseline. */
  unknown: readonly string[];
}>;

/** Whether what a baseline says can be compared number by number with what is measured here. */
export function isOfThisMachine({ machine }: Baseline): boolean {
  return Object.entries(thisMachine()).every(([key, value]) => Reflect.get(machine, key) === value);
}

/** A row may be worse by the tolerance, and by as much as its rounds were apart, then and now. */
export function compare(
  rows: readonly Row[],
  baseline: Baseline,
  wanted: readonly string[] = [],
): Comparison {
  const where = isOfThisMachine(baseline) ? 'here' : 'elsewhere';
  const worse = rows.flatMap((row) => {
    const before = baseline.rows[row.name];
    const tolerance = TOLERANCE[row.unit][where];
    if (before === undefined || tolerance === null) return [];
    const allowed = before.value * (1 + tolerance) + before.spread + (row.spread ?? 0);
    return row.value > allowed ? [{ row, was: before.value, allowed }] : [];
  });
  const names = new Set(rows.map(({ name }) => name));
  return {
    worse,
    gone: wanted.filter((name) => name in baseline.rows && !names.has(name)),
    unknown: [...names].filter((name) => !(name in baseline.rows)),
  };
}
