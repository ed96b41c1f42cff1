// What an executor says of its run beside what is judged: on record before the judgement, which looks at the code.

import { noteBudget, noteEnd } from '../../kernel/budget/record-usage.ts';
import { type RunAt, runIn } from '../../kernel/state/queries.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import type { PriceTable } from '../../model/usage/prices.ts';
import type { ByModel } from '../../model/usage/usage.ts';
import { runStep } from '../../step/run-step.ts';
import { usdOf, withOwn } from '../../usage/prices.ts';
import { allAdded, largestOf } from '../../usage/sums.ts';
import type { Workspace } from '../../workspace/paths.ts';

/**
 * The code it gives for why it failed or waits, and what it says it used. That holds although its run is over by
 * now: who came too late has used it all the same.
 */
export function noteClaims(
  ws: Workspace,
  { goal, run }: RunAt,
  { status, error_code, usage }: WorkResult,
): void {
  const code = status === 'ok' || run.ended ? undefined : error_code;
  if (code === undefined && usage.length === 0) return;
  const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
  runStep(ws, (step) => {
    const at = runIn(step.state, goal.id, run.id);
    if (!at) return;
    if (code !== undefined) {
      step.emit({ type: 'run.error_named', ...scope, payload: { error_code: code } });
    }
    const models = byModel(usage, withOwn(step.state.config.prices));
    if (!isMore(models, at.run.claimed)) return;
    step.emit({ type: 'usage.claimed', ...scope, payload: { models } });
    if (at.run.ended) noteEnd(step, at.goal, at.run);
    else noteBudget(step, at.goal);
  });
}

function isMore(models: ByModel, before: ByModel = {}): boolean {
  return JSON.stringify(largestOf(before, models)) !== JSON.stringify(before);
}

/** Nobody uses so much; sums of it stay whole numbers. */
const MOST_TOKENS = 1e12;
const MOST_USD = 1e9;

/** Dollars that it does not say follow from the price of the model, if that is known. */
function byModel(usage: WorkResult['usage'], prices: PriceTable): ByModel {
  return usage.reduce<ByModel>((sum, { model = 'unnamed', cost_usd, ...one }) => {
    const tokens = {
      input: Math.min(one.input_tokens ?? 0, MOST_TOKENS),
      output: Math.min(one.output_tokens ?? 0, MOST_TOKENS),
      cache_creation: Math.min(one.cache_creation_tokens ?? 0, MOST_TOKENS),
      cache_read: Math.min(one.cache_read_tokens ?? 0, MOST_TOKENS),
    };
    const usd =
      cost_usd === undefined ? usdOf(model, tokens, prices) : Math.min(cost_usd, MOST_USD);
    return allAdded(sum, { [model]: { ...tokens, usd } });
  }, {});
}
