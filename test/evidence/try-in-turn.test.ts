// As many as there is room for: runs and time, with a clock by hand.

import { expect, test } from 'vitest';
import { tryInTurn } from '../../runtime/evidence/gates/try-in-turn.ts';

/** Each takes so long; what is returned is how much time it was told to have. */
async function tried(tookMs: number, count: number, budget: { runs: number; ms: number }) {
  let ms = 1_000;
  const items = Array.from({ length: count }, (_, i) => i);
  const done = await tryInTurn(
    items,
    budget,
    () => ms,
    async (_, leftMs) => {
      ms += tookMs;
      return leftMs;
    },
  );
  return { told: done.tried.map(([, leftMs]) => leftMs), left: done.left };
}

test('no more are tried than there are runs for, in the order they came', async () => {
  expect(await tried(0, 5, { runs: 3, ms: 60_000 })).toEqual({
    told: [60_000, 60_000, 60_000],
    left: [3, 4],
  });
});

test('no more are begun when the time is up, and each is told what is left of it', async () => {
  expect(await tried(25_000, 5, { runs: 20, ms: 60_000 })).toEqual({
    told: [60_000, 35_000, 10_000],
    left: [3, 4],
  });
});

test('none is tried where there is no time at all', async () => {
  expect(await tried(1, 2, { runs: 20, ms: 0 })).toEqual({ told: [], left: [0, 1] });
});
