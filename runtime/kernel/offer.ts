import type { Goal } from '../model/state.ts';
import type { Role } from '../model/words.ts';
import { WRITING_ROLES } from '../model/words.ts';
import { eachReady, type Ready } from './graph.ts';
import { activeRuns, nodeState, specOf } from './state.ts';
import type { Step } from './step.ts';

export type Offered = Readonly<{ id: string; role: Role; title: string; attempt: number }>;

/** Of a large goal so many ready nodes are offered at once: a context has its limit, and so have sessions. */
const OFFERED_AT_ONCE = 16;

/** The ready nodes that are offered now, in plan order. */
export function frontier(goal: Goal): Offered[] {
  return frontierIds(goal).map((id) => offered(goal, id));
}

export function frontierIds(goal: Goal): string[] {
  const ids: string[] = [];
  eachDispatchable(goal, ({ id }) => ids.push(id) < OFFERED_AT_ONCE || !goal.large);
  return ids;
}

/** How many more are ready than are offered. */
export function beyondOffers({ large }: Goal): number {
  return large ? Math.max(0, large.counts.ready - OFFERED_AT_ONCE) : 0;
}

/**
 * The ready nodes that may be dispatched now, in plan order, until `take` returns false. One writing
 * run at a time: while one works, no writing node is among them, and of several only the first is.
 */
export function eachDispatchable(goal: Goal, take: (ready: Ready) => boolean): void {
  let writer = activeRuns(goal).some((run) => WRITING_ROLES.includes(run.role));
  eachReady(goal, (ready) => {
    if (WRITING_ROLES.includes(ready.role)) {
      if (writer) return true;
      writer = true;
    }
    return take(ready);
  });
}

function offered(goal: Goal, id: string): Offered {
  const { role, title } = specOf(goal, id);
  return { id, role, title, attempt: nodeState(goal, id).attempts + 1 };
}

/**
 * The offer a wake-up makes. Each node is offered once per attempt, because a second offer for a
 * node that was just dispatched ends in a refusal the user sees; `again` is for those events that
 * must always offer (Stop, resume, SessionStart).
 */
export function offer(step: Step, goal: Goal, again: boolean): Offered[] {
  if (goal.status !== 'running') return [];
  const ready = frontier(goal);
  const fresh = ready.filter(({ id }) => {
    const node = nodeState(goal, id);
    return node.status === 'ready' && !node.offered;
  });
  for (const { id, attempt } of fresh) {
    step.emit('node.offered', { goal_id: goal.id, node_id: id }, { attempt });
  }
  return again || fresh.length > 0 ? ready : [];
}
