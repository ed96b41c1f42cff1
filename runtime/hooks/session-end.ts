// The session ends or is cleared: its goal has no owner any more. After /clear its agents may still
// run and report, so the graph is held until somebody resumes it; nothing is ended here but what the
// user interrupted.

import { interruptedCalls } from '../hosts/claude-code/interrupted.ts';
import { pauseGoal } from '../kernel/goals.ts';
import { endInterrupted } from '../kernel/runs.ts';
import { focusOf } from '../kernel/state.ts';
import { answerStep } from './host-step.ts';
import { lookAtState } from './look.ts';
import type { Delivery } from './run-hook.ts';

export function onSessionEnd(delivery: Delivery) {
  const { reason, session_id, transcript_path } = delivery.payload;
  const interrupted = lookAtState(delivery, (state) =>
    interruptedCalls(state, session_id, transcript_path),
  );
  return answerStep(delivery, { payload: { reason } }, (step) => {
    const goal = focusOf(step.state, session_id);
    if (!goal) return {};
    // Hardly ever, and it is in a part of its own.
    if (interrupted.ok && interrupted.value.length > 0) {
      endInterrupted(step, goal, interrupted.value);
    }
    if (reason === 'clear') pauseGoal(step, goal, 'its session was cleared');
    step.emit('goal.released', { session_id, goal_id: goal.id }, { reason });
    return {};
  });
}
