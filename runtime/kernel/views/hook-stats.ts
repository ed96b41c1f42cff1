import type { State } from '../../model/state/state.ts';
import { HOOK_MS } from '../../model/vocabulary.ts';

export type HookStats = Readonly<{
  event: string;
  count: number;
  errors: number;
  last: string;
  /** The mark half of them stayed below, in milliseconds; null: beyond the last mark, or not measured. */
  p50: number | null;
  p95: number | null;
}>;

/** What the flight recorder says, the busiest event first. */
export function hookStats(state: State): HookStats[] {
  return Object.entries(state.hooks)
    .map(([event, { count, errors, last, ms }]) => ({
      event,
      count,
      errors,
      last,
      p50: percentile(ms, 0.5),
      p95: percentile(ms, 0.95),
    }))
    .sort((a, b) => b.count - a.count || (a.event < b.event ? -1 : 1));
}

function percentile(counts: readonly number[], share: number): number | null {
  const wanted = share * counts.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [mark, n] of counts.entries()) {
    seen += n;
    if (n > 0 && seen >= wanted) return HOOK_MS[mark] ?? null;
  }
  return null;
}
