import { describe, expect, test } from 'vitest';
import { notUnderstood, readCriteria } from '../../runtime/evidence/criteria/read-criteria.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';

const ONE = { type: 'test', mustPass: true, expect_exit: 0, timeout_sec: 60 } as const;
const GATES: readonly CommandGate[] = [
  {
    type: 'test',
    name: 'unit',
    command: ['npm', 'test'],
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 60,
  },
  { ...ONE, name: 'pytest', command: ['pytest'] },
  { ...ONE, type: 'lint', name: 'lint', command: ['npm', 'run', 'style'] },
  { ...ONE, name: 'the moon is made of cheese', command: ['true'] },
];

const read = (text: string) => readCriteria([text], GATES)[0];

describe('the kind of a criterion', () => {
  test.each([
    ['`npm test` passes', 'deterministic', ['unit']],
    ['npm test passes.', 'deterministic', ['unit']],
    ['the gate "unit" is green', 'deterministic', ['unit']],
    ['exit code 0 of `npm run lint`', 'deterministic', ['npm run lint']],
    ['`npm run lint` 的退出码为 0', 'deterministic', ['npm run lint']],
    ['test/mean.test.js holds the empty list', 'behavioural', ['test/mean.test.js']],
    ['README.md tells of mean()', 'documentation', ['README.md']],
    ['the README and docs/mean.md say what an empty list gives', 'documentation', null],
    ['mean([]) is 0', 'judged', []],
  ])('follows from what it names: %s', (text, kind, names) => {
    expect(read(text)).toMatchObject({ kind, names: names ?? ['README', 'docs/mean.md'] });
  });

  test.each([
    ['a gate that has to fail', '`npm test` fails without the guard, and passes with it'],
    ['another exit code', '`npm test` ends with exit code 2 and the rest passes'],
    ['a longer command', 'npm test:all passes'],
    ['a source file', 'src/mean.js gives 0 for an empty list'],
    ['where it was taken from', 'mean([]) is 0 (README.md:12)'],
    ['words of the user', 'mean([]) is 0 (request: "README.md should say that npm test passes")'],
  ])('is for the mind to judge where only %s is named', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'judged', names: [] });
  });

  test.each([
    ['[documentation] src/mean.js says what an empty list gives', 'documentation', ['src/mean.js']],
    ['**[Behavioral]** an empty list gives 0', 'behavioural', []],
    ['[judged] README.md is easier to read', 'judged', []],
    ['[deterministic] `npm test` fails no more', 'deterministic', ['unit']],
  ])('is what the ear says: %s', (text, kind, names) => {
    expect(read(text)).toMatchObject({ kind, names });
  });

  test.each([
    ['[deterministic] pytest passes', 'pytest'],
    ['[deterministic] `pytest` passes.', 'pytest'],
    ['[deterministic] pytest', 'pytest'],
    ['`[deterministic]` `pytest`', 'pytest'],
    ['[deterministic] pytest 通过。', 'pytest'],
    ['[deterministic] npm run style', 'lint'],
    ['**[deterministic]** `npm run style` passes', 'lint'],
    ['[deterministic] unit', 'unit'],
    ['lint', 'lint'],
    ['`lint` passes', 'lint'],
  ])('is a gate where it is its name or command and nothing else: %s', (text, gate) => {
    expect(read(text)).toMatchObject({ kind: 'deterministic', names: [gate] });
    expect(notUnderstood([text], GATES)).toEqual([]);
  });

  test.each([
    '[deterministic] pytest passes on Windows',
    '[deterministic] the moon is made of cheese',
    '[deterministic] it works',
    '[deterministic] npm ends with exit code 1',
  ])('is none that the runtime could look at: %s', (text) => {
    expect(notUnderstood(['mean([]) is 0', text], GATES)).toEqual([text]);
  });

  test('is no part of its text, and what is too long is cut and says so', () => {
    expect(read('[judged] it is quick')?.text).toBe('it is quick');
    expect(read('x'.repeat(400))?.text).toBe(`${'x'.repeat(300)} … (cut)`);
  });
});

describe('what a report says of a criterion', () => {
  const said = (line: string) => parseReport(line).onCriteria?.[0];

  test.each([
    ['Criterion 2: met, src/a.js:40 "return 0"', true],
    ['- **Criterion 2**: **met** — see src/a.js:40 "return 0"', true],
    ['Criterion 2: [met] `src/a.js:40` "return 0"', true],
    ['Criterion 2: not met, src/a.js:40 "return 0"', false],
    ['Criterion 2：未满足，src/a.js:40 "return 0"', false],
  ])('is its verdict with the places it cites: %s', (line, met) => {
    const reference = expect.objectContaining({ path: 'src/a.js', line: 40, quote: 'return 0' });
    expect(said(line)).toMatchObject({ number: 2, met, references: [reference] });
    expect(parseReport(line).references).toEqual([reference]);
  });

  test.each([
    'Criterion: met',
    'Criterion 2: metrics are kept',
    'Criterion 2: mean([]) is 0',
    'Status: done\n\n```\nCriterion 2: met\n```\n',
  ])('is nothing without a number and a verdict: %j', (line) => {
    expect(said(line)).toBeUndefined();
  });

  test('is its last line on it', () => {
    const twice = 'Criterion 1: met, a.js:1\nCriterion 1: not met, it is slow';
    expect(parseReport(twice).onCriteria).toMatchObject([{ number: 1, met: false }]);
  });
});
