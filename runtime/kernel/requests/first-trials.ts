// What tries the gates of a goal while its first readers work: a process that is written down, so that nobody
// else's trials count.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Trial } from '../../model/gate-schema.ts';
import type { Goal } from '../../model/state/goal.ts';
import { proofOf } from '../graph/proof.ts';
import { needsMoreThanCopy } from '../state/trials.ts';
import type { Step } from './step.ts';
import { tellOwner } from './tell-owner.ts';

/** Written down before it begins: what another process says was tried for this goal does not count. */
export function beginTrials(step: Step, goal: Goal, process: ProcessRef): void {
  step.emit({ type: 'trials.begun', goal_id: goal.id, payload: { process } });
}

/** Whether this process is to try the gates of the goal: it was begun for that, and nobody may write yet. */
export function mayTry(goal: Goal | undefined, me: ProcessRef): boolean {
  const { pid, started } = goal?.trier ?? {};
  const isMe = pid === me.pid && started === me.started;
  return goal?.status === 'running' && isMe && proofOf(goal).first === null;
}

/** A person is told of a gate that passes in no copy, with the reason and the way out. */
export function recordTrial(step: Step, goalId: string, me: ProcessRef, trial: Trial): void {
  const goal = step.state.goals[goalId];
  if (!goal || !mayTry(goal, me)) return;
  step.emit({ type: 'gate.tried', goal_id: goalId, payload: trial });
  const { gate, here, copy, cause } = trial;
  if (!needsMoreThanCopy(trial)) return;
  tellOwner(step, goal, { kind: 'gate-differs', goal: goalId, gate, here, copy, cause });
}
