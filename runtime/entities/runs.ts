import { spentByRuns } from '../kernel/budget/spent.ts';
import { factsOf, type GoalHistory } from '../kernel/views/goal-history.ts';
import type { Run } from '../model/state/run.ts';
import type { Artifact } from '../model/views/entities/artifact.ts';
import type { RunEntity } from '../model/views/entities/run.ts';
import { spentIn } from '../usage/sums.ts';
import { reasonText } from '../words/reason.ts';
import { itemId } from './history.ts';
import { stateOfRun } from './states.ts';

export function runEntities(history: GoalHistory, artifacts: readonly Artifact[]): RunEntity[] {
  const { goal } = history;
  const ends = new Map(factsOf(history, 'run.ended').map((fact) => [fact.run_id, fact]));
  const left = new Map<string, string[]>();
  for (const { run_id, id } of artifacts) left.set(run_id, [...(left.get(run_id) ?? []), id]);
  return Object.values(goal.runs).map((run) => {
    const { ended } = run;
    const end = ends.get(run.id);
    const status = stateOfRun(run);
    return {
      id: run.id,
      work_item_id: itemId(goal.id, run.node),
      run_number: run.number,
      status,
      started_at: run.dispatched_at,
      ended_at: ended ? (end?.timestamp ?? null) : null,
      ...usageOf(run),
      artifacts: left.get(run.id) ?? [],
      logs: run.outputs?.dir ?? null,
      error_signature: ended?.signature ?? null,
      error_message:
        ended && status !== 'success'
          ? (end?.payload.error_message ?? reasonText(ended.because))
          : null,
      next_action: ended?.next_action ?? null,
      metadata: {
        role: run.role,
        outcome: ended?.outcome ?? null,
        evidence_level: run.outputs?.level ?? null,
        sent_back: run.sent_back,
        expected_usd: run.expected?.usd ?? null,
        claimed: claimedOf(run),
      },
    };
  });
}

/** What a run used. Older logs know its output alone. */
function usageOf(run: Run): Pick<RunEntity, 'tokens_used' | 'cost_usd' | 'model_used'> {
  const { usage, outputs, claimed } = run;
  if (!usage && !claimed) {
    return { tokens_used: outputs?.output_tokens ?? 0, cost_usd: null, model_used: null };
  }
  const { tokens, usd, unpriced } = spentByRuns([run]);
  const models = Object.entries(usage?.models ?? claimed ?? {}).map(([model, counted]) => ({
    model,
    tokens: spentIn({ [model]: counted }).tokens,
  }));
  return {
    tokens_used: tokens,
    cost_usd: unpriced.length > 0 ? null : usd,
    model_used: models.sort((a, b) => b.tokens - a.tokens)[0]?.model ?? null,
  };
}

function claimedOf(run: Run): RunEntity['metadata']['claimed'] {
  const { claimed } = spentByRuns([run]);
  return claimed ? { tokens: claimed.tokens, cost_usd: claimed.usd } : null;
}
