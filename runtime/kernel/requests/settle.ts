import type { Edge, EdgeState } from '../../model/edge.ts';
import type { Goal } from '../../model/state/goal.ts';
import { followsSuccess, mayFollowFailure, prospectAgain, prospectOf } from '../graph/edges.ts';
import { countOf, edgesFrom, failedNodes, joinOf } from '../graph/graph.ts';
import { nodeState } from '../state/queries.ts';
import type { Step } from './step.ts';

/**
 * Draws the consequences of what was just emitted: nodes whose edges are satisfied become ready,
 * nodes that no edge can reach any more are skipped. Runs to a fixed point; each round settles at
 * least one pending node, so it ends.
 */
export function settle(step: Step, goal: Goal): void {
  const leading = edgesByTarget(goal);
  for (let moved = true; moved; ) {
    moved = false;
    for (const { id, join } of goal.specs) {
      const node = nodeState(goal, id);
      if (node.status !== 'pending') continue;
      const edges = leading.get(id) ?? [];
      const isAgain = node.started_at !== null;
      const prospect = isAgain ? prospectAgain(join, edges) : prospectOf(join, edges);
      if (prospect === 'waits') continue;
      const scope = { goal_id: goal.id, node_id: id };
      if (prospect === 'ready') {
        step.emit({ type: 'node.ready', ...scope, payload: { attempt: node.attempts + 1 } });
      } else
        step.emit({ type: 'node.skipped', ...scope, payload: { because: { kind: 'cannot-run' } } });
      moved = true;
    }
  }
}

/** The edges themselves, whose outcomes change while nodes are settled. */
function edgesByTarget(goal: Goal): ReadonlyMap<string, readonly EdgeState[]> {
  const leading = new Map<string, EdgeState[]>();
  for (const edge of goal.edges) {
    const known = leading.get(edge.to);
    if (known) known.push(edge);
    else leading.set(edge.to, [edge]);
  }
  return leading;
}

/**
 * Every node is done or skipped, or failed with a branch that took over, and not all of the last ones
 * were skipped. "Nothing is ready" is not "finished": blocked and waiting nodes keep the goal open.
 */
export function isFinished(goal: Goal): boolean {
  return isOver(goal) && !isCutShort(goal);
}

function isOver(goal: Goal): boolean {
  const over = countOf(goal, 'done', 'skipped', 'failed', 'cancelled');
  if (goal.lost || over < goal.specs.length) return false;
  return failedNodes(goal).every((id) => !isAbandoned(goal, id));
}

/**
 * Nothing is left to run, and all of the last nodes were skipped: what the plan leads to did not happen.
 */
export function isCutShort(goal: Goal): boolean {
  return isOver(goal) && lastNodes(goal).every((id) => nodeState(goal, id).status === 'skipped');
}

type Outline = Readonly<{ specs: ReadonlyArray<{ id: string }>; edges: readonly Edge[] }>;

/** The nodes that no edge leaves which every success would take. */
export function lastNodes({ specs, edges }: Outline): string[] {
  const left = new Set(edges.flatMap((edge) => (followsSuccess(edge.condition) ? edge.from : [])));
  return specs.map(({ id }) => id).filter((id) => !left.has(id));
}

/** It failed, and every branch for that was skipped: nothing makes up for it. */
export function isAbandoned(goal: Goal, id: string): boolean {
  return branches(goal, id).every((to) => nodeState(goal, to).status === 'skipped');
}

/** Whether something takes over if the node fails. What needs any edge may have begun by another. */
export function canFail(goal: Goal, id: string): boolean {
  return branches(goal, id).some((to) => {
    const { status } = nodeState(goal, to);
    return status === 'pending' || (joinOf(goal, to) === 'any' && status !== 'skipped');
  });
}

/** The nodes that a failure of this one may lead to. */
function branches(goal: Goal, id: string): string[] {
  return edgesFrom(goal, id)
    .filter((edge) => mayFollowFailure(edge.condition))
    .map((edge) => edge.to);
}
