// What the entities of one goal are made of.

import type { FactOf, FactType, Recorded } from '../model/facts/fact.ts';
import type { Goal } from '../model/state/goal.ts';
import { ESCALATION_TYPES } from '../words/escalation/entity.ts';

/** A goal, open or over, and what its state alone does not say. */
export type GoalHistory = Readonly<{
  goal: Goal;
  /** Of ENTITY_FACTS, in the order of the log. */
  facts: readonly Recorded[];
  /** By the id of a goal or `G-0001/N-010`: when the last fact about it was written. */
  updated: ReadonlyMap<string, string>;
}>;

export const ENTITY_FACTS: readonly FactType[] = [
  'goal.created',
  'graph.completed',
  'graph.aborted',
  'run.dispatched',
  'node.switched',
  'run.ended',
  'artifacts.stored',
  'evidence.graded',
  'decision.made',
  'gate.finished',
  'node.skipped',
  ...ESCALATION_TYPES,
];

export function factsOf<T extends FactType>(
  { facts }: Pick<GoalHistory, 'facts'>,
  type: T,
): Recorded<FactOf<T>>[] {
  return facts.filter((fact): fact is Recorded<FactOf<T>> => fact.type === type);
}

/** A node is named in full outside of its goal. */
export function itemId(goal: string, node: string): string {
  return `${goal}/${node}`;
}
