import type { FactOf, FactType, Recorded } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';

/** A goal, open or over, and what its state alone does not say. */
export type GoalHistory = Readonly<{
  goal: Goal;
  /** Of the types that were asked for, in the order of the log. */
  facts: readonly Recorded[];
  /** By the id of a goal or `G-0001/N-010`: when the last fact about it was written. */
  updated: ReadonlyMap<string, string>;
}>;

export function factsOf<T extends FactType>(
  { facts }: Pick<GoalHistory, 'facts'>,
  type: T,
): Recorded<FactOf<T>>[] {
  return facts.filter((fact): fact is Recorded<FactOf<T>> => fact.type === type);
}
