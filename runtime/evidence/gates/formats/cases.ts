// The single tests that an output names, and how each ended: to compare two runs of one command, case by
// case. Only formats for programs name them; of any other text, and of one that broke off, nothing is said.

import type { OutputFormat } from '../../../model/gate.ts';
import { plainText } from '../../../model/terminal-text.ts';
import { goTold } from './go-test.ts';
import { jestTold } from './jest.ts';
import { junitTold } from './junit.ts';
import { pytestTold } from './pytest.ts';
import { Malformed, type Told } from './shape.ts';
import { tapPoints, tapTold } from './tap.ts';

/** By name whether it passed; skipped ones are left out. */
export type Cases = ReadonlyMap<string, boolean>;

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
  return orNone(() => READERS[format]?.(text));
}

/** What a command printed: TAP, the lines of `go test -json`, the JSON of jest or vitest. */
export function casesOf(output: string): Cases | undefined {
  const told = orNone(() => tapIn(output) ?? goIn(output) ?? jestIn(output));
  return told && casesFrom(told);
}

type Compared = Readonly<{ caught: number; either: number }>;

/** Cases that failed on the first tree and pass now, and that passed on both. */
export function compareCases(red: Cases, green: Cases): Compared {
  const passing = [...green].filter(([, passed]) => passed);
  return {
    caught: passing.filter(([name]) => red.get(name) === false).length,
    either: passing.filter(([name]) => red.get(name) === true).length,
  };
}

/** Two of one name are told apart by their order. */
export function casesFrom(told: readonly Told[]): Cases {
  const seen = new Map<string, number>();
  const ran = told.filter(({ name, ended }) => name !== '' && ended !== 'skipped');
  return new Map(
    ran.map(({ groups, name: own, ended }) => {
      const name = plainText([...groups, own].join(' > '));
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      return [nth === 1 ? name : `${name} ${nth}`, ended === 'passed'];
    }),
  );
}

function orNone(read: () => readonly Told[] | undefined): readonly Told[] | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** Many a program prints `ok`: a version or a plan makes it TAP. */
function tapIn(output: string): readonly Told[] | undefined {
  return /^(?:TAP version \d+|1\.\.\d+)\s*$/m.test(output) ? tapPoints(output) : undefined;
}

const GO_EVENT = /^\{.*"Action":".*"Package":/;

function goIn(output: string): readonly Told[] | undefined {
  const lines = output.split('\n').filter((line) => GO_EVENT.test(line));
  return lines.length === 0 ? undefined : goTold(lines.join('\n'));
}

/** Among other lines. */
function jestIn(output: string): readonly Told[] | undefined {
  const line = output.split('\n').find((text) => /^\{.*"testResults":/.test(text));
  return line === undefined ? undefined : jestTold(line);
}
