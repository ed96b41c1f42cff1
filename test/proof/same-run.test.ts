// That asking for a report changed nothing: by exit code, and by what a runner counts in its own words.

import { describe, expect, test } from 'vitest';
import { sameTotals, totalsOf } from '../../runtime/proof/same-run.ts';

const COLOUR = '\u001b[31m';

describe('the totals of', () => {
  test.each<[string, string, Readonly<Record<string, number>>]>([
    [
      'node as TAP',
      '# tests 3\n# pass 2\n# fail 1\n',
      { 'node tests': 3, 'node pass': 2, 'node fail': 1 },
    ],
    [
      'node for people',
      'ℹ tests 3\nℹ pass 2\nℹ fail 1\n',
      { 'node tests': 3, 'node pass': 2, 'node fail': 1 },
    ],
    ['mocha', '  2 passing (5ms)\n  1 failing\n', { 'mocha passing': 2, 'mocha failing': 1 }],
    [
      'jest',
      'Tests:       1 failed, 2 passed, 3 total\nTime: 3 s\n',
      { 'Tests failed': 1, 'Tests passed': 2, 'Tests total': 3 },
    ],
    [
      'vitest',
      `${COLOUR}      Tests  1 failed${COLOUR} | 2 passed (3)\n`,
      { 'Tests failed': 1, 'Tests passed': 2, 'Tests all': 3 },
    ],
    [
      'pytest',
      '=== 1 failed, 2 passed, 1 xfailed in 0.12s ===\n',
      { 'pytest failed': 1, 'pytest passed': 2, 'pytest xfailed': 1 },
    ],
    ['unittest', 'Ran 12 tests in 0.001s\n\nOK\n', { 'unittest ran': 12 }],
    [
      'pytest, quiet',
      '1 failed, 2 subtests passed in 61.3s (0:01:01)\n',
      { 'pytest failed': 1, 'pytest subtests': 2 },
    ],
    [
      'go',
      'ok  \texample.org/a\t0.1s\nFAIL\texample.org/b\t0.2s\nFAIL\n',
      { 'go ok example.org/a': 1, 'go FAIL example.org/b': 1 },
    ],
    [
      'cargo',
      'test result: ok. 2 passed; 0 failed; 1 ignored; finished in 0.00s\ntest result: ok. 1 passed;\n',
      { 'rust passed': 3, 'rust failed': 0, 'rust ignored': 1 },
    ],
    ['several runs together', '# pass 2\n# pass 3\n', { 'node pass': 5 }],
    ['other text', 'ok 1 - a\n3 files\nin 3s\n', {}],
  ])('%s', (_, output, totals) => {
    expect(totalsOf(output)).toEqual(totals);
  });
});

test('two runs are the same where they end alike and count the same, whatever took how long', () => {
  const tap = { exitCode: 1, output: '# tests 2\n# fail 1\n# duration_ms 7\n' };
  const spec = { exitCode: 1, output: 'ℹ tests 2\nℹ fail 1\nℹ duration_ms 9\n' };
  const same = (a: string, b: string) => sameTotals(totalsOf(a), totalsOf(b));
  expect(same(tap.output, spec.output)).toBe(true);
  expect(same(tap.output, 'ℹ tests 2\n')).toBe(false);
  expect(same(tap.output, '')).toBe(false);
  expect(same('..', '...')).toBe(true);
});
