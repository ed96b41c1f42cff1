// Which output of a run says that the program did not load or build, so that it tells nothing of what it would do.

import { describe, expect, test } from 'vitest';
import { couldNotBuild } from '../../runtime/evidence/commands/no-test-ran.ts';

describe('without a place of the program', () => {
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
