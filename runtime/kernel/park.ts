// A goal that a usage limit or an outage stops, and goes on after it.

import type { Cause } from '../model/reason.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import { loseRun } from './requests/runs.ts';
import type { Step } from './requests/step.ts';
import { scopeOf, tellOwner } from './requests/tell-owner.ts';
import { waitIfOpen } from './requests/waiting-nodes.ts';
import { isWaitOver, untilOver, type WaitsFor } from './retries/parking.ts';
import { nodeState } from './state/queries.ts';

/**
 * A usage limit or an outage: nobody's fault, no retry spent, and nothing to gain by going on. The
 * news that the agent has failed may have come first and cost an attempt: that is given back. A report
 * that arrived is judged all the same, and one that was judged stays so.
 */
export function parkGoal(
  step: Step,
  goal: Goal,
  run: Run | undefined,
  error: Cause,
  waits: WaitsFor = 'person',
): void {
  const because = untilOver(error, goal, waits, step.now);
  if (run?.ended?.outcome === 'failed') {
    if (!run.outputs) excuseRun(step, goal, run, because);
  } else if (run && !run.report) loseRun(step, goal, run, because);
  if (goal.status !== 'running') return;
  step.emit({ type: 'graph.paused', goal_id: goal.id, payload: { because } });
  tellOwner(step, goal, { kind: 'goal-parked', goal: goal.id, because });
}

/** Goes on with a parked goal whose wait is over. */
export function wakeGoal(step: Step, goal: Goal): boolean {
  const isOver = isWaitOver(goal, step.now);
  if (isOver) step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
  return isOver;
}

function excuseRun(step: Step, goal: Goal, run: Run, because: Cause): void {
  step.emit({ type: 'run.excused', ...scopeOf(goal, run), payload: { because } });
  if (nodeState(goal, run.node).status === 'ready') waitIfOpen(step, goal, run.node);
}
