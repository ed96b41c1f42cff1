// A sweep over every file operation takes minutes and grows with each of them: `npm test` takes a sample
// of it, another one each time, and `npm run soak` all of it.

import { isTurn } from '../rig/turn-of.ts';
import { SOAK } from './tally.ts';

/** Given by vitest.config.ts to all processes of a run and printed by it, so that it can be repeated. */
export const SEED = Number(process.env.WUKONG_SEED ?? 1);

/**
 * In the full form all of them, else about `count` at even distances. With which it begins depends on the
 * seed and on `name`.
 */
export function sample<T>(name: string, all: readonly T[], count: number): readonly T[] {
  if (SOAK) return all;
  const apart = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => isInSample(name, i, apart));
}

/** Whether it is the turn of number `i`, where one of every `apart` has its turn. */
export function isInSample(name: string, i: number, apart: number): boolean {
  return isTurn(SEED, name, i, apart);
}
