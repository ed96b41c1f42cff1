// A fault that is shown, in doubt: a node, or the end of the goal, waits for a person to look.

import { asksToLook } from '../../model/in-doubt.ts';
import type { Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { blockedNodes } from './graph.ts';

/** Where a person is asked: the node; null: the end of the goal. Undefined: nowhere. */
export function whereInDoubt(goal: Goal, nodeId: string | null): string | null | undefined {
  const waits = blockedNodes(goal).filter((id) => {
    const node = goal.nodes[id];
    return (nodeId ?? id) === id && node?.status === 'blocked' && asksToLook(node.because);
  });
  if (waits.length === 1) return waits[0];
  const isEnd = goal.status === 'paused' && goal.paused !== null && asksToLook(goal.paused);
  return nodeId === null && waits.length === 0 && isEnd ? null : undefined;
}

/** What it waits for there. */
export function inDoubtAt(goal: Goal, at: string | null): InDoubt | undefined {
  const node = at === null ? undefined : goal.nodes[at];
  const because = node?.status === 'blocked' ? node.because : goal.paused;
  return because?.kind === 'fault-not-shown' ? because : undefined;
}

type InDoubt = Extract<Reason, { kind: 'fault-not-shown' }>;
