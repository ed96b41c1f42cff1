// The session ends or is cleared: its goal has no owner any more. After /clear its agents may still
// run and report, so the graph is held until somebody resumes it; nothing is ended here but what the
// user interrupted.

import { newUsage } from '../../engine/usage/new-usage.ts';
import { interruptedCalls } from '../../hosts/claude-code/events/interrupted.ts';
import { recordUsage } from '../../kernel/budget/record-usage.ts';
import { pauseGoal } from '../../kernel/requests/goals.ts';
import { endInterrupted } from '../../kernel/requests/runs.ts';
import { focusOf } from '../../kernel/state/queries.ts';
import type { State } from '../../model/state/state.ts';
import { readState } from '../../step/run-step.ts';
import { answerStep } from '../frame/host-step.ts';
import { type Delivery, storedState } from '../frame/read-delivery.ts';

export function onSessionEnd(delivery: Delivery) {
  const { reason, session_id, transcript_path } = delivery.payload;
  const look = (state: State) => {
    const goal = focusOf(state, session_id);
    return {
      calls: interruptedCalls(state, session_id, transcript_path),
      used: goal ? newUsage(state, goal) : [],
    };
  };
  const seen = readState(delivery.ws, look, storedState(delivery));
  return answerStep(delivery, { payload: { reason } }, (step) => {
    const goal = focusOf(step.state, session_id);
    if (!goal) return {};
    // Hardly ever, and it is in a part of its own.
    if (seen.ok && seen.value.calls.length > 0) endInterrupted(step, goal, seen.value.calls);
    if (seen.ok) recordUsage(step, goal, seen.value.used);
    if (reason === 'clear') pauseGoal(step, goal, { kind: 'session-cleared' });
    step.emit({ type: 'goal.released', session_id, goal_id: goal.id, payload: { reason } });
    return {};
  });
}
