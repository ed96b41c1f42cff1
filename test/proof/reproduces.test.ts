// Whether a test shows a fault before anything was changed, by tables of trials; and which failure it was.

import { expect, test } from 'vitest';
import { reproduces } from '../../runtime/proof/reproduces.ts';
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
const TOOL = { kind: 'no-tool', path: 'runner' } as const;
const SILENT = { kind: 'silent' } as const;
const IGNORED = { kind: 'not-in-copy', path: '.env' } as const;
const PERHAPS = { kind: 'perhaps-not-in-copy', path: '.env' } as const;
const OLD = 'old failed: AssertionError: 1 == 2';

test.each<readonly [title: string, table: Table, said: string, asked: string]>([
  [
    'fails twice by an assertion shows it',
    { before: { ended: 'fail', failure: ASSERTED }, base: 'pass' },
    'yes',
    'before, base, before 2',
  ],
  [
    'fails twice by an exception from the program shows it',
    { before: { ended: 'fail', failure: THROUGH }, base: 'pass' },
    'yes',
    'before, base, before 2',
  ],
  ['passes shows nothing', { before: 'pass' }, 'passes', 'before'],
  [
    'fails once of two shows nothing',
    { before: { ended: 'fail', failure: ASSERTED }, base: 'pass', 'before 2': 'pass' },
    'by-chance',
    'before, base, before 2',
  ],
  [
    'fails in another case each time shows nothing',
    {
      before: { ended: 'fail', failure: ASSERTED, cases: cases('a failed', 'b passed') },
      base: 'pass',
      'before 2': { ended: 'fail', failure: ASSERTED, cases: cases('a passed', 'b failed') },
    },
    'by-chance',
    'before, base, before 2',
  ],
  [
    'cannot load shows nothing',
    { before: 'cannot-load', base: 'pass' },
    'cannot-load',
    'before, base',
  ],
  [
    'does not compile shows nothing',
    { before: 'cannot-build', base: 'pass' },
    'cannot-load',
    'before, base',
  ],
  [
    'fails in its own set-up shows nothing',
    { before: { ended: 'fail', failure: NEITHER }, base: 'pass' },
    'outside',
    'before, base',
  ],
  ['is not found says nothing', { before: 'no-tests' }, 'unable', 'before'],
  ['does not end says nothing', { before: 'timeout' }, 'unable', 'before'],
  [
    'does not end the second time says nothing',
    { before: { ended: 'fail', failure: ASSERTED }, base: 'pass', 'before 2': 'timeout' },
    'unable',
    'before, base, before 2',
  ],
  [
    'fails in nothing new shows nothing',
    {
      before: { ended: 'fail', failure: ASSERTED, cases: cases(OLD, 'new passed') },
      base: { ended: 'fail', cases: cases(OLD) },
    },
    'as-before',
    'before, base',
  ],
  [
    'fails beside old failures shows it by its own case',
    {
      before: {
        ended: 'fail',
        failure: ASSERTED,
        cases: cases(OLD, 'new failed: Expected: 3'),
      },
      base: { ended: 'fail', cases: cases(OLD) },
    },
    'yes',
    'before, base, before 2',
  ],
  [
    'asserts nothing beside old failures that do shows nothing',
    {
      before: { ended: 'fail', failure: ASSERTED, cases: cases(OLD, 'new failed: TypeError: x') },
      base: { ended: 'fail', cases: cases(OLD) },
    },
    'outside',
    'before, base',
  ],
  [
    'fails where no report tells it from what failed before shows nothing',
    { before: { ended: 'fail', failure: ASSERTED }, base: 'fail' },
    'as-before',
    'before, base',
  ],
  [
    'is the first one there is shows it',
    {
      before: { ended: 'fail', cases: cases('new failed: AssertionError: 1 == 2') },
      base: 'no-tests',
    },
    'yes',
    'before, base, before 2',
  ],
  [
    'says no in its own words in Go beside old failures shows it',
    {
      before: {
        ended: 'fail',
        failure: ASSERTED,
        cases: cases(OLD, 'new failed: a_test.go: got 3'),
      },
      base: { ended: 'fail', cases: cases(OLD) },
    },
    'yes',
    'before, base, before 2',
  ],
  [
    'panics in its own code in Go shows nothing',
    {
      before: {
        ended: 'fail',
        failure: ASSERTED,
        cases: cases('new failed: panic: index out of range'),
      },
      base: 'no-tests',
    },
    'outside',
    'before, base',
  ],
  [
    'asserts in words that a person gave it shows it',
    {
      before: { ended: 'fail', failure: ASSERTED, cases: cases('new failed: the sum is wrong') },
      base: 'pass',
    },
    'yes',
    'before, base, before 2',
  ],
  [
    'is the only one and has no report shows it',
    { before: { ended: 'fail', failure: ASSERTED }, base: 'no-tests' },
    'yes',
    'before, base, before 2',
  ],
  ['runs with a program elsewhere says nothing', { before: ELSEWHERE }, 'lacks src', 'before'],
  [
    'is disturbed the second time says nothing',
    { before: { ended: 'fail', failure: ASSERTED }, base: 'pass', 'before 2': 'disturbed' },
    'lacks what came in its way',
    'before, base, before 2',
  ],
  [
    'misses a module that nothing before had either says nothing',
    {
      before: { ended: 'cannot-load', cause: MODULE },
      base: { ended: 'cannot-load', cause: MODULE },
    },
    'lacks left',
    'before, base',
  ],
  [
    'misses a module that only itself asks for shows nothing',
    { before: { ended: 'cannot-load', cause: MODULE }, base: 'cannot-load' },
    'cannot-load',
    'before, base',
  ],
  [
    'has no tool that runs it says nothing',
    { before: { ended: 'not-started', cause: TOOL }, base: { ended: 'not-started', cause: TOOL } },
    'lacks runner',
    'before, base',
  ],
  [
    'fails without a word, as before, says nothing',
    {
      before: { ended: 'fail', failure: NEITHER, cause: SILENT },
      base: { ended: 'fail', cause: SILENT },
    },
    'lacks silent',
    'before, base',
  ],
  [
    'misses an ignored file inside of the program, as all before, says nothing',
    {
      before: {
        ended: 'fail',
        failure: THROUGH,
        cause: IGNORED,
        cases: cases('new failed: ENOENT'),
      },
      base: { ended: 'fail', cause: IGNORED, cases: cases('old failed: ENOENT') },
    },
    'lacks .env',
    'before, base',
  ],
  [
    'fails beside nothing that passes, where a file may be missed, says nothing',
    {
      before: { ended: 'fail', failure: NEITHER, cause: PERHAPS },
      base: { ended: 'fail', cause: PERHAPS },
    },
    'lacks .env',
    'before, base',
  ],
  [
    'asserts, where a file may be missed, shows it',
    {
      before: {
        ended: 'fail',
        failure: ASSERTED,
        cause: PERHAPS,
        cases: cases(OLD, 'new failed: Expected: 3'),
      },
      base: { ended: 'fail', cause: PERHAPS, cases: cases(OLD) },
    },
    'yes',
    'before, base, before 2',
  ],
  [
    'misses an ignored file beside others that pass shows nothing',
    {
      before: {
        ended: 'fail',
        failure: NEITHER,
        cause: IGNORED,
        cases: cases('old passed', 'new failed: ENOENT'),
      },
      base: { ended: 'pass', cases: cases('old passed') },
    },
    'outside',
    'before, base',
  ],
])('a test that %s', (_, table, said, asked) => {
  const { said: is, asked: were } = tried(table);
  expect([is, were.join(', ')]).toEqual([said, asked]);
});

test('a test that was there shows the fault without a new one', () => {
  const { said, asked } = tried(
    { before: { ended: 'fail', failure: ASSERTED } },
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
