// Whether a test shows a fault before anything was changed, by tables of trials; and which failure it was.

import { expect, test } from 'vitest';
import type { TrialCause } from '../../runtime/model/trial-cause.ts';
import { reproduces } from '../../runtime/proof/reproduces.ts';
import type { Row } from '../../runtime/proof/row.ts';
import { whichFailure } from '../../runtime/proof/which-failure.ts';
import { aChange, cases, nameOf, rowOf, type Table } from './trials.ts';

const TESTS_ALONE = aChange({
  files: [{ path: 'test/a.test.js', status: 'M', meaning: 'judge', because: 'a test', after: '2' }],
  places: [],
});

function tried(table: Table, change = TESTS_ALONE) {
  const asked: string[] = [];
  const story = reproduces(change, 0);
  let next = story.next();
  while (!next.done) {
    asked.push(nameOf(next.value));
    next = story.next(rowOf(table, next.value));
  }
  const { because = 'yes', lack } = next.value;
  return {
    said: lack
      ? `lacks ${lack.cause?.path ?? lack.cause?.kind ?? 'what came in its way'}`
      : because,
    asked,
  };
}

const ASSERTED = { asserts: true, through: [] };
const THROUGH = { asserts: false, through: ['src/a.js'] };
const NEITHER = { asserts: false, through: [] };
const ELSEWHERE = { ended: 'elsewhere', cause: { kind: 'elsewhere', path: 'src' } } as const;
const MODULE = { kind: 'no-module', path: 'left' } as const;
const IGNORED = { kind: 'not-in-copy', path: '.env' } as const;
const PERHAPS = { kind: 'perhaps-not-in-copy', path: '.env' } as const;
const OLD = 'old failed: AssertionError: 1 == 2';

const TWICE = 'before, base, before 2';
const ONCE = 'before, base';

const red = (failure: Row['failure'], ...lines: readonly string[]): Partial<Row> => ({
  ended: 'fail',
  ...(failure && { failure }),
  ...(lines.length > 0 && { cases: cases(...lines) }),
});
/** The same on both sides. */
const lacking = (row: Partial<Row>, cause: TrialCause): Table => ({
  before: { ...row, cause },
  base: { ...row, cause },
});

test.each<readonly [title: string, table: Table, said: string, asked: string]>([
  ['fails twice by an assertion shows it', { before: red(ASSERTED), base: 'pass' }, 'yes', TWICE],
  [
    'fails twice by an exception from the program shows it',
    { before: red(THROUGH), base: 'pass' },
    'yes',
    TWICE,
  ],
  ['passes shows nothing', { before: 'pass' }, 'passes', 'before'],
  [
    'fails once of two shows nothing',
    { before: red(ASSERTED), base: 'pass', 'before 2': 'pass' },
    'by-chance',
    TWICE,
  ],
  [
    'fails in another case each time shows nothing',
    {
      before: red(ASSERTED, 'a failed', 'b passed'),
      base: 'pass',
      'before 2': red(ASSERTED, 'a passed', 'b failed'),
    },
    'by-chance',
    TWICE,
  ],
  ['cannot load shows nothing', { before: 'cannot-load', base: 'pass' }, 'cannot-load', ONCE],
  ['does not compile shows nothing', { before: 'cannot-build', base: 'pass' }, 'cannot-load', ONCE],
  [
    'fails in its own set-up shows nothing',
    { before: red(NEITHER), base: 'pass' },
    'outside',
    ONCE,
  ],
  ['is not found says nothing', { before: 'no-tests' }, 'unable', 'before'],
  ['does not end says nothing', { before: 'timeout' }, 'unable', 'before'],
  [
    'does not end the second time says nothing',
    { before: red(ASSERTED), base: 'pass', 'before 2': 'timeout' },
    'unable',
    TWICE,
  ],
  [
    'fails in nothing new shows nothing',
    { before: red(ASSERTED, OLD, 'new passed'), base: red(undefined, OLD) },
    'as-before',
    ONCE,
  ],
  [
    'fails beside old failures shows it by its own case',
    { before: red(ASSERTED, OLD, 'new failed: Expected: 3'), base: red(undefined, OLD) },
    'yes',
    TWICE,
  ],
  [
    'asserts nothing beside old failures that do shows nothing',
    { before: red(ASSERTED, OLD, 'new failed: TypeError: x'), base: red(undefined, OLD) },
    'outside',
    ONCE,
  ],
  [
    'fails where no report tells it from what failed before shows nothing',
    { before: red(ASSERTED), base: 'fail' },
    'as-before',
    ONCE,
  ],
  [
    'is the first one there is shows it',
    { before: red(undefined, 'new failed: AssertionError: 1 == 2'), base: 'no-tests' },
    'yes',
    TWICE,
  ],
  [
    'says no in its own words in Go beside old failures shows it',
    { before: red(ASSERTED, OLD, 'new failed: a_test.go: got 3'), base: red(undefined, OLD) },
    'yes',
    TWICE,
  ],
  [
    'panics in its own code in Go shows nothing',
    { before: red(ASSERTED, 'new failed: panic: index out of range'), base: 'no-tests' },
    'outside',
    ONCE,
  ],
  [
    'asserts in words that a person gave it shows it',
    { before: red(ASSERTED, 'new failed: the sum is wrong'), base: 'pass' },
    'yes',
    TWICE,
  ],
  [
    'is the only one and has no report shows it',
    { before: red(ASSERTED), base: 'no-tests' },
    'yes',
    TWICE,
  ],
  ['runs with a program elsewhere says nothing', { before: ELSEWHERE }, 'lacks src', 'before'],
  [
    'is disturbed the second time says nothing',
    { before: red(ASSERTED), base: 'pass', 'before 2': 'disturbed' },
    'lacks what came in its way',
    TWICE,
  ],
  [
    'misses a module that nothing before had either says nothing',
    lacking({ ended: 'cannot-load' }, MODULE),
    'lacks left',
    ONCE,
  ],
  [
    'misses a module that only itself asks for shows nothing',
    { before: { ended: 'cannot-load', cause: MODULE }, base: 'cannot-load' },
    'cannot-load',
    ONCE,
  ],
  [
    'has no tool that runs it says nothing',
    lacking({ ended: 'not-started' }, { kind: 'no-tool', path: 'runner' }),
    'lacks runner',
    ONCE,
  ],
  [
    'fails without a word, as before, says nothing',
    lacking(red(NEITHER), { kind: 'silent' }),
    'lacks silent',
    ONCE,
  ],
  [
    'misses an ignored file inside of the program, as all before, says nothing',
    lacking(red(THROUGH, 'new failed: ENOENT'), IGNORED),
    'lacks .env',
    ONCE,
  ],
  [
    'fails beside nothing that passes, where a file may be missed, says nothing',
    lacking(red(NEITHER), PERHAPS),
    'lacks .env',
    ONCE,
  ],
  [
    'asserts, where a file may be missed, shows it',
    {
      before: { ...red(ASSERTED, OLD, 'new failed: Expected: 3'), cause: PERHAPS },
      base: { ...red(undefined, OLD), cause: PERHAPS },
    },
    'yes',
    TWICE,
  ],
  [
    'misses an ignored file beside others that pass shows nothing',
    {
      before: { ...red(NEITHER, 'old passed', 'new failed: ENOENT'), cause: IGNORED },
      base: { ended: 'pass', cases: cases('old passed') },
    },
    'outside',
    ONCE,
  ],
])('a test that %s', (_, table, said, asked) => {
  const { said: is, asked: were } = tried(table);
  expect([is, were.join(', ')]).toEqual([said, asked]);
});

test('a test that was there shows the fault without a new one', () => {
  const { said, asked } = tried(
    { before: red(ASSERTED) },
    aChange({ base: 't', tree: 't', files: [], places: [] }),
  );
  expect([said, ...asked]).toEqual(['yes', 'before', 'before 2']);
});

const PRODUCT = { paths: ['src/', 'app/'], isGuess: false, by: ['package.json'] };
const FILES = ['src/a.js', 'app/a.py', 'src/main/org/A.java', 'test/a.test.js', 'scripts/up.js'];

test.each<readonly [title: string, printed: string, asserts: boolean, through: readonly string[]]>([
  [
    'an assertion of Node',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n    at test (file:///copy/test/a.test.js:5:10)',
    true,
    [],
  ],
  [
    'an exception of Node in the program',
    'RangeError [ERR_OUT_OF_RANGE]: offset\n    at decode (file:///copy/src/a.js:19:25)\n    at test (file:///copy/test/a.test.js:5:10)',
    false,
    ['src/a.js'],
  ],
  [
    'one in a hook of the test',
    "TypeError: Cannot read properties of undefined (reading 'x')\n    at before (file:///copy/test/a.test.js:3:9)\n    at up (/copy/scripts/up.js:1:1)",
    false,
    [],
  ],
  [
    'a name that the program does not have',
    'TypeError: decodeAll is not a function\n    at test (/copy/test/a.test.js:5:10)',
    false,
    [],
  ],
  [
    'a trace of Python',
    'Traceback (most recent call last):\n  File "/copy/test/test_a.py", line 3, in test\n  File "/copy/app/a.py", line 7, in read\nKeyError: 1',
    false,
    ['app/a.py'],
  ],
  ['a trace of pytest', 'app/a.py:7: KeyError', false, ['app/a.py']],
  [
    'a stack of Java, which names no folders',
    'java.lang.NullPointerException\n\tat org.A.read(A.java:12)\n\tat org.ATest.reads(ATest.java:9)',
    false,
    ['src/main/org/A.java'],
  ],
  ['a panic of Rust in a test', "thread 't' panicked at tests/a.rs:3:5:", true, []],
  ['a test of Go that says no', '--- FAIL: TestA (0.00s)\n    a_test.go:7: got 1', true, []],
])('%s is told from others by what was printed', (_, printed, asserts, through) => {
  expect(whichFailure(printed, ['/copy'], FILES, PRODUCT)).toEqual({ asserts, through });
});
