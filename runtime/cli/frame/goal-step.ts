import { endLeft } from '../../executors/reaping/end-left.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { leasedRuns, leasesOver } from '../../kernel/state/queries.ts';
import { runStep } from '../../step/run-step.ts';
import { isAlive } from '../../workspace/processes.ts';
import { openTrusted } from './open-workspace.ts';
import { failed, type Outcome } from './outcome.ts';
import { type Named, type Picked, pickGoal } from './pick-goal.ts';

/**
 * One step on the goal a person named. `act` may run again when its step lost the race for the log,
 * so it says what happened and prints nothing. What was started for runs that it ended is ended.
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
    if (!picked.ok) return { outcome: picked.error, left: [] };
    const held = leasedRuns(step.state);
    const outcome = act(step, picked.value);
    return { outcome, left: leasesOver(held) };
  });
  if (!result.ok) return failed(result.failure);
  // A driver that is there does so itself, and gives it time to end.
  endLeft(result.value.left.filter(({ driver }) => !isAlive(driver)));
  return result.value.outcome;
}
