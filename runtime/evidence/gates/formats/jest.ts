import type { Counts } from '../../../model/gate.ts';
import { count, countIfThere, type Fields, fields, list, parseJson, worse } from './shape.ts';

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
  const seen = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of list(report.testResults, 'testResults')) {
    const { assertionResults } = fields(suite, 'an entry of testResults');
    for (const test of list(assertionResults, 'assertionResults')) {
      const { status } = fields(test, 'an entry of assertionResults');
      if (status === 'passed') seen.passed += 1;
      else if (status === 'failed') seen.failed += 1;
      else seen.skipped += 1;
    }
  }
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
