// What becomes of the edges of a graph, and what that means for the nodes they lead to.

import { isConditional } from '../../model/condition.ts';
import type { Edge, EdgeOutcome, EdgeState } from '../../model/edge.ts';
import type { Join, NodeStatus } from '../../model/vocabulary.ts';

/** What the state of its source makes of an edge. `join` is that of the node it leads to. */
export function outcomeOf(
  condition: Edge['condition'],
  source: NodeStatus,
  join: Join,
): EdgeOutcome {
  switch (source) {
    case 'done':
      // What a condition comes to is a fact of its own.
      if (isConditional(condition)) return 'open';
      return condition === 'on_failure' ? 'dead' : 'fired';
    case 'failed':
      return mayFollowFailure(condition) ? 'fired' : 'dead';
    case 'skipped':
      if (condition === 'always') return 'fired';
      return join === 'legacy' ? 'dead' : 'void';
    case 'cancelled':
      // Its goal is over, or others do its work.
      return 'void';
    default:
      return 'open';
  }
}

/** It fires, or may fire, when its source fails. */
export function mayFollowFailure(condition: Edge['condition']): boolean {
  return condition === 'on_failure' || condition === 'always';
}

/** Whatever comes of it, a source that is done makes it fire. */
export function followsSuccess(condition: Edge['condition']): boolean {
  return condition === 'on_success' || condition === 'always';
}

/** What a pending node has to expect of the edges that lead to it. */
type Prospect = 'ready' | 'waits' | 'skipped';

/**
 * `all` needs every edge that is not void, and at least one, to fire; `any` needs one. A node that no
 * edge leads to is ready at once.
 */
export function prospectOf(join: Join, edges: readonly Pick<EdgeState, 'outcome'>[]): Prospect {
  const some = (outcome: EdgeOutcome): boolean => edges.some((edge) => edge.outcome === outcome);
  if (edges.length === 0) return 'ready';
  if (join === 'any') return some('fired') ? 'ready' : some('open') ? 'waits' : 'skipped';
  if (some('dead')) return 'skipped';
  if (some('open')) return 'waits';
  return some('fired') ? 'ready' : 'skipped';
}

/**
 * The same for a node that has run before and was opened again, because something before it is done
 * once more: with `any` it would be ready at once by the edge that fired then, and waits for the others.
 */
export function prospectAgain(join: Join, edges: readonly EdgeState[]): Prospect {
  const isOpen = edges.some(({ outcome }) => outcome === 'open');
  return join === 'any' && isOpen ? 'waits' : prospectOf(join, edges);
}
