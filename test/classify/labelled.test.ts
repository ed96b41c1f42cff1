// The labelled requests: never a wrong track, and not too many questions.

import { describe, expect, test } from 'vitest';
import { judge, labelled, SETS } from './labelled.ts';

const JUDGED = labelled().map(judge);

test('there are real requests in both languages, and each is labelled once', () => {
  const texts = JUDGED.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  for (const language of ['en', 'zh']) {
    const found = JUDGED.filter((one) => one.language === language && one.source.includes('#'));
    expect(found.length).toBeGreaterThanOrEqual(40);
  }
});

test('a request never gets a track that is not its own', () => {
  const wrong = JUDGED.filter(({ outcome }) => outcome === 'wrong');
  expect(wrong.map(({ text, label, got }) => `${label} → ${got}: ${text}`)).toEqual([]);
});

test('one that is work of high risk is not taken for ordinary', () => {
  const missed = JUDGED.filter((one) => one.risk === 'high' && one.choice.risk !== 'high');
  expect(missed.map(({ text }) => text)).toEqual([]);
});

describe.each(SETS)('of the requests in %s', (set) => {
  test.each(['en', 'zh'])(
    'in %s that have a track, at least three in four get it at once',
    (language) => {
      const clear = JUDGED.filter(
        (one) => one.set === set && one.language === language && one.label !== 'ask',
      );
      const right = clear.filter(({ outcome }) => outcome === 'right');
      expect(right.length / clear.length).toBeGreaterThanOrEqual(0.75);
    },
  );
});
