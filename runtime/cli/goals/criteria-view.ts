// The criteria of an open goal, for `wukong status`.

import type { CriterionKind } from '../../model/proof.ts';
import type { GoalHead } from '../../result/goal-result.ts';
import { standingText } from '../../words/fault.ts';

export type CriteriaView = Readonly<{
  /** Seen to hold. */
  met: number;
  /** Taken by a person, although nobody saw them hold. */
  accepted: number;
  total: number;
  list: ReadonlyArray<
    Readonly<{
      number: number;
      text: string;
      kind: CriterionKind;
      is: 'met' | 'open' | 'accepted';
      where: string;
    }>
  >;
}>;

/** Null while there are none. */
export function viewOfCriteria({ criteria }: GoalHead): CriteriaView | null {
  const list = criteria.list.map(({ criterion: { number, text, kind }, standing }) => ({
    number,
    text,
    kind,
    is: standing.is,
    where: standingText(standing),
  }));
  if (list.length === 0) return null;
  const count = (wanted: 'met' | 'accepted') => list.filter(({ is }) => is === wanted).length;
  return { met: count('met'), accepted: count('accepted'), total: list.length, list };
}
