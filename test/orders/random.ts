// The same numbers for the same seed, so that the faults of a red run can be injected once more.

export type Random = Readonly<{
  /** A whole number from 0 up to and without `end`. */
  below: (end: number) => number;
  pick: <T>(all: readonly [T, ...T[]]) => T;
}>;

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, pick: (all) => all[below(all.length)] ?? all[0] };
}
