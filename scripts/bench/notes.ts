/** A line of watch.cjs: when this process ended, or a child of it ran. */
export type Note = Readonly<{ program: string; fromMs: number; toMs: number }>;

/** How long at least one of these ran, within the whole. */
export function covered(
  notes: readonly Note[],
  whole: Readonly<{ fromMs: number; toMs: number }>,
): number {
  let total = 0;
  let end = whole.fromMs;
  for (const { fromMs, toMs } of [...notes].sort((a, b) => a.fromMs - b.fromMs)) {
    const until = Math.min(toMs, whole.toMs);
    total += Math.max(0, until - Math.max(fromMs, end));
    end = Math.max(end, until);
  }
  return total;
}
