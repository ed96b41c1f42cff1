// Which node is worked on next, over all goals: what weighs how much is told with each.

import type { State } from '../model/state/state.ts';
import type { Role } from '../model/vocabulary.ts';
import { DEFAULT_PRIORITY } from '../model/vocabulary.ts';
import { budgetSpent, nodeSpent } from './budget/budget.ts';
import { edgesTo } from './graph/graph.ts';
import { dispatchable } from './requests/offer.ts';
import { isWaitOver } from './retries/parking.ts';
import { type NextWeight, weightsOf } from './state/next-weights.ts';
import { goalsOf, specOf } from './state/queries.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

export type Next = Readonly<{
  goal: string;
  node: string;
  role: Role;
  title: string;
  /** The sum of the parts: from 0 to 1, unless the configuration weighs otherwise. */
  score: number;
  parts: Readonly<Record<NextWeight, number>>;
}>;

/** All that may be dispatched now, best first; among equals the older goal, then the id. `now`: ISO. */
export function nextNodes(state: State, now: string): Next[] {
  const weights = weightsOf(state.config);
  const found = goalsOf(state)
    .filter(
      (goal) =>
        (goal.status === 'running' || isWaitOver(goal, now)) &&
        !(goal.terms?.deadline && now > goal.terms.deadline) &&
        !budgetSpent(goal, now),
    )
    .flatMap((goal) =>
      dispatchable(goal).flatMap(({ id, role }) => {
        if (nodeSpent(goal, id, now)) return [];
        const parts = {
          priority: weights.priority * ((goal.terms?.priority ?? DEFAULT_PRIORITY) / 100),
          age:
            weights.age *
            Math.min(Math.max(0, Date.parse(now) - Date.parse(goal.created_at)) / WEEK_MS, 1),
          dependencies: weights.dependencies * (edgesTo(goal, id).length === 0 ? 1 : 0.5),
        };
        const score = parts.priority + parts.age + parts.dependencies;
        const { title } = specOf(goal, id);
        return [{ goal: goal.id, node: id, role, title, score, parts, since: goal.created_at }];
      }),
    );
  found.sort(
    (a, b) =>
      b.score - a.score ||
      (a.since < b.since ? -1 : a.since > b.since ? 1 : 0) ||
      (`${a.goal}/${a.node}` < `${b.goal}/${b.node}` ? -1 : 1),
  );
  return found.map(({ since: _, ...next }) => next);
}
