import type { Goal } from '../../model/state/goal.ts';
import type { ByModel } from '../../model/usage/usage.ts';
import { countRetries } from '../state/retries.ts';
import { hoursOf, spentOf } from './budget.ts';

/** What a goal has used, for programs; the names are those of its budget. */
export type SpentView = Readonly<{
  /** Input, output and cache creation, which max_tokens limits. */
  tokens: number;
  cache_read_tokens: number;
  /** Null where a model has no price. */
  cost_usd: number | null;
  /** Models without a price. */
  unpriced: readonly string[];
  hours: number;
  /** kernel/state/retries.ts says which runs are. */
  retries: number;
  models: ByModel;
}>;

export function spentView(goal: Goal, now: string): SpentView {
  const { tokens, cache_read, usd, unpriced } = spentOf(goal);
  return {
    tokens,
    cache_read_tokens: cache_read,
    cost_usd: unpriced.length > 0 ? null : usd,
    unpriced,
    hours: Math.round(hoursOf(goal, now) * 1e4) / 1e4,
    retries: countRetries(Object.values(goal.runs)),
    models: goal.usage?.models ?? {},
  };
}
