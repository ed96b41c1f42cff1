// A subagent stops. With a message this is its report; without one it has handed back already, was
// compacted (no agent type), or is not ours.

import type { Answer } from '../hosts/claude-code/answer.ts';
import { runOfAgent } from '../kernel/state.ts';
import { readState } from '../store/step.ts';
import { answerStep } from './host-step.ts';
import { onReport } from './report.ts';
import { resultOf } from './result-of.ts';
import type { Delivery } from './run-hook.ts';

export function onSubagentStop(delivery: Delivery): Answer | Promise<Answer> {
  const { last_assistant_message: report, agent_type, agent_id } = delivery.payload;
  if (report !== undefined && agent_type !== '' && agent_id !== '')
    return onReport(delivery, report);
  return answerStep(delivery, { payload: handedBack(delivery) }, () => ({}));
}

function handedBack({ ws, payload }: Delivery): Record<string, unknown> {
  const now = readState(ws, (state) => runOfAgent(state, payload.agent_id)?.run);
  return now.ok && now.value ? resultOf(now.value) : {};
}
