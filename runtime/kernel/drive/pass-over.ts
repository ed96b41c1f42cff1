// A driver has nobody for a node that only would have helped: the work goes on without it.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Step } from '../requests/step.ts';
import { settleAll } from '../requests/waiting-nodes.ts';
import { isSameOwner } from '../state/owner.ts';
import { nodeState, specOf } from '../state/queries.ts';

/** Plan B alone is passed over; any other node is what the plan asks for, and waits for who can do it. */
export function passOverPlanB(
  step: Step,
  goalId: string,
  nodeId: string,
  driver: ProcessRef,
): boolean {
  const goal = step.state.goals[goalId];
  if (!goal || !isSameOwner(goal.owner, { kind: 'driver', ref: driver })) return false;
  const { role, plan_b_for } = specOf(goal, nodeId);
  if (plan_b_for === undefined || nodeState(goal, nodeId).status !== 'ready') return false;
  const because = { kind: 'nobody-has-role', role } as const;
  step.emit({ type: 'node.skipped', goal_id: goalId, node_id: nodeId, payload: { because } });
  settleAll(step, goal);
  return true;
}
