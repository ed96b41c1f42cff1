// What the machine formats count: real files of the tools, and files that are not what they say.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCounts } from '../../runtime/evidence/gates/formats/formats.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../runtime/model/gate.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'outputs');
const sample = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const tests = (passed: number, failed: number, skipped: number) => ({
  tests: { passed, failed, skipped, total: passed + failed + skipped },
});

/** With the beginning of the text for the title. */
function named<T>(rows: ReadonlyArray<readonly [OutputFormat, string, T]>) {
  return rows.map(([format, text, told]) => [format, text.slice(0, 60), text, told] as const);
}

describe('counts come out of what the tools themselves write', () => {
  test.each<[OutputFormat, string, object]>([
    ['junit', 'node-junit.xml', tests(3, 1, 2)],
    ['junit', 'vitest-junit.xml', tests(1, 1, 2)],
    ['junit', 'pytest-junit.xml', tests(1, 1, 2)],
    ['junit', 'surefire-junit.xml', tests(1, 2, 1)],
    ['vitest', 'vitest.json', tests(1, 1, 2)],
    ['jest', 'jest.json', tests(2, 1, 1)],
    ['pytest', 'pytest.json', tests(1, 2, 2)],
    ['go-test', 'go-test.json', tests(1, 4, 1)],
  ])('%s: %s', (format, file, counts) => {
    expect(readCounts(format, sample(file))).toEqual({ ok: true, counts });
  });
});

describe('a file that is cut off or of another format counts nothing', () => {
  test.each(
    named([
      ['junit', '', 'it is no well-formed XML'],
      ['junit', 'All 40 tests passed.', 'it is no well-formed XML'],
      ['junit', sample('surefire-junit.xml').slice(0, 900), 'it is no well-formed XML'],
      [
        'junit',
        '<html><body>40 passed</body></html>',
        'its root is neither <testsuites> nor <testsuite>',
      ],
      ['junit', '<testsuite failures="many"/>', 'a total in it is no count'],
      ['junit', '<testsuite failures="-1"/>', 'a total in it is no count'],
      [
        'junit',
        '<testsuite><testcase><testcase/></testcase></testsuite>',
        'a test case stands within another',
      ],
      ['jest', '{', 'it is no JSON'],
      ['jest', '[]', 'the file is no object'],
      ['jest', '{"numPassedTests":"40"}', 'numPassedTests is no count'],
      ['jest', '{"numPassedTests":1.5}', 'numPassedTests is no count'],
      ['jest', '{"numPassedTests":1e400}', 'numPassedTests is no count'],
      ['jest', '{"numPassedTests":1,"numFailedTests":-1}', 'numFailedTests is no count'],
      [
        'jest',
        '{"numPassedTests":1,"numFailedTests":0,"testResults":{}}',
        'testResults is no list',
      ],
      ['vitest', sample('pytest.json'), 'numPassedTests is no count'],
      ['pytest', sample('vitest.json'), 'summary is no object'],
      ['pytest', '{"summary":{"passed":3}}', 'summary.total is no count'],
      ['go-test', 'ok  \texample.org/a\t0.01s\n', 'it has no event of go test'],
      ['go-test', '{"Action":"pass"}\n', 'an event names no package'],
      ['go-test', '{"Package":"a"}\n', 'an event has no Action'],
      ['go-test', '{"Action":"pass","Package":"a","Te', 'it is no JSON'],
    ]),
  )('%s %s', (format, _, text, problem) => {
    expect(readCounts(format, text)).toEqual({ ok: false, problem });
  });
});

describe('what a file tells twice counts as the worse of the two', () => {
  test.each(
    named<object>([
      [
        'vitest',
        '{"numPassedTests":40,"numFailedTests":0,"success":true,"testResults":[{"assertionResults":[{"status":"failed"}]}]}',
        tests(0, 1, 0),
      ],
      [
        'jest',
        '{"numPassedTests":0,"numFailedTests":0,"success":false,"testResults":[]}',
        tests(0, 1, 0),
      ],
      [
        'junit',
        '<testsuites><testsuite failures="2" errors="1"><testcase/></testsuite></testsuites>',
        tests(1, 3, 0),
      ],
      ['junit', '<testsuite><error>it did not start</error></testsuite>', tests(0, 1, 0)],
      [
        'junit',
        '<testsuites><testsuite><testcase status="notrun"/><testcase status="fail"/></testsuite></testsuites>',
        tests(0, 1, 1),
      ],
      [
        'pytest',
        '{"exitcode":2,"summary":{"passed":3,"total":3},"tests":[{"outcome":"passed"}]}',
        tests(1, 1, 0),
      ],
    ]),
  )('%s %s', (format, _, text, counts) => {
    expect(readCounts(format, text)).toEqual({ ok: true, counts });
  });
});

describe('a hostile file costs no more than its size', () => {
  const MB = 1024 * 1024;

  test('entities are not unfolded, whatever they promise', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaaaaaaaa">${Array.from(
      { length: 20 },
      (_, i) => `<!ENTITY b${i} "${`&${i === 0 ? 'a' : `b${i - 1}`};`.repeat(10)}">`,
    ).join('')}]><testsuite><testcase name="&b19;"/></testsuite>`;
    expect(readCounts('junit', bomb)).toEqual({
      ok: false,
      problem: 'it declares a document type',
    });
    const outside = '<!DOCTYPE t SYSTEM "file:///etc/passwd"><testsuite/>';
    expect(readCounts('junit', outside)).toMatchObject({ ok: false });
    expect(readCounts('junit', '<testsuite><testcase name="&mine;"/></testsuite>')).toMatchObject({
      ok: false,
    });
  });

  test.each<[OutputFormat, string]>([
    ['junit', '<testsuite>'.repeat(MB)],
    ['junit', `<testsuite><testcase name="${'空'.repeat(MB)}"/></testsuite>`],
    ['junit', `<testsuite>${'<testcase/>'.repeat(MB / 2)}</testsuite>`],
    ['jest', '['.repeat(3 * MB)],
    ['jest', `{"a":`.repeat(MB)],
    [
      'vitest',
      `{"numPassedTests":0,"numFailedTests":0,"testResults":${'['.repeat(MB)}${']'.repeat(MB)}}`,
    ],
    ['pytest', `"${'测'.repeat(MB)}"`],
    ['go-test', '{'.repeat(3 * MB)],
    ['go-test', '{}\n'.repeat(MB)],
  ])('%s of several megabytes is read to an answer', (format, text) => {
    const read = readCounts(format, text);
    expect(typeof read.ok).toBe('boolean');
  });

  test.each(OUTPUT_FORMATS)('%s: no text breaks the reader', (format) => {
    const seeds = ['surefire-junit.xml', 'jest.json'].map(sample);
    const cut = fc
      .tuple(fc.constantFrom(...seeds), fc.nat(), fc.string(), fc.nat())
      .map(
        ([text, from, put, to]) =>
          text.slice(0, from % text.length) + put + text.slice(to % text.length),
      );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), cut), (text) => {
        const read = readCounts(format, text);
        if (!read.ok) expect(read.problem).not.toBe('');
      }),
      { numRuns: 150 },
    );
  });
});
