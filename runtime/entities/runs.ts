import { nodeState } from '../kernel/state/queries.ts';
import { stateOfRun } from '../kernel/views/work-order-words.ts';
import type { Goal, Run } from '../model/state.ts';
import type { Artifact } from '../model/views/entities/artifact.ts';
import type { RunEntity } from '../model/views/entities/run.ts';
import type { NextAction } from '../model/views/entities/words.ts';
import { reasonText } from '../words/reason.ts';
import { factsOf, type GoalHistory, itemId } from './history.ts';

export function runEntities(history: GoalHistory, artifacts: readonly Artifact[]): RunEntity[] {
  const { goal } = history;
  const ends = new Map(factsOf(history, 'run.ended').map((f) => [f.run_id, f.timestamp]));
  const left = new Map<string, string[]>();
  for (const { run_id, id } of artifacts) left.set(run_id, [...(left.get(run_id) ?? []), id]);
  const last = new Map(Object.values(goal.runs).map((run) => [run.node, run.id]));
  return Object.values(goal.runs).map((run) => {
    const { ended } = run;
    const status = stateOfRun(run);
    return {
      id: run.id,
      work_item_id: itemId(goal.id, run.node),
      run_number: run.number,
      status,
      started_at: run.dispatched_at,
      ended_at: ended ? (ends.get(run.id) ?? null) : null,
      ...usageOf(run),
      artifacts: left.get(run.id) ?? [],
      logs: run.outputs?.dir ?? null,
      error_signature: null,
      error_message: ended && status !== 'success' ? reasonText(ended.because) : null,
      next_action: nextAction(goal, run, last.get(run.node) === run.id),
      metadata: {
        role: run.role,
        outcome: ended?.outcome ?? null,
        evidence_level: run.outputs?.level ?? null,
        sent_back: run.sent_back,
      },
    };
  });
}

/** What a run used, as far as it is known. */
function usageOf({ outputs }: Run): Pick<RunEntity, 'tokens_used' | 'cost_usd' | 'model_used'> {
  return { tokens_used: outputs?.output_tokens ?? 0, cost_usd: null, model_used: null };
}

/** What followed from the end of a run. */
function nextAction(goal: Goal, run: Run, isLast: boolean): NextAction | null {
  if (run.ended === null) return null;
  if (run.ended.outcome === 'success') return 'done';
  if (!isLast) return 'retry';
  const { status } = nodeState(goal, run.node);
  if (status === 'blocked') return 'escalate';
  return status === 'ready' ? 'retry' : null;
}
