// How far a rate that was counted may lie from the true one.

export type Interval = Readonly<{ rate: number; low: number; high: number }>;

/** 95 of 100, two-sided. */
const Z = 1.959964;

/** By Wilson: it holds for few, and for rates near 0. */
export function wilson(count: number, of: number): Interval | undefined {
  if (of === 0) return undefined;
  const rate = count / of;
  const square = Z * Z;
  const middle = (rate + square / (2 * of)) / (1 + square / of);
  const half =
    (Z / (1 + square / of)) * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of * of));
  return { rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
