// The formats that gates write for programs: what a text of each counts, and the single tests that it names, to compare
// two runs of one command case by case. Of any other text, and of one that broke off, nothing is said.

import type { Counts, OutputFormat } from '../../../model/gate.ts';
import { goTold, readGoTest } from './go-test.ts';
import { jestTold, readJest } from './jest.ts';
import { junitTold, readJunit } from './junit.ts';
import { pytestTold, readPytest } from './pytest.ts';
import { Malformed, type Told } from './shape.ts';

type Reader = Readonly<{
  counts: (text: string) => Counts;
  told: (text: string) => readonly Told[];
}>;

const JEST: Reader = { counts: readJest, told: jestTold };
const READERS: Readonly<Record<OutputFormat, Reader>> = {
  junit: { counts: readJunit, told: junitTold },
  jest: JEST,
  vitest: JEST,
  pytest: { counts: readPytest, told: pytestTold },
  'go-test': { counts: readGoTest, told: goTold },
};

/** What a text of this format counts, or what is wrong with it in half a sentence. Total. */
export function readCounts(
  format: OutputFormat,
  text: string,
): Readonly<{ ok: true; counts: Counts } | { ok: false; problem: string }> {
  try {
    return { ok: true, counts: READERS[format].counts(text) };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: error.message };
    throw error;
  }
}

/** The tests that a report names; undefined if it names none, or is not what it has to be. Total. */
export function toldBy(format: OutputFormat, text: string): readonly Told[] | undefined {
  try {
    return READERS[format].told(text);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
