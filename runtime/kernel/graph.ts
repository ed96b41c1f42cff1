// What there is around a node, and which nodes are in a status. Of a large goal neither takes a look at
// all of its nodes (large.ts).

import type { Edge } from '../model/edge.ts';
import type { Goal, Run } from '../model/state.ts';
import type { NodeStatus, Role } from '../model/words.ts';
import { nearOf, runsNear } from './large.ts';
import { nodeState } from './state.ts';

/** So many nodes may be named in one record, which has its limit. */
export const MAX_NAMED = 1000;

export function edgesFrom(goal: Goal, id: string): readonly Edge[] {
  return goal.large ? nearOf(goal, id).out : goal.edges.filter((edge) => edge.from === id);
}

export function edgesTo(goal: Goal, id: string): readonly Edge[] {
  return goal.large ? nearOf(goal, id).in : goal.edges.filter((edge) => edge.to === id);
}

/** All runs of a node, oldest first. */
export function runsOf(goal: Goal, id: string): readonly Run[] {
  return goal.large
    ? runsNear(goal, id)
    : Object.values(goal.runs).filter((run) => run.node === id);
}

export type Ready = Readonly<{ id: string; role: Role }>;

/** In plan order, until `take` returns false. */
export function eachReady(goal: Goal, take: (ready: Ready) => boolean): void {
  if (!goal.large) {
    for (const spec of goal.specs) {
      if (nodeState(goal, spec.id).status === 'ready' && !take(spec)) return;
    }
    return;
  }
  // Plain steps: there may be thousands, and a hook is over before anything is compiled.
  const { ready } = goal.large;
  for (let i = 0; i < ready.length; i += 1) {
    const at = ready[i];
    if (at && !take({ id: at[1], role: at[2] })) return;
  }
}

/** In plan order. */
export function blockedNodes(goal: Goal): string[] {
  if (goal.large) return goal.large.blocked.map(([, id]) => id);
  return goal.specs.map(({ id }) => id).filter((id) => nodeState(goal, id).status === 'blocked');
}

/** In plan order. */
export function failedNodes(goal: Goal): string[] {
  if (goal.large) return goal.large.failed.map(([, id]) => id);
  return goal.specs.map(({ id }) => id).filter((id) => nodeState(goal, id).status === 'failed');
}

export function nodeCount(goal: Goal): number {
  return goal.large ? goal.large.nodes : goal.specs.length;
}

/** How many nodes are in one of these statuses. */
export function countOf(goal: Goal, ...statuses: readonly NodeStatus[]): number {
  const { large } = goal;
  if (large) return statuses.reduce((sum, status) => sum + large.counts[status], 0);
  return goal.specs.filter(({ id }) => statuses.includes(nodeState(goal, id).status)).length;
}

export function inPlanOrder(goal: Goal, ids: ReadonlySet<string>): string[] {
  if (!goal.large) return goal.specs.map(({ id }) => id).filter((id) => ids.has(id));
  const places = [...ids].map((id) => [nearOf(goal, id).at, id] as const);
  return places.sort(([a], [b]) => a - b).map(([, id]) => id);
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
