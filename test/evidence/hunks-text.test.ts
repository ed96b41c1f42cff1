// What is said of the hunks that were put back.

import { describe, expect, test } from 'vitest';
import { couldNotBuild } from '../../runtime/evidence/commands/no-test-ran.ts';
import type { HunksTried } from '../../runtime/model/proof.ts';
import { hunksText } from '../../runtime/words/fault.ts';

const NINE: HunksTried = {
  tree: 't',
  command: ['npm', 'test'],
  hunks: 9,
  held: 7,
  not_held: ['src/a.js:40'],
  silent: 1,
  too_slow: false,
};

test.each<[Partial<HunksTried>, string]>([
  [
    { cases: { caught: 3, either: 4 } },
    '3 cases caught the fault, 4 passed either way; 7 of 9 hunks are held by a test; not held: src/a.js:40; 1 without which it could not run',
  ],
  [
    { hunks: 12, held: 8, not_held: ['a.js:1', 'b.js:2'], silent: 0 },
    '8 of 12 hunks are held by a test; not held: a.js:1, b.js:2; 2 not tried',
  ],
  [
    { hunks: 1, held: 1, not_held: [], silent: 0, cases: { caught: 1, either: 0 } },
    '1 case caught the fault, 0 passed either way; 1 of 1 hunk is held by a test',
  ],
  [
    { held: 0, not_held: [], silent: 0, too_slow: true },
    'which of 9 hunks a test holds was not tried, one run takes over 10 s',
  ],
])('how many are held is said in half sentences: %j', (more, text) => {
  expect(hunksText({ ...NINE, ...more })).toBe(text);
});

describe('with a hunk put back', () => {
  test.each([
    ['a module that cannot be parsed', "# file:///a.js:2\n# SyntaxError: Unexpected token ';'\n"],
    ['a name that is not there when it is loaded', 'ReferenceError: LIMIT is not defined\n'],
    ['a file that is not there', "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/a/b.js'\n"],
    ['pytest', 'E     File "a.py", line 2\nE   IndentationError: unexpected indent\n'],
    ['a compiler of C', 'src/a.c:3:5: error: use of undeclared identifier\n'],
    ['go build', './a.go:3:5: undefined: limit\nFAIL\texample.org/a [build failed]\n'],
    ['tsc', 'src/a.ts(3,5): error TS2304: Cannot find name\n'],
    ['rustc', 'error[E0425]: cannot find value\nerror: could not compile `a`\n'],
  ])('a program that does not load or build says nothing: %s', (_, printed) => {
    expect(couldNotBuild(printed)).toBe(true);
  });

  test.each([
    [
      'a test that says no',
      'not ok 1 - a\n  error: |-\n    Expected values to be strictly equal:\n',
    ],
    [
      'an error within a test',
      "not ok 1 - a\n  error: 'LIMIT is not defined'\n  name: 'ReferenceError'\n",
    ],
    [
      'a parser under test',
      'SyntaxError: Unexpected token\nAssertionError [ERR_ASSERTION]: Missing expected exception\n',
    ],
    ['a test of Go', '--- FAIL: TestA (0.00s)\n    a_test.go:12: got 1, want 2\n'],
  ])('is held by %s', (_, printed) => {
    expect(couldNotBuild(printed)).toBe(false);
  });
});
