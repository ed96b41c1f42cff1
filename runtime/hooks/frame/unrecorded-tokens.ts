import { usageOfRun } from '../../engine/usage/new-usage.ts';
import { agentTranscript } from '../../hosts/claude-code/events/agent-files.ts';
import { tokenLimits } from '../../kernel/budget/budget.ts';
import { recordUsage } from '../../kernel/budget/record-usage.ts';
import { spentOf } from '../../kernel/budget/spent.ts';
import { entry, type RunAt } from '../../kernel/state/queries.ts';
import type { State } from '../../model/state/state.ts';
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
  if (!seen) return 0;
  const { tokens } = spentIn(seen.models);
  const isMuch = tokenLimits(goal, run.node).some(
    ({ limit, node }) => spentOf(goal, node).tokens + tokens >= limit || tokens >= limit / PARTS,
  );
  if (tokens > 0 && isMuch) {
    runStep(ws, (step) => {
      const now = entry(step.state.goals, goal.id);
      if (now) recordUsage(step, now, [seen]);
    });
  }
  return tokens;
}
