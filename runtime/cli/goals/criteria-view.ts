// The criteria of an open goal, for `wukong status`.

import { criteriaOf } from '../../kernel/graph/criteria.ts';
import type { CriterionKind } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { standingText } from '../../words/fault.ts';

export type CriteriaView = Readonly<{
  /** Seen to hold, or accepted by a person. */
  met: number;
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
export function viewOfCriteria(goal: Goal): CriteriaView | null {
  const list = criteriaOf(goal).map(({ criterion: { number, text, kind }, standing }) => ({
    number,
    text,
    kind,
    is: standing.is,
    where: standingText(standing),
  }));
  if (list.length === 0) return null;
  return { met: list.filter(({ is }) => is !== 'open').length, total: list.length, list };
}
