// The single tests that a report names, and how each ended: to compare two runs of one command, case by case. Only
// formats for programs name them; of any other text, and of one that broke off, nothing is said.

import type { OutputFormat } from '../../../model/gate.ts';
import { goTold } from './go-test.ts';
import { jestTold } from './jest.ts';
import { junitTold } from './junit.ts';
import { pytestTold } from './pytest.ts';
import { Malformed, type Told } from './shape.ts';
import { tapTold } from './tap.ts';

const READERS: Readonly<Partial<Record<OutputFormat, (text: string) => readonly Told[]>>> = {
  junit: junitTold,
  tap: tapTold,
  jest: jestTold,
  vitest: jestTold,
  pytest: pytestTold,
  'go-test': goTold,
};

/** Whether a file of this format names single tests. */
export function namesTests(format: OutputFormat): boolean {
  return READERS[format] !== undefined;
}

/** The tests that a report names; undefined if it names none, or is not what it has to be. Total. */
export function toldBy(format: OutputFormat, text: string): readonly Told[] | undefined {
  try {
    return READERS[format]?.(text);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
