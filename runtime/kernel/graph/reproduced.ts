// Tests that had to show the fault before anything was changed, and stand as they are from then on.

import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Role } from '../../model/vocabulary.ts';
import { lastJudged } from './graph.ts';

/** Whether it is the test of this node that has to fail first. */
export function reproduces({ specs }: Pick<Goal, 'specs'>, nodeId: string): boolean {
  return specs.some(({ id, reproduce }: NodeSpec) => id === nodeId && reproduce !== undefined);
}

/** By path their content, as their own node left them; while that is open again they are its own to change. */
export function sealedTests(goal: Goal): Readonly<Record<string, string>> {
  const nodes = goal.specs.filter(
    ({ id, reproduce }) => reproduce !== undefined && goal.nodes[id]?.status === 'done',
  );
  return Object.assign({}, ...nodes.map(({ id }) => lastJudged(goal, id)?.outputs?.sealed ?? {}));
}

/** Who writes tests may add to them; whether they hold as they were, trials say. */
export function keepsSealed(role: Role): boolean {
  return role !== 'tongue';
}
