// What is tried as long as there is room for it. Pure, with the clock passed in.

type Budget = Readonly<{ runs: number; ms: number }>;

type Tried<T, R> = Readonly<{ tried: ReadonlyArray<readonly [T, R]>; left: readonly T[] }>;

/** One after the other; each is told how much time is left. */
export async function tryInTurn<T, R>(
  items: readonly T[],
  budget: Budget,
  now: () => number,
  attempt: (item: T, leftMs: number) => Promise<R>,
): Promise<Tried<T, R>> {
  const began = now();
  const tried: Array<readonly [T, R]> = [];
  for (const item of items) {
    const leftMs = budget.ms - (now() - began);
    if (tried.length >= budget.runs || leftMs <= 0) break;
    tried.push([item, await attempt(item, leftMs)]);
  }
  return { tried, left: items.slice(tried.length) };
}
