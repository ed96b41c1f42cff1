// Who is told of what, and which run a fact is about.

import type { Notice } from '../../model/notice.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { escalationAt } from '../escalations/follow.ts';
import { sessionOfOwner } from '../state/owner.ts';
import type { RunAt } from '../state/queries.ts';
import { sessionOfRun } from '../state/run-by.ts';
import type { Step } from './step.ts';

export function scopeOf(goal: Goal, run: Run) {
  const session_id = sessionOfRun(run);
  return { session_id, goal_id: goal.id, node_id: run.node, run_id: run.id };
}

/** Where the folder of a run was to be made, something was: what it was called, and is now. */
export function placeCleared(step: Step, { goal, run }: RunAt, was: string, now: string): void {
  step.emit({ type: 'order.place_cleared', ...scopeOf(goal, run), payload: { was, now } });
  tellOwner(step, goal, { kind: 'place-cleared', goal: goal.id, run: run.id, now }, run.node);
}

/** The session that owns the goal, if one does: its user is told at its next Stop. */
export function tellOwner(step: Step, goal: Goal, about: Notice, nodeId?: string): void {
  const session_id = sessionOfOwner(goal.owner);
  if (session_id === undefined) return;
  const scope = { session_id, goal_id: goal.id, ...(nodeId && { node_id: nodeId }) };
  step.emit({ type: 'notice.added', ...scope, payload: { about: withAsked(step, goal, about) } });
}

/** Where a person is asked, they are told which file has all of it. */
function withAsked({ state }: Step, goal: Goal, about: Notice): Notice {
  switch (about.kind) {
    case 'node-waits':
    case 'goal-waits':
    case 'cut-short':
    case 'final-gates':
    case 'fault-not-shown':
    case 'settings-changed': {
      const node = about.kind === 'node-waits' ? about.node : null;
      const escalation = escalationAt(state, goal.id, node)?.id;
      return escalation === undefined ? about : { ...about, escalation };
    }
    default:
      return about;
  }
}
