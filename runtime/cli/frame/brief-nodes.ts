// A goal may have ten thousand nodes: then a person sees how many there are of each kind, and by name
// only those where something happens.

import { NODE_STATUSES, type NodeStatus } from '../../model/vocabulary.ts';

const MAX_LINES = 32;
const NAMED_OF_A_STATUS = 8;
const LISTED: readonly NodeStatus[] = ['running', 'verify', 'blocked', 'failed', 'ready'];

export type Brief<T> = Readonly<{
  shown: readonly T[];
  /** Undefined: all are shown. */
  counts: string | undefined;
}>;

/** Nodes in plan order; those shown are in plan order, too. */
export function briefNodes<T extends Readonly<{ status: NodeStatus }>>(
  nodes: readonly T[],
): Brief<T> {
  if (nodes.length <= MAX_LINES) return { shown: nodes, counts: undefined };
  const seen = new Map<NodeStatus, number>();
  const shown = nodes.filter(({ status }) => {
    const before = seen.get(status) ?? 0;
    seen.set(status, before + 1);
    return LISTED.includes(status) && before < NAMED_OF_A_STATUS;
  });
  const counts = NODE_STATUSES.flatMap((status) => {
    const n = seen.get(status) ?? 0;
    return n === 0 ? [] : [`${n} ${status}`];
  });
  return { shown, counts: `${nodes.length} nodes: ${counts.join(', ')}` };
}

/** The first of a list, and how many more there are. */
export function firstOf(items: readonly string[], most = NAMED_OF_A_STATUS): string {
  const more = items.length - most;
  const shown = items.slice(0, most).join(', ');
  return more > 0 ? `${shown}, and ${more} more` : shown;
}
