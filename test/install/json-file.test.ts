import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, readJson } from '../../runtime/files/json-file.ts';

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('accepts what JSON.parse accepts, and nothing else', () => {
  const pieces = ['{', '}', '[', ']', ':', ',', '"a"', '"b\\n"', '"\\x"', '-1', '01', '1e5', '.5'];
  const soup = fc
    .array(fc.constantFrom(...pieces, ' ', '\n', 'true', 'nul', '/*'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(soup, fc.json()), (text) => {
      const read = readJson(text);
      // The one thing we refuse and JSON.parse does not: it would lose one of the two values.
      if (!read.ok && read.message.endsWith('is there twice.')) return;
      expect(read.ok).toBe(accepts(text));
    }),
    { numRuns: 500 },
  );
});

test('a broken file is refused at a place inside it', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 2 }),
      (json, at, noise) => {
        const text = json.slice(0, at % json.length) + noise + json.slice(at % json.length);
        const read = readJson(text);
        if (read.ok) return;
        expect(read.at).toBeLessThanOrEqual(text.length);
        expect(placeOf(text, read.at).line).toBeGreaterThan(0);
      },
    ),
  );
});

test('nesting without end is refused, not a crash', () => {
  expect(readJson('['.repeat(100_000))).toEqual({
    ok: false,
    at: 200,
    message: 'This is nested too deeply.',
  });
});
