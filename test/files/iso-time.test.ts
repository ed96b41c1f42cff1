import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../runtime/files/iso-time.ts';

test('isoTime says what Date says, from 1970 to the year 9999', () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: last }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 2000 },
  );
  for (const day of ['2000-02-29', '2100-02-28', '2100-03-01', '2024-12-31', '2026-01-01']) {
    expect(isoTime(Date.parse(`${day}T00:00:00.000Z`))).toBe(`${day}T00:00:00.000Z`);
  }
});
