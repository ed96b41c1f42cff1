import type { Goal } from '../../model/state/goal.ts';
import type { ByModel } from '../../model/usage/usage.ts';
import { countRetries } from '../state/retries.ts';
import { hoursOf, spentOf } from './spent.ts';

/** What a goal has used, for programs; the names are those of its budget. */
export type SpentView = Readonly<{
  /** Input, output and cache creation, which max_tokens limits; with what is only claimed. */
  tokens: number;
  cache_read_tokens: number;
  /** Null where a model has no price. */
  cost_usd: number | null;
  /** Models without a price. */
  unpriced: readonly string[];
  hours: number;
  /** kernel/state/retries.ts says which runs are. */
  retries: number;
  /** The part of it that executors say they used, and nobody saw. */
  claimed: Readonly<{ tokens: number; cost_usd: number }>;
  /** Without what is claimed. */
  models: ByModel;
}>;

export function spentView(goal: Goal, now: string): SpentView {
  const { tokens, cache_read, usd, unpriced, claimed } = spentOf(goal);
  return {
    tokens,
    cache_read_tokens: cache_read,
    cost_usd: unpriced.length > 0 ? null : usd,
    unpriced,
    hours: Math.round(hoursOf(goal, now) * 1e4) / 1e4,
    retries: countRetries(Object.values(goal.runs)),
    claimed: { tokens: claimed?.tokens ?? 0, cost_usd: claimed?.usd ?? 0 },
    models: goal.usage?.models ?? {},
  };
}
