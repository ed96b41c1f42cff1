// A sweep over every file operation takes minutes and grows with each of them: `npm test` takes a part of it, always
// the same one, and `npm run soak` all of it.

import { SOAK } from './tally.ts';

/** What a random course of `npm run soak` begins with, given by it and printed; elsewhere always the same. */
export const SEED = Number(process.env.WUKONG_SEED ?? 1);

/** In the full form all of them, else about `count` at even distances, the first one among them. */
export function sample<T>(all: readonly T[], count: number): readonly T[] {
  if (SOAK) return all;
  const apart = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % apart === 0);
}
