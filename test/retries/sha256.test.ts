import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../runtime/kernel/retries/sha256.ts';

const known = (text: string): string => createHash('sha256').update(text).digest('hex');

test('it is SHA-256, whatever the text and wherever its blocks end', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = 'a'.repeat(length);
    expect(sha256(text)).toBe(known(text));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(known(text));
    }),
  );
});
