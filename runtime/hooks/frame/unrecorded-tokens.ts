import { usageOfRun } from '../../engine/usage/new-usage.ts';
import { agentTranscript } from '../../hosts/claude-code/events/agent-files.ts';
import { spentOf } from '../../kernel/budget/budget.ts';
import { recordUsage } from '../../kernel/budget/record-usage.ts';
import { entry, type RunAt } from '../../kernel/state/queries.ts';
import type { State } from '../../model/state.ts';
import { runStep } from '../../step/run-step.ts';
import { spentIn } from '../../usage/sums.ts';
import type { Delivery } from './read-delivery.ts';

/** So many parts of a limit are recorded while a run works: what is read again stays small. */
const PARTS = 50;

/** What the agent of a run used since that was recorded; recorded now if it is much. */
export function unrecordedTokens({ ws, payload }: Delivery, state: State, at: RunAt): number {
  const { goal, run } = at;
  const path = agentTranscript(payload.transcript_path, payload.agent_id);
  const seen = usageOfRun(state, goal, run, path);
  const limit = goal.terms?.budget?.max_tokens;
  if (!seen || limit === undefined) return 0;
  const { tokens } = spentIn(seen.models);
  const isOver = spentOf(goal).tokens + tokens >= limit;
  if (tokens > 0 && (isOver || tokens >= limit / PARTS)) {
    runStep(ws, (step) => {
      const now = entry(step.state.goals, goal.id);
      if (now) recordUsage(step, now, [seen]);
    });
  }
  return tokens;
}
