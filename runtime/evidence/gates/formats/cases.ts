// The single tests that an output names, and how each ended: to compare two runs of one command, case by
// case. Only formats for programs name them; of any other text, and of one that broke off, nothing is said.

import { plainText } from '../../../model/terminal-text.ts';
import { type Fields, fields, list, Malformed, parseJson } from './shape.ts';
import { tapPoints } from './tap.ts';

/** By name whether it passed; skipped ones are left out. */
export type Cases = ReadonlyMap<string, boolean>;

export type Ended = readonly [name: string, passed: boolean];

/** What a command printed: TAP, the lines of `go test -json`, the JSON of jest or vitest. */
export function casesOf(output: string): Cases | undefined {
  try {
    const ended = tapCases(output) ?? goCases(output) ?? jestLine(output);
    return ended && casesFrom(ended);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

export type Compared = Readonly<{ caught: number; either: number }>;

/** Cases that failed on the first tree and pass now, and that passed on both. */
export function compareCases(red: Cases, green: Cases): Compared {
  const passing = [...green].filter(([, passed]) => passed);
  return {
    caught: passing.filter(([name]) => red.get(name) === false).length,
    either: passing.filter(([name]) => red.get(name) === true).length,
  };
}

/** Two of one name are told apart by their order. */
export function casesFrom(ended: readonly Ended[]): Cases {
  const seen = new Map<string, number>();
  return new Map(
    ended.map(([printed, passed]) => {
      const name = plainText(printed);
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      return [nth === 1 ? name : `${name} ${nth}`, passed];
    }),
  );
}

/** Many a program prints `ok`: a version or a plan makes it TAP. */
export function tapCases(output: string): Ended[] | undefined {
  if (!/^(?:TAP version \d+|1\.\.\d+)\s*$/m.test(output)) return undefined;
  return tapPoints(output)
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ name, outcome }) => [name, outcome === 'passed']);
}

const GO_EVENT = /^\{.*"Action":"(?:pass|fail)".*"Package":/;

export function goCases(output: string): Ended[] | undefined {
  const lines = output.split('\n').filter((line) => GO_EVENT.test(line));
  if (lines.length === 0) return undefined;
  return lines.flatMap((line): Ended[] => {
    const { Action, Package, Test } = fields(parseJson(line), 'a line');
    return typeof Test === 'string' ? [[`${Package} ${Test}`, Action === 'pass']] : [];
  });
}

/** Among other lines. */
function jestLine(output: string): Ended[] | undefined {
  const line = output.split('\n').find((text) => /^\{.*"testResults":/.test(text));
  return line === undefined ? undefined : jestCases(line);
}

export function jestCases(text: string): Ended[] {
  const report = fields(parseJson(text), 'the file');
  return list(report.testResults, 'testResults').flatMap((suite) =>
    list(fields(suite, 'a suite').assertionResults, 'assertionResults').flatMap((one) =>
      jestCase(fields(one, 'a test')),
    ),
  );
}

/** Of pytest-json-report. */
export function pytestCases(text: string): Ended[] {
  const { tests } = fields(parseJson(text), 'the file');
  return list(tests, 'tests').flatMap((one): Ended[] => {
    const { nodeid, outcome } = fields(one, 'a test');
    const isTold = outcome === 'passed' || outcome === 'failed' || outcome === 'error';
    return isTold ? [[String(nodeid), outcome === 'passed']] : [];
  });
}

function jestCase({ ancestorTitles, title, status }: Fields): Ended[] {
  if (status !== 'passed' && status !== 'failed') return [];
  const path = Array.isArray(ancestorTitles) ? ancestorTitles : [];
  return [[[...path, title].map(String).join(' > '), status === 'passed']];
}
