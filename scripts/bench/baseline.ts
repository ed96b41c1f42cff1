// The ratios of an earlier run, committed, so that whoever makes something slower is told what.

import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { MEASURES, type Measure, type Row } from './row.ts';

export const BASELINE = join(import.meta.dirname, 'baseline.json');

/** How much worse a ratio may be. Wall time is shown only: it waits for a disk that others use too. */
const TOLERANCE: Readonly<Record<Measure, number | null>> = {
  cpu: 0.1,
  memory: 0.1,
  unrecorded: 0,
  wall: null,
};

/** So much more room has a baseline of another machine: there, Node itself starts in another way. */
const ELSEWHERE = 3;

const machineSchema = z.strictObject({
  cpu: z.string(),
  cores: z.number().int(),
  memoryGb: z.number(),
  platform: z.string(),
  node: z.string(),
});

const baselineSchema = z.strictObject({
  machine: machineSchema,
  rows: z.record(z.string(), z.partialRecord(z.enum([...MEASURES, 'spread']), z.number())),
});
export type Baseline = z.infer<typeof baselineSchema>;

export function thisMachine(): Baseline['machine'] {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${platform()} ${arch()}`,
    node: process.version,
  };
}

export function readBaseline(path: string): Baseline {
  return baselineSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Rows that were not measured this time stay as they were. */
export function writeBaseline(path: string, rows: readonly Row[]): void {
  const before = known(path);
  const measured = rows.filter((row) => row.refused === undefined);
  const now = Object.fromEntries(measured.map((row) => [row.name, rounded(row)]));
  const baseline: Baseline = { machine: thisMachine(), rows: { ...before, ...now } };
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

function rounded({ ratios, spread }: Row): Baseline['rows'][string] {
  const numbers = Object.entries({ ...ratios, ...(spread === undefined ? {} : { spread }) });
  return Object.fromEntries(
    numbers.map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
  );
}

export type Worse = Readonly<{
  name: string;
  measure: Measure;
  was: number;
  is: number;
  allowed: number;
}>;

export type Comparison = Readonly<{
  worse: readonly Worse[];
  /** In the baseline, and could not be measured now. */
  gone: readonly string[];
  /** Measured now and not in the baseline. */
  unknown: readonly string[];
}>;

/** Whether what a baseline says can be held against what is measured here, number by number. */
export function isOfThisMachine({ machine: { memoryGb: _, ...theirs } }: Baseline): boolean {
  const { memoryGb: __, ...ours } = thisMachine();
  return Object.entries(ours).every(([name, value]) => Reflect.get(theirs, name) === value);
}

/** A row may be worse by the tolerance, and by as much as its rounds were apart, then and now. */
export function compare(
  rows: readonly Row[],
  baseline: Baseline,
  wanted: readonly string[] = [],
): Comparison {
  const room = isOfThisMachine(baseline) ? 1 : ELSEWHERE;
  const worse: Worse[] = [];
  const unknown: string[] = [];
  const measured = rows.filter((row) => row.refused === undefined);
  for (const row of measured) {
    const before = baseline.rows[row.name];
    if (before === undefined) unknown.push(row.name);
    for (const measure of MEASURES) {
      const was = before?.[measure];
      const is = row.ratios[measure];
      const tolerance = TOLERANCE[measure];
      if (was === undefined || is === undefined || tolerance === null) continue;
      const apart = measure === 'unrecorded' ? 0 : (row.spread ?? 0) + (before?.spread ?? 0);
      const allowed = was * (1 + tolerance * room) + apart;
      if (is > allowed) worse.push({ name: row.name, measure, was, is, allowed });
    }
  }
  const names = new Set(measured.map(({ name }) => name));
  const gone = wanted.filter((name) => name in baseline.rows && !names.has(name));
  return { worse, gone, unknown };
}
