import type { Step } from '../../kernel/requests/step.ts';
import { drivenRuns, leftRuns } from '../../kernel/state/queries.ts';
import { runStep } from '../../step/run-step.ts';
import { isAlive } from '../../workspace/processes.ts';
import { openTrusted } from './open-workspace.ts';
import { failed, needsPerson, type Outcome } from './outcome.ts';
import { type Named, type Picked, pickGoal } from './pick-goal.ts';

/**
 * One step on the goal a person named. `act` may run again when its step lost the race for the log,
 * so it says what happened and prints nothing. What was started for runs that it ended is ended.
 */
export async function goalStep(
  command: string,
  named: Named,
  act: (step: Step, picked: Picked) => Outcome,
): Promise<Outcome> {
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const result = runStep(opened.value.ws, (step) => {
    if (named.still?.(step.state) === false) return { outcome: NOT_AS_SHOWN, left: [] };
    const picked = pickGoal(step.state, named, command);
    if (!picked.ok) return { outcome: picked.error, left: [] };
    const held = drivenRuns(step.state);
    const outcome = act(step, picked.value);
    return { outcome, left: leftRuns(held, isAlive) };
  });
  if (!result.ok) return failed(result.failure);
  // A driver that is there does so itself, and gives it time to end.
  const left = result.value.left.filter(({ driver }) => !isAlive(driver));
  if (left.length > 0) {
    const { endLeft } = await import('../../engine/results/end-left.ts');
    await endLeft(opened.value.ws, left);
  }
  return result.value.outcome;
}

const NOT_AS_SHOWN = needsPerson(
  'Nothing was taken: what waits is not what you were shown any more.',
  'Look again: wukong answer',
);
