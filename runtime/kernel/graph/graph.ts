// What there is around a node, and which nodes are in a status. A plan has at most a thousand nodes, so
// each question is a plain loop.

import { isConditional } from '../../model/condition.ts';
import type { EdgeState } from '../../model/edge.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Join, NodeStatus, Role } from '../../model/vocabulary.ts';
import { entry, nodeState } from '../state/queries.ts';

export function edgesFrom(goal: Goal, id: string): EdgeState[] {
  return goal.edges.filter((edge) => edge.from === id);
}

export function edgesTo(goal: Goal, id: string): EdgeState[] {
  return goal.edges.filter((edge) => edge.to === id);
}

/** The run for which the condition of an edge has to be decided; of any other edge, and once it is, there is none. */
export function undecidedRun(
  goal: Goal,
  { from, condition, outcome }: EdgeState,
): string | undefined {
  if (outcome !== 'open' || !isConditional(condition)) return undefined;
  const source = entry(goal.nodes, from);
  return source?.status === 'done' ? source.run : undefined;
}

/** A log may name a node that is not in the plan. */
export function joinOf(goal: Goal, id: string): Join {
  return goal.specs.find((spec) => spec.id === id)?.join ?? 'all';
}

export function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = found.get(key);
    if (group) group.push(item);
    else found.set(key, [item]);
  }
  return found;
}

/** All runs of a node, oldest first. */
export function runsOf(goal: Goal, id: string): readonly Run[] {
  return Object.values(goal.runs).filter((run) => run.node === id);
}

/** The last run of a node whose report was judged. */
export function lastJudged(goal: Goal, nodeId: string): Run | undefined {
  return runsOf(goal, nodeId).findLast((run) => run.outputs !== null);
}

export type Ready = Readonly<{ id: string; role: Role }>;

/** In plan order. */
export function readyNodes(goal: Goal): Ready[] {
  return goal.specs.filter(({ id }) => nodeState(goal, id).status === 'ready');
}

/** In plan order. */
export function blockedNodes(goal: Goal): string[] {
  return nodesIn(goal, 'blocked');
}

/** In plan order. */
export function failedNodes(goal: Goal): string[] {
  return nodesIn(goal, 'failed');
}

function nodesIn(goal: Goal, status: NodeStatus): string[] {
  return goal.specs.map(({ id }) => id).filter((id) => nodeState(goal, id).status === status);
}

/** How many nodes are in one of these statuses. */
export function countOf(goal: Goal, ...statuses: readonly NodeStatus[]): number {
  return goal.specs.filter(({ id }) => statuses.includes(nodeState(goal, id).status)).length;
}

export function inPlanOrder(goal: Goal, ids: ReadonlySet<string>): string[] {
  return goal.specs.map(({ id }) => id).filter((id) => ids.has(id));
}

/**
 * The nodes from which a path leads to `id`, without itself; or, `ahead`, those one leads to. The
 * nearest first; with `most` it ends when there are so many, or a few more.
 */
export function reachable(
  goal: Goal,
  id: string,
  ahead: boolean,
  most = Number.POSITIVE_INFINITY,
): Set<string> {
  const seen = new Set([id]);
  for (const at of seen) {
    if (seen.size > most) break;
    if (ahead) for (const { to } of edgesFrom(goal, at)) seen.add(to);
    else for (const { from } of edgesTo(goal, at)) seen.add(from);
  }
  seen.delete(id);
  return seen;
}

/** The nodes on a path from `from` to `to`, without `from`, with `to`. */
export function between(goal: Goal, from: string, to: string): string[] {
  const behind = reachable(goal, to, false).add(to);
  const ahead = [...reachable(goal, from, true)];
  return inPlanOrder(goal, new Set(ahead.filter((id) => behind.has(id))));
}
