// What an executor says of its run beside what is judged: on record before the judgement, which looks at the code.

import type { RunAt } from '../../kernel/state/queries.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import type { ByModel, Priced } from '../../model/usage/usage.ts';
import { runStep } from '../../step/run-step.ts';
import { allAdded } from '../../usage/sums.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** The code it gives for why it failed or waits, and what it says it used. */
export function noteClaims(
  ws: Workspace,
  { goal, run }: RunAt,
  { status, error_code, usage }: WorkResult,
): void {
  const code = status === 'ok' ? undefined : error_code;
  if (run.ended || (code === undefined && usage.length === 0)) return;
  const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
  runStep(ws, (step) => {
    if (code !== undefined) {
      step.emit({ type: 'run.error_named', ...scope, payload: { error_code: code } });
    }
    if (usage.length > 0) {
      step.emit({ type: 'usage.claimed', ...scope, payload: { models: byModel(usage) } });
    }
  });
}

function byModel(usage: WorkResult['usage']): ByModel {
  return usage.reduce<ByModel>((sum, { model = 'unnamed', ...one }) => {
    const counted: Priced = {
      input: one.input_tokens ?? 0,
      output: one.output_tokens ?? 0,
      cache_creation: one.cache_creation_tokens ?? 0,
      cache_read: one.cache_read_tokens ?? 0,
      usd: one.cost_usd ?? null,
    };
    return allAdded(sum, { [model]: counted });
  }, {});
}
