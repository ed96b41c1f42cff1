// A daemon makes a goal its own, as a driver does that a person starts; only nobody says that it goes on.

import { takeUp } from '../../kernel/drive/daemon.ts';
import type { Claim } from '../../kernel/state/owner.ts';
import { drivenRuns, leftRuns } from '../../kernel/state/queries.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { endLeft, leftCopies } from '../results/end-left.ts';

/** False: somebody else has it by now, or it waits. */
export async function takeUpGoal(
  ws: Workspace,
  { me, isAlive }: Readonly<{ me: ProcessRef; isAlive: (process: ProcessRef) => boolean }>,
  goalId: string,
  chosen: Claim['chosen'],
): Promise<Result<boolean, Failure>> {
  const claim: Claim = { owner: { kind: 'driver', ref: me }, chosen };
  const taken = runStep(ws, (step) => {
    const held = drivenRuns(step.state).filter((one) => one.goal.id === goalId);
    const goal = step.state.goals[goalId];
    const isMine = goal !== undefined && takeUp(step, goal, claim, isAlive);
    return { isMine, left: [...leftRuns(held, isAlive), ...(isMine ? leftCopies(goal) : [])] };
  });
  if (!taken.ok) return fail(taken.failure);
  await endLeft(ws, taken.value.left);
  return ok(taken.value.isMine);
}
