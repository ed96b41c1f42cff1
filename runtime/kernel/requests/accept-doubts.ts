// A person looked at what is in doubt, and says that it is right.

import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Saying } from '../../model/saying.ts';
import type { Goal } from '../../model/state/goal.ts';
import { inDoubtAt } from '../graph/doubts.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import type { Step } from './step.ts';
import { judgeAgain } from './verify-again.ts';
import { blockNode } from './waiting-nodes.ts';

export type DoubtsAccepted = Said &
  Readonly<{
    doubts: PayloadOf<'doubts.accepted'>['doubts'];
    why: string;
    /** What is in doubt still; undefined: nothing. */
    left: Readonly<{ why: string; saying?: Saying | undefined }> | undefined;
  }>;

/** Whether it is judged again; else it goes on waiting, for the rest. `at`: the node; null: the end of the goal. */
export function acceptDoubts(
  step: Step,
  goal: Goal,
  at: string | null,
  { doubts, why, left, ...said }: DoubtsAccepted,
): boolean {
  const because = inDoubtAt(goal, at);
  const scope = { goal_id: goal.id, ...(at !== null && { node_id: at }) };
  step.emit({
    type: 'doubts.accepted',
    ...scope,
    ...typedIn(said),
    payload: { doubts: [...doubts], why: why.slice(0, 2000), ...signed(said) },
  });
  if (left && at !== null) {
    const { singly } = because ?? {};
    const rest = { why: left.why.slice(0, 1000), ...(left.saying && { saying: left.saying }) };
    const asked = { kind: 'fault-not-shown', ...rest, ...(singly && { singly }) } as const;
    blockNode(step, goal, at, asked);
  }
  if (left) return false;
  if (at !== null) return judgeAgain(step, goal, at);
  step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
  return true;
}
