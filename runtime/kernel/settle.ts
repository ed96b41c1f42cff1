import type { Goal } from '../model/state.ts';
import type { NodeStatus } from '../model/words.ts';
import { fires, isOver } from './fires.ts';
import { countOf, edgesFrom, failedNodes, nodeCount } from './graph.ts';
import { nodeState } from './state.ts';
import type { Step } from './step.ts';

const CAN_NOT_FIRE = 'an edge it needs can not fire any more';

/**
 * Draws the consequences of what was just emitted: nodes whose edges are satisfied become ready,
 * nodes that no edge can reach any more are skipped. Runs to a fixed point; each round settles at
 * least one pending node, so it ends.
 */
export function settle(step: Step, goal: Goal): void {
  if (goal.large) {
    settleDue(step, goal, goal.large.due);
    return;
  }
  for (let moved = true; moved; ) {
    moved = false;
    for (const spec of goal.specs) {
      const node = nodeState(goal, spec.id);
      if (node.status !== 'pending') continue;
      const scope = { goal_id: goal.id, node_id: spec.id };
      if (node.waits <= 0) {
        step.emit('node.ready', scope, { attempt: node.attempts + 1 });
        moved = true;
      } else if (hasDeadEdge(goal, spec.id)) {
        step.emit('node.skipped', scope, { reason: CAN_NOT_FIRE });
        moved = true;
      }
    }
  }
}

/** The same for those that are known to be due: facts take them off the list and put others on it. */
function settleDue(step: Step, goal: Goal, due: ReadonlyArray<readonly [number, string]>): void {
  for (let last = -1; due.length > 0; ) {
    const [at, id] = due.find(([place]) => place > last) ?? due[0] ?? [0, ''];
    last = at;
    const node = nodeState(goal, id);
    const scope = { goal_id: goal.id, node_id: id };
    if (node.status === 'pending' && node.waits <= 0) {
      step.emit('node.ready', scope, { attempt: node.attempts + 1 });
    } else step.emit('node.skipped', scope, { reason: CAN_NOT_FIRE });
  }
}

function hasDeadEdge(goal: Goal, id: string): boolean {
  return goal.edges.some((edge) => {
    if (edge.to !== id) return false;
    const upstream = nodeState(goal, edge.from).status;
    return isOver(upstream) && !fires(edge.condition, upstream);
  });
}

/**
 * Every node is done or skipped, or failed with a branch that took over. "Nothing is ready" is not
 * "finished": blocked and waiting nodes keep the goal open.
 */
export function isFinished(goal: Goal): boolean {
  if (goal.large?.lost || countOf(goal, 'done', 'skipped', 'failed') < nodeCount(goal))
    return false;
  return failedNodes(goal).every((id) => !isAbandoned(goal, id));
}

/** It failed, and every branch for that was skipped: nothing makes up for it. */
export function isAbandoned(goal: Goal, id: string): boolean {
  return failureBranches(goal, id).every((status) => status === 'skipped');
}

/** How it stands with the nodes that a failure of this one may lead to. */
export function failureBranches(goal: Goal, id: string): NodeStatus[] {
  return edgesFrom(goal, id)
    .filter((edge) => edge.condition !== 'on_success')
    .map((edge) => nodeState(goal, edge.to).status);
}
