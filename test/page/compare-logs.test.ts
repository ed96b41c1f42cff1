import { expect, test } from 'vitest';
import { compareLogs, type LogText, SHOWN_LINES } from '../../runtime/page/compare-logs.ts';

function log(head: string, more: Partial<LogText> = {}): LogText {
  return { path: 'a.log', outcome: 'failed', bytes: head.length, head, tail: null, ...more };
}

function lines(count: number, word = 'line'): string {
  return Array.from({ length: count }, (_, i) => `${word} ${i + 1}\n`).join('');
}

test('the first difference is the first line that says something else', () => {
  const { first, rows } = compareLogs('t', log('a\nnot ok 4\nz\n'), log('a\nok 4\nz\n'));
  expect(first).toEqual({
    red: { number: 2, text: 'not ok 4' },
    green: { number: 2, text: 'ok 4' },
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['same', 'other', 'same']);
});

test.each([
  ['duration_ms: 1.384811', 'duration_ms: 20.4'],
  ['took 12 ms', 'took 9 ms'],
  ['at 2026-11-22T10:00:00.000Z', 'at 2026-11-23T11:00:00Z'],
  ['in /tmp/wukong-copy-1-2-ab/tree/a.js', 'in /tmp/wukong-copy-9-9-cd/tree/a.js'],
])('a time or the folder of a copy is no difference: %s', (red, green) => {
  expect(compareLogs('t', log(red), log(green)).first).toBeNull();
});

test('a count is a difference', () => {
  expect(compareLogs('t', log('# pass 5'), log('# pass 6')).first).not.toBeNull();
});

test('lines that only one of them has stand beside nothing, and what follows is in one row again', () => {
  const { rows } = compareLogs('t', log('a\nstack 1\nstack 2\nz\n'), log('a\nz\n'));
  expect(rows).toEqual([
    { kind: 'same', red: { number: 1, text: 'a' }, green: { number: 1, text: 'a' } },
    { kind: 'other', red: { number: 2, text: 'stack 1' }, green: null },
    { kind: 'other', red: { number: 3, text: 'stack 2' }, green: null },
    { kind: 'same', red: { number: 4, text: 'z' }, green: { number: 2, text: 'z' } },
  ]);
});

test('of a long log the first and last 200 lines are shown, and how many are between', () => {
  const { rows, red } = compareLogs('t', log(lines(1000)), log(lines(1000)));
  expect(red.gap).toBe('600 more lines');
  expect(rows).toHaveLength(2 * SHOWN_LINES + 1);
  expect(rows.at(-1)).toMatchObject({ kind: 'same', red: { number: 1000, text: 'line 1000' } });
});

test('a difference in what is not shown is found all the same', () => {
  const red = lines(1000).replace('line 500\n', 'not ok 500\n');
  const { first } = compareLogs('t', log(red), log(lines(1000)));
  expect(first?.red).toEqual({ number: 500, text: 'not ok 500' });
});

test('of a log that is too long to read, lines cut in two are left out, and its size is said', () => {
  const cut = { tail: `alf a line\n${lines(3, 'end')}`, bytes: 500 * 1024 * 1024 };
  const { rows, red } = compareLogs('t', log(`${lines(3)}hal`, cut), log(lines(3)));
  expect(red.gap).toBe('the rest of 500 MB');
  const shown = rows.flatMap((row) => (row.kind === 'gap' ? [] : (row.red?.text ?? [])));
  expect(shown).toEqual(['line 1', 'line 2', 'line 3', 'end 1', 'end 2', 'end 3']);
});

test('two empty logs differ in nothing', () => {
  expect(compareLogs('t', log(''), log(''))).toMatchObject({ first: null, rows: [] });
});
