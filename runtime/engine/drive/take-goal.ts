// A driver makes a goal its own. Lock and fence come first: what another driver left is ended once its runs
// are over in the log, and a driver that is there, and heard, is left alone with all it started.

import { waitsForDriver } from '../../kernel/requests/offer.ts';
import { type Resumed, resumeGoal } from '../../kernel/requests/resume.ts';
import { isSameOwner } from '../../kernel/state/owner.ts';
import { drivenRuns, leftRuns } from '../../kernel/state/queries.ts';
import type { Said } from '../../kernel/state/said.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { endLeft, leftCopies } from '../results/end-left.ts';
import { isHeard } from './lease-file.ts';

/** `take`: also from an owner who is there. `said`: the person at whose terminal it is typed, where one has to be. */
export async function takeGoal(
  ws: Workspace,
  me: ProcessRef,
  goalId: string,
  take = false,
  said: Partial<Said> = {},
): Promise<Result<Resumed, Failure>> {
  const now = readState(ws, ({ goals }) => {
    const goal = goals[goalId];
    return goal && isHeard(ws, goal, Date.now());
  });
  if (!now.ok) return fail(now.failure);
  const heard = now.value ?? (() => false);
  const claim = { owner: { kind: 'driver', ref: me } } as const;
  const words = { nodeId: null, answer: '', interrupted: [], ...said };
  const taken = runStep(ws, (step) => {
    const held = drivenRuns(step.state);
    const goal = step.state.goals[goalId];
    // A session that waits for a driver loses nothing by it.
    const isGiven = goal !== undefined && waitsForDriver(goal);
    const request = { claim, goalId, take: take || isGiven, ...words };
    const resumed = resumeGoal(step, request, heard);
    const isMine = goal !== undefined && isSameOwner(goal.owner, claim.owner);
    return { resumed, left: [...leftRuns(held, isAlive), ...(isMine ? leftCopies(goal) : [])] };
  });
  if (!taken.ok) return fail(taken.failure);
  await endLeft(ws, taken.value.left);
  return ok(taken.value.resumed);
}
