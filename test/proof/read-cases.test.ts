// The report of a run as cases: what runners write, what differs between two runs of the same failure, and
// reports that are none.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutputFormat } from '../../runtime/model/gate.ts';
import { readCases } from '../../runtime/proof/read-cases.ts';
import type { Case } from '../../runtime/proof/row.ts';
import { steadyLine, steadyName } from '../../runtime/proof/steady-text.ts';

const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'outputs', name), 'utf8');

function read(as: OutputFormat, text: string, folder = ''): readonly Case[] | undefined {
  return readCases({ as, folder }, text, { top: '/repo' });
}

/** `t.js | g > a | failed | said so`; a second one of its name has its number behind it. */
function lines(cases: readonly Case[] | undefined): readonly string[] | undefined {
  return cases?.map(({ file, name, nth, ended, said }) => {
    const called = nth === 1 ? name : `${name} (${nth})`;
    return [file ?? '-', called, ended, ...(said === undefined ? [] : [said])].join(' | ');
  });
}

type Suite = Readonly<{
  name: string;
  tests: readonly unknown[];
  status?: string;
  message?: string;
}>;

function jest(...suites: readonly Suite[]): string {
  return JSON.stringify({
    testResults: suites.map(({ tests, ...suite }) => ({ ...suite, assertionResults: tests })),
  });
}

function one(title: string, status = 'passed', ...failureMessages: readonly string[]) {
  const [name, ...above] = title.split(' > ').reverse();
  return { ancestorTitles: above.reverse(), title: name, status, failureMessages };
}

describe('the cases of what runners write:', () => {
  test.each<[OutputFormat, string, readonly string[]]>([
    [
      'vitest',
      'vitest.json',
      [
        'test/zz-sample.test.ts | one | passed',
        'test/zz-sample.test.ts | two | failed | AssertionError: expected 1 to be 2 // Object.is equality',
        'test/zz-sample.test.ts | three | skipped',
        'test/zz-sample.test.ts | four | skipped',
      ],
    ],
    [
      'jest',
      'jest.json',
      [
        'test/decode.test.js | decode > 空输入 | passed',
        'test/decode.test.js | decode > one row | passed',
        'test/decode.test.js | decode > later | skipped',
        "test/encode.test.js | test/encode.test.js | failed | ● Test suite failed to run Cannot find module './encode'",
      ],
    ],
    [
      'junit',
      'node-junit.xml',
      [
        '- | 解码空输入 | passed',
        '- | bad | failed | 1 == 2',
        '- | later | skipped',
        '- | some day | skipped',
      ],
    ],
    [
      'junit',
      'pytest-junit.xml',
      [
        '- | test_x > test_ok | passed',
        '- | test_x > test_bad | failed | assert 1 == 2',
        '- | test_x > test_skip | skipped',
        '- | test_x > test_x | skipped',
      ],
    ],
    [
      'go-test',
      'go-test.json',
      [
        '- | example.org/decoder > TestDecode | failed | {"Action":"pass","Test":"Forged"}',
        '- | example.org/decoder > TestDecode > empty | failed',
        '- | example.org/decoder > TestLater | skipped',
        '- | example.org/decoder > TestRow | passed',
        '- | example.org/decoder > TestPanics | failed',
        '- | example.org/encoder | failed',
      ],
    ],
  ])('%s %s', (as, file, told) => {
    expect(lines(read(as, sample(file)))?.slice(0, told.length)).toEqual(told);
  });

  test('pytest with the file of each test: its classes are groups, a file that cannot load is one', () => {
    const text = `<testsuites><testsuite name="pytest">
      <testcase classname="tests.test_a" name="test_one" file="tests/test_a.py" line="3"/>
      <testcase classname="tests.test_a.TestA.TestB" name="test_two[1]" file="tests/test_a.py"/>
      <testcase classname="" name="tests.test_b" file="tests/test_b.py"><error message="collection failure">no</error></testcase>
      <testcase classname="tests.test_a" name="test_x" file="tests/test_a.py"><skipped type="pytest.xfail" message=""/></testcase>
    </testsuite></testsuites>`;
    expect(lines(read('junit', text))).toEqual([
      'tests/test_a.py | test_one | passed',
      'tests/test_a.py | TestA > TestB > test_two[1] | passed',
      'tests/test_b.py | tests/test_b.py | failed | collection failure',
      'tests/test_a.py | test_x | skipped',
    ]);
    expect(read('junit', text, 'packages/p')?.[0]?.file).toBe('packages/p/tests/test_a.py');
    // Its configuration lies above the folder it ran in.
    expect(read('junit', text, 'tests')?.[0]?.file).toBe('tests/test_a.py');
  });

  test('JUnit of others: the class, or the suites it stands in, and what a failure says in its text', () => {
    const text = `<testsuite name="org.x.AllTest">
      <testcase classname="org.x.ATest" name="one"><failure type="t">
        expected 1</failure></testcase>
      <testcase classname="src/a.test.ts" name="g &gt; two"/>
      <testsuite name="group"><testcase classname="test" name="three"/><error message="hook"/></testsuite>
    </testsuite>`;
    expect(lines(read('junit', text))).toEqual([
      '- | org.x.ATest > one | failed | expected 1',
      'src/a.test.ts | g > two | passed',
      '- | org.x.AllTest > group > three | passed',
      '- | org.x.AllTest > group | failed | hook',
    ]);
  });

  test('go: a package that does not build, and a test whose end is not told in one that passed', () => {
    const event = (Package: string, Action: string, more = {}): string =>
      JSON.stringify({ Action, Package, ...more });
    const text = [
      event('x/a', 'run', { Test: 'TestPrints' }),
      event('x/a', 'pass'),
      event('x/b', 'run', { Test: 'TestDies' }),
      event('x/b', 'output', { Test: 'TestDies', Output: '=== RUN   TestDies\n' }),
      event('x/b', 'output', { Test: 'TestDies', Output: 'panic: no [recovered]\n' }),
      event('x/b', 'fail'),
      'FAIL\tx/c [build failed]',
    ];
    expect(lines(read('go-test', text.join('\n')))).toEqual([
      '- | x/a > TestPrints | passed',
      '- | x/b > TestDies | failed | panic: no [recovered]',
      '- | x/c | failed | it does not build',
    ]);
  });

  test('several documents, one a line, and a group that failed by itself', () => {
    const tests = [one('g > a'), one('g > ', 'failed', 'hook')];
    const text = `${jest({ name: '/repo/a.js', tests })}\n${jest({ name: '/repo/b.js', tests: [one('a')] })}\n`;
    expect(lines(read('jest', text))).toEqual([
      'a.js | g > a | passed',
      'a.js | g | failed | hook',
      'b.js | a | passed',
    ]);
  });

  test('equal names in one file are told apart by their order', () => {
    const text = jest(
      { name: '/repo/a.js', tests: [one('n'), one('n'), one('g > n')] },
      { name: '/repo/b.js', tests: [one('n')] },
    );
    expect(lines(read('jest', text))).toEqual([
      'a.js | n | passed',
      'a.js | n (2) | passed',
      'a.js | g > n | passed',
      'b.js | n | passed',
    ]);
  });
});

test('a file is told below the top, by whatever spelling of the copy, and none outside of it', () => {
  const names = [
    '/repo/a.js',
    '/real/repo/a.js',
    'file:///repo/a.js',
    './a.js',
    '/else/a.js',
    '../a.js',
  ];
  const text = jest(...names.map((name) => ({ name, tests: [one('t')] })));
  const copy = { top: '/repo', realTop: '/real/repo' };
  const files = readCases({ as: 'jest', folder: '' }, text, copy)?.map(({ file }) => file);
  expect(files).toEqual(['a.js', 'a.js', 'a.js', 'a.js', null, null]);
});

describe('two runs of one failure say the same', () => {
  test.each([
    ['the copy', 'no file /repo/src/a.js in /repo', 'no file src/a.js in .'],
    ['where it was thrown', 'boom\n    at f (/repo/a.js:3:4)\n    at g', 'boom'],
    ['places', 'a_test.go:12: want 3', 'a_test.go: want 3'],
    ['addresses', '<x.O object at 0x7f8c680fd690>', '<x.O object at 0x…>'],
    ['dates', 'at 2026-11-25T19:54:03.632Z, at 19:54:03', 'at …, at …'],
    ['milliseconds since long ago', 'now is 1795636147052', 'now is …'],
    ['how long it took', 'gave up after 1503ms (1.5 s)', 'gave up after … (…)'],
    ['ids', 'row 3f2504e0-4f89-11d3-9a0c-0305e82c3301, 9f86d081884c', 'row …, …'],
    ['folders for the time being', "'/tmp/pytest-of-me/pytest-4/a' == 'x'", "'/tmp/…' == 'x'"],
    ['ports and processes', 'localhost:8123 refused, pid 1458', 'localhost:… refused, pid …'],
    ['colours', '\u001b[31mexpected\u001b[39m 1', 'expected 1'],
    ['several lines', 'expected\n\n  + 1\n  - 2\n', 'expected + 1 - 2'],
  ])('whatever of %s stands in it', (_, said, steady) => {
    expect(steadyLine(said, ['/repo'])).toBe(steady);
    expect(steadyLine(steady, ['/repo'])).toBe(steady);
  });

  test('and two failures do not, by their numbers', () => {
    for (const said of ['expected 1 to be 2', 'got 404', '3.14 is not 3.15', '1 != 1000']) {
      expect(steadyLine(said, ['/repo'])).toBe(said);
    }
  });

  test('with no secret in it', () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    expect(steadyLine(`bad token ${token}`, [])).not.toContain(token);
  });

  test('and a name is the same without the address of what it was made of', () => {
    expect(steadyName('t[<x.O object at 0x7f8c680fd690>-12345]', [])).toBe(
      't[<x.O object at 0x…>-12345]',
    );
  });
});

describe('a report that is none has no cases:', () => {
  test.each<[string, OutputFormat, string | undefined]>([
    ['not there', 'jest', undefined],
    ['empty', 'jest', ''],
    ['without a test', 'jest', jest()],
    ['cut off', 'jest', jest({ name: 'a.js', tests: [one('a')] }).slice(0, -3)],
    ['one of its lines cut off', 'jest', `${jest({ name: 'a', tests: [one('a')] })}\n{"testRes`],
    ['XML that is cut off', 'junit', '<testsuite><testcase name="a"/>'],
    ['of another format', 'junit', jest({ name: 'a.js', tests: [one('a')] })],
    [
      'an entity of another file',
      'junit',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&x;"/></testsuite>',
    ],
    ['huge', 'jest', ' '.repeat(17 * 1024 * 1024)],
    [
      'of more tests than anybody has',
      'junit',
      `<testsuite>${'<testcase name="a"/>'.repeat(100_001)}</testsuite>`,
    ],
  ])('%s', (_, as, text) => {
    expect(readCases({ as, folder: '' }, text, { top: '/repo' })).toBeUndefined();
  });

  test('no text breaks the reader', () => {
    const formats: readonly OutputFormat[] = ['junit', 'jest', 'pytest', 'go-test'];
    const seeds = ['surefire-junit.xml', 'jest.json', 'pytest.json', 'go-test.json'];
    const cut = fc
      .tuple(fc.constantFrom(...seeds.map(sample)), fc.nat(), fc.string(), fc.nat())
      .map(
        ([text, from, put, to]) =>
          text.slice(0, from % text.length) + put + text.slice(to % text.length),
      );
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.oneof(fc.string(), fc.json(), cut),
        (as, text) => {
          for (const { name, nth } of read(as, text) ?? []) {
            expect(typeof name).toBe('string');
            expect(nth).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
