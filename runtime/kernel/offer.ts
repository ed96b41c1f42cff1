import type { Goal } from '../model/state.ts';
import type { Role } from '../model/words.ts';
import { WRITING_ROLES } from '../model/words.ts';
import { activeRuns, nodeState } from './state.ts';
import type { Step } from './step.ts';

export type Offered = Readonly<{ id: string; role: Role; title: string; attempt: number }>;

/**
 * The ready nodes that may be dispatched now, in plan order. One writing run at a time: while one
 * works, no writing node is offered, and of several ready ones only the first is.
 */
export function frontier(goal: Goal): Offered[] {
  let writer = activeRuns(goal).some((run) => WRITING_ROLES.includes(run.role));
  const offers: Offered[] = [];
  for (const { id, role, title } of goal.specs) {
    const node = nodeState(goal, id);
    if (node.status !== 'ready') continue;
    if (WRITING_ROLES.includes(role)) {
      if (writer) continue;
      writer = true;
    }
    offers.push({ id, role, title, attempt: node.attempts + 1 });
  }
  return offers;
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
