// What machine formats are checked with, value by value. A file is the work of other programs, and a
// wrong type must neither be counted nor break us. Messages never quote the file: it may hold secrets.

import type { TestCounts } from '../../../model/gate.ts';

/** The file is not what its format says. The message is half a sentence: "it is no JSON". */
export class Malformed extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed('it is no JSON');
  }
}

export function fields(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Malformed(`${what} is no object`);
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Malformed(`${what} is no list`);
}

export function count(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Malformed(`${what} is no count`);
}

export function countIfThere(value: unknown, what: string): number {
  return value === undefined || value === null ? 0 : count(value, what);
}

/** One test, as a report names it. Without a name it is its group, its file or its package as a whole. */
export type Told = Readonly<{
  /** As the report spells it. */
  file?: string | undefined;
  /** What it stands in, outermost first. */
  groups: readonly string[];
  name: string;
  ended: keyof Tally;
  /** Of a failure: its message, without the stack where the format keeps them apart. */
  said?: string | undefined;
}>;

/** More of a message than this tells nobody more. */
export const MAX_SAID = 2_000;

export type Tally = { passed: number; failed: number; skipped: number };

/** A file that gives totals and single tests counts what is worse: no total hides a failed test. */
export function worse(totals: Tally, seen: Tally): TestCounts {
  return withTotal({
    passed: Math.min(totals.passed, seen.passed),
    failed: Math.max(totals.failed, seen.failed),
    skipped: seen.skipped,
  });
}

export function tallyOf(told: readonly Told[]): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { ended } of told) tally[ended] += 1;
  return tally;
}

export function withTotal({ passed, failed, skipped }: Tally): TestCounts {
  return { passed, failed, skipped, total: passed + failed + skipped };
}
