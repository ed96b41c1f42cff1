// Of what runners and linters print, the line a person is told.

import { expect, test } from 'vitest';
import { firstFailure } from '../../runtime/evidence/gates/first-failure.ts';

const TAP = `TAP version 13
# Subtest: decodes a packet
ok 1 - decodes a packet
# Subtest: an empty body
not ok 2 - an empty body
  ---
  duration_ms: 1.1
  location: '/repo/test/decoder.test.js:31:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly deep-equal:
    + actual - expected
  code: 'ERR_ASSERTION'
  stack: |-
    TestContext.<anonymous> (file:///repo/test/decoder.test.js:32:10)
  ...
# Subtest: keeps the order
ok 3 - keeps the order
1..3
`;

test.each<[string, string, string]>([
  [
    'TAP, the innermost one, and nothing that may fail or is quoted',
    'not ok 1 - later # TODO\nok 2 - a\n  ---\n  message: |\n    not ok 9 - quoted\n  ...\n    not ok 1 - inner\n      ---\n      operator: equal\n      expected: 3\n      actual: 4\n      ...\n    1..1\nnot ok 3 - outer\n1..3\n',
    'inner: operator: equal expected: 3 actual: 4',
  ],
  [
    'TAP, not what passed behind it',
    TAP,
    'test/decoder.test.js:31 an empty body: Expected values to be strictly deep-equal: + actual - expected',
  ],
  [
    'node:test in words',
    '✔ one (1ms)\n✖ an empty body (1ms)\nℹ fail 1\n\n✖ failing tests:\n\ntest at test/decoder.test.js:31:1\n✖ an empty body (1.2ms)\n  AssertionError [ERR_ASSERTION]: Expected [] got 1\n',
    'test/decoder.test.js:31 an empty body: AssertionError [ERR_ASSERTION]: Expected [] got 1',
  ],
  [
    'vitest',
    ' ❯ test/a.test.ts (2 tests | 1 failed)\n FAIL  test/a.test.ts > sums > two\nAssertionError: expected 3 to be 4\n ❯ test/a.test.ts:5:13\n',
    'test/a.test.ts:5 sums > two: AssertionError: expected 3 to be 4',
  ],
  [
    'jest',
    'FAIL test/a.test.js\n  ● sums › two\n\n    expect(received).toBe(expected)\n\n    Expected: 4\n\n      at Object.<anonymous> (/repo/test/a.test.js:5:13)\n\nTests: 1 failed\n',
    'test/a.test.js:5 sums › two: expect(received).toBe(expected) Expected: 4',
  ],
  [
    'pytest',
    'tests/test_a.py .F\nE       assert 3 == 4\ntests/test_a.py:7: AssertionError\nFAILED tests/test_a.py::test_two - assert 3 == 4\n1 failed, 1 passed\n',
    'tests/test_a.py:7 test_two: assert 3 == 4',
  ],
  [
    'go test',
    '=== RUN   TestTwo\n--- FAIL: TestTwo (0.00s)\n    a_test.go:12: got 3, want 4\nFAIL\nexit status 1\n',
    'a_test.go:12 TestTwo: got 3, want 4',
  ],
  [
    'cargo test',
    "failures:\n\n---- tests::two stdout ----\nthread 'tests::two' panicked at src/lib.rs:12:5:\nassertion `left == right` failed\n  left: 3\n",
    'src/lib.rs:12 tests::two: assertion `left == right` failed left: 3',
  ],
  [
    'unittest',
    'F.\n======\nFAIL: test_two (tests.A.test_two)\n------\nTraceback (most recent call last):\n  File "/repo/tests.py", line 9, in test_two\n    self.assertEqual(3, 4)\nAssertionError: 3 != 4\n\nRan 2 tests\n',
    'tests.py:9 test_two: AssertionError: 3 != 4',
  ],
  [
    'mocha',
    '  1 passing\n  1 failing\n\n  1) sums\n       two:\n     AssertionError: 3 == 4\n      at Context.<anonymous> (test/a.js:5:13)\n',
    'test/a.js:5 sums two: AssertionError: 3 == 4',
  ],
  [
    'Maven',
    '[ERROR] Failures: \n[ERROR]   ATest.two:12 expected: <4> but was: <3>\n[INFO] \n',
    'ATest.two:12: expected: <4> but was: <3>',
  ],
  [
    'eslint',
    '\n/repo/src/a.js\n  3:5  error  Unexpected var  no-var\n  9:1  error  Missing semicolon  semi\n\n✖ 2 problems\n',
    'src/a.js:3 Unexpected var no-var; src/a.js:9 Missing semicolon semi',
  ],
  [
    'tsc, and any that names file and line',
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error.\n",
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  [
    'a linter of one’s own behind npm',
    '\n> repo@1.0.0 lint\n> node lint.mjs\n\nsrc/decoder.js:12: blank at the end of a line\nnpm error Lifecycle script `lint` failed with error:\nnpm error code 1\n',
    'src/decoder.js:12: blank at the end of a line',
  ],
  ['a secret that is missing, before all', `API_KEY is not set\n${TAP}`, 'API_KEY is not set'],
])('of %s', (_, output, line) => {
  expect(firstFailure(output, '/repo')).toBe(line);
});

test('of nothing, nothing; and of a line without end as much as a person reads', () => {
  expect(firstFailure('\n')).toBeUndefined();
  const long = firstFailure(`not ok 1 - ${'x'.repeat(1_000_000)}\n`) ?? '';
  expect(long.length).toBeLessThanOrEqual(300);
});
