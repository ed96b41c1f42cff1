// Work orders are a view of goals, nodes and runs, with words of their own: this is where one is the other.

import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import type { GoalState, RunState, WorkItemState } from '../model/views/entities/words.ts';
import type { NodeStatus, Role, WorkType } from '../model/vocabulary.ts';

/** A running goal that nobody has taken up is queued (`stateOfGoal`). */
const GOAL: Readonly<Record<Goal['status'], GoalState>> = {
  running: 'active',
  paused: 'blocked',
  completed: 'completed',
  aborted: 'cancelled',
};

/** Of these, `skipped` and `cancelled` nodes never leave the queue (`closed_as` says so). */
const ITEM: Readonly<Record<NodeStatus, WorkItemState>> = {
  pending: 'queued',
  ready: 'ready',
  running: 'in_progress',
  verify: 'verify',
  done: 'done',
  failed: 'failed',
  blocked: 'blocked',
  skipped: 'queued',
  cancelled: 'queued',
};

type Outcome = NonNullable<Run['ended']>['outcome'];

/** A run that came to nothing because of what it did has failed; any other was aborted. */
const RUN: Readonly<Record<Outcome, RunState>> = {
  success: 'success',
  failed: 'failed',
  blocked: 'failed',
  lost: 'aborted',
  stopped: 'aborted',
  replaced: 'aborted',
};

/** Where the template does not say it. */
export const TYPE_OF_ROLE: Readonly<Record<Role, WorkType>> = {
  ear: 'analysis',
  eye: 'analysis',
  nose: 'analysis',
  tongue: 'test',
  body: 'code',
  mind: 'doc',
};

export function stateOfGoal(goal: Goal): GoalState {
  const isWaiting = goal.owner.kind === 'nobody' && Object.keys(goal.runs).length === 0;
  return goal.status === 'running' && isWaiting ? 'queued' : GOAL[goal.status];
}

export function stateOfItem(status: NodeStatus): WorkItemState {
  return ITEM[status];
}

export function stateOfRun({ ended }: Run): RunState {
  return ended === null ? 'running' : RUN[ended.outcome];
}
