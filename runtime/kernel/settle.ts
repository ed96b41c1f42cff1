import type { Goal } from '../model/state.ts';
import { fires } from './reduce-node.ts';
import { nodeState } from './state.ts';
import type { Step } from './step.ts';

const ENDED = new Set(['done', 'failed', 'skipped', 'cancelled']);

/**
 * Draws the consequences of what was just emitted: nodes whose edges are satisfied become ready,
 * nodes that no edge can reach any more are skipped. Runs to a fixed point; each round settles at
 * least one pending node, so it ends.
 */
export function settle(step: Step, goal: Goal): void {
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
        step.emit('node.skipped', scope, { reason: 'an edge it needs can not fire any more' });
        moved = true;
      }
    }
  }
}

function hasDeadEdge(goal: Goal, id: string): boolean {
  return goal.edges.some((edge) => {
    if (edge.to !== id) return false;
    const upstream = nodeState(goal, edge.from).status;
    return ENDED.has(upstream) && !fires(edge.condition, upstream);
  });
}

/**
 * Every node is done or skipped, or failed with a branch that took over. "Nothing is ready" is not
 * "finished": blocked and waiting nodes keep the goal open.
 */
export function isFinished(goal: Goal): boolean {
  return goal.specs.every((spec) => {
    const { status } = nodeState(goal, spec.id);
    if (status !== 'failed') return status === 'done' || status === 'skipped';
    return hasFailureBranch(goal, spec.id);
  });
}

export function hasFailureBranch(goal: Goal, id: string): boolean {
  return goal.edges.some((edge) => edge.from === id && edge.condition !== 'on_success');
}

/** The nodes on a path from `from` to `to`, without `from`, with `to`. */
export function between(goal: Goal, from: string, to: string): string[] {
  const ahead = reach(from, (id) => goal.edges.filter((e) => e.from === id).map((e) => e.to));
  const behind = reach(to, (id) => goal.edges.filter((e) => e.to === id).map((e) => e.from));
  return goal.specs
    .map((spec) => spec.id)
    .filter((id) => id !== from && ahead.has(id) && behind.has(id));
}

function reach(start: string, next: (id: string) => string[]): Set<string> {
  const seen = new Set([start]);
  for (const id of seen) for (const other of next(id)) seen.add(other);
  return seen;
}
