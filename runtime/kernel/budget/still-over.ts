import type { Goal } from '../../model/state/goal.ts';
import { limitsOf } from './budget.ts';

/** Paused for a limit that is the same still: words do not lift it, only other terms do. */
export function isStillOver(goal: Goal): boolean {
  const { paused, terms } = goal;
  switch (paused?.kind) {
    case 'deadline-passed':
      return terms?.deadline === paused.deadline;
    case 'budget-exceeded':
      return limitsOf(goal, paused.node).some(
        ({ what, limit }) => what === paused.what && limit === paused.limit,
      );
    default:
      return false;
  }
}
