import type { Goal } from '../../model/state/goal.ts';
import { activeRuns } from '../state/queries.ts';

/** A node that a person has the order of: work that waits for them, and no question. */
export type StepOfPerson = Readonly<{
  goal: string;
  node: string;
  run: string;
  /** As the plan names them. */
  to: string;
  /** Where the order lies. */
  dir: string;
  /** What its result lacked when it was last looked at. */
  missing: readonly string[];
}>;

export function stepsOfPeople(goal: Goal): StepOfPerson[] {
  return activeRuns(goal).flatMap(({ id, node, by, copy, report, missing }) => {
    if (by.kind !== 'person' || !copy || report) return [];
    return [{ goal: goal.id, node, run: id, to: by.name, dir: copy.dir, missing }];
  });
}
