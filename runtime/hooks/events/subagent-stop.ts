// A subagent stops. With a message this is its report; without one it has handed back already, was
// compacted (no agent type), or is not ours.

import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { resultOf } from '../../kernel/reports/run-result.ts';
import { type RunAt, runOfAgent } from '../../kernel/state/queries.ts';
import { type About, answerStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { onReport } from './report.ts';

export function onSubagentStop(delivery: Delivery): Answer | Promise<Answer> {
  const { last_assistant_message: report, agent_type, agent_id } = delivery.payload;
  if (report !== undefined && agent_type !== '' && agent_id !== '')
    return onReport(delivery, report);
  return answerStep(
    delivery,
    (state) => aboutRun(runOfAgent(state, agent_id)),
    () => ({}),
  );
}

function aboutRun(at: RunAt | undefined): About {
  if (!at) return { payload: {} };
  const { goal, run } = at;
  const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
  return { scope, payload: resultOf(run) };
}
