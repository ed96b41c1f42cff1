// What a blocked node waits for, as data: whoever tells it chooses the words.

import type { Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { askedOf, doubtsOf, shownOf } from './approval-list.ts';
import { askedAbout } from './claim-changes.ts';

export type Waiting = Readonly<{
  goal: string;
  node: string;
  because: Reason;
  /** Actions a person can allow, and how many more were asked for. */
  asked: readonly string[];
  more: number;
  /** Of these, what a run was let do that ended without a report. */
  in_doubt?: readonly string[] | undefined;
  /** Changes that may be the person's own. */
  outside?: readonly string[] | undefined;
}>;

/** What a blocked node waits for; undefined for any other. */
export function waitingAt(goal: Goal, node: string): Waiting | undefined {
  const state = goal.nodes[node];
  if (state?.status !== 'blocked') return undefined;
  const { because } = state;
  const asked = shownOf(goal, node);
  return {
    goal: goal.id,
    node,
    because,
    asked,
    more: askedOf(goal, node).length - asked.length,
    in_doubt: doubtsOf(goal, node),
    outside: askedAbout(goal, node),
  };
}
