import { expect, test } from 'vitest';
import { ago, span, timeOf } from '../../runtime/cli/frame/when.ts';
import { fitted, wrapped } from '../../runtime/cli/frame/wrap.ts';
import { columns } from '../../runtime/words/plain-text.ts';

test.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
  [90_000_000, '1 d 1 h'],
  // A clock that was put back.
  [-5000, '0 s'],
])('a span of %i ms is %s', (ms, text) => {
  expect(span(ms)).toBe(text);
});

test('a time is told with its day where that is another one', () => {
  const now = Date.parse('2026-11-21T10:00:00.000Z');
  expect(ago('2026-11-21T09:48:10.000Z', { now, utc: true })).toBe('11 min ago (09:48 UTC)');
  expect(ago('2026-11-20T09:48:10.000Z', { now, utc: true })).toBe(
    '1 d ago (2026-11-20 09:48 UTC)',
  );
});

test('a time is that of the zone of this machine, unless UTC is asked for', () => {
  const iso = '2026-11-21T23:02:46.012Z';
  expect(timeOf(iso, true)).toBe('2026-11-21 23:02:46Z');
  const here = timeOf(iso, false);
  expect(here).toMatch(/^2026-11-2[12] \d\d:\d\d:46$/);
  // Read back as local time, it is the same moment.
  expect(new Date(here.replace(' ', 'T')).toISOString()).toBe('2026-11-21T23:02:46.000Z');
});

test('text is broken between words and cut by the columns it takes', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('https://example.org/long', 7)).toEqual(['https://example.org/long']);
  expect(wrapped('one two', Number.POSITIVE_INFINITY)).toEqual(['one two']);
  expect(fitted('解码器在空输入时崩溃', 9)).toBe('解码器在…');
  expect(columns(fitted('解码器在空输入时崩溃', 9))).toBeLessThanOrEqual(9);
  expect(fitted('a\u001b[31m\nb', 20)).toBe('a[31m b');
});
