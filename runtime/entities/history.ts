// What the entities of one goal are made of.

import type { FactType } from '../model/facts/fact.ts';
import { ESCALATION_TYPES } from './escalations.ts';

export const ENTITY_FACTS: readonly FactType[] = [
  'goal.created',
  'graph.completed',
  'graph.aborted',
  'run.dispatched',
  'node.switched',
  'run.ended',
  'artifacts.stored',
  'branch.made',
  'post.sent',
  'evidence.graded',
  'decision.made',
  'gate.finished',
  'node.skipped',
  ...ESCALATION_TYPES,
];

/** A node is named in full outside of its goal. */
export function itemId(goal: string, node: string): string {
  return `${goal}/${node}`;
}
