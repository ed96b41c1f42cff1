import type { Step } from '../../kernel/requests/step.ts';
import { runStep } from '../../step/run-step.ts';
import { openTrusted } from './open-workspace.ts';
import { failed, type Outcome } from './outcome.ts';
import { type Named, type Picked, pickGoal } from './pick-goal.ts';

/**
 * One step on the goal a person named. `act` may run again when its step lost the race for the log,
 * so it says what happened and prints nothing.
 */
export function goalStep(
  command: string,
  named: Named,
  act: (step: Step, picked: Picked) => Outcome,
): Outcome {
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const result = runStep(opened.value.ws, (step) => {
    const picked = pickGoal(step.state, named, command);
    return picked.ok ? act(step, picked.value) : picked.error;
  });
  return result.ok ? result.value : failed(result.failure);
}
