import type { Counts } from '../../../model/gate.ts';
import {
  count,
  countIfThere,
  type Fields,
  fields,
  list,
  MAX_SAID,
  parseJson,
  type Told,
  tallyOf,
  worse,
} from './shape.ts';

/** What `jest --json` and the json reporter of vitest write. */
export function readJest(text: string): Counts {
  const report = fields(parseJson(text), 'the file');
  const totals = {
    passed: count(report.numPassedTests, 'numPassedTests'),
    failed: count(report.numFailedTests, 'numFailedTests'),
    skipped:
      countIfThere(report.numPendingTests, 'numPendingTests') +
      countIfThere(report.numTodoTests, 'numTodoTests'),
  };
  const suites = list(report.testResults, 'testResults').map((one) => fields(one, 'a suite'));
  const seen = tallyOf(suites.flatMap(testsOf));
  const tests = worse(totals, seen);
  const broken = tests.failed === 0 ? brokenSuites(report) : 0;
  const { failed, total } = tests;
  return { tests: { ...tests, failed: failed + broken, total: total + broken } };
}

/** A suite that could not be loaded has no test that failed. */
function brokenSuites({ success, numFailedTestSuites, numRuntimeErrorTestSuites }: Fields): number {
  const suites =
    countIfThere(numFailedTestSuites, 'numFailedTestSuites') ||
    countIfThere(numRuntimeErrorTestSuites, 'numRuntimeErrorTestSuites');
  return success === false ? Math.max(1, suites) : suites;
}

/**
 * Its tests by file, and files that failed without one. Some write a line for each part of a run. A test that
 * is expected to fail and does is told as passed, and cannot be told from others.
 */
export function jestTold(text: string): readonly Told[] {
  return documents(text).flatMap((one) => {
    const { testResults } = fields(one, 'the file');
    return list(testResults, 'testResults').flatMap((suite) => inSuite(fields(suite, 'a suite')));
  });
}

function documents(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isOne = lines.length < 2 || !lines.every((line) => /^\{.*\}\s*$/.test(line));
  return isOne ? [parseJson(text)] : lines.map(parseJson);
}

function inSuite(suite: Fields): readonly Told[] {
  const told = testsOf(suite);
  const { status, message } = suite;
  if (status !== 'failed' || told.some(({ ended }) => ended === 'failed')) return told;
  const file = fileOf(suite);
  return [...told, { file, groups: [], name: '', ended: 'failed', said: textOf(message) }];
}

function testsOf(suite: Fields): readonly Told[] {
  const all = list(suite.assertionResults, 'assertionResults');
  return all.map((one) => testIn(fileOf(suite), fields(one, 'a test')));
}

function fileOf({ name }: Fields): string | undefined {
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function testIn(file: string | undefined, test: Fields): Told {
  const { ancestorTitles, title, status, failureMessages } = test;
  const groups = Array.isArray(ancestorTitles) ? ancestorTitles.map(textOf) : [];
  const place = { file, groups, name: textOf(title) };
  if (status === 'passed') return { ...place, ended: 'passed' };
  if (status !== 'failed') return { ...place, ended: 'skipped' };
  const [first] = Array.isArray(failureMessages) ? failureMessages : [];
  return { ...place, ended: 'failed', said: textOf(first) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_SAID) : '';
}
