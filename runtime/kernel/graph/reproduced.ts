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

/** Whether a role has to leave them as they are; who writes tests may add to them. */
export function keepsSealed(role: Role): boolean {
  return role !== 'tongue';
}

/** Of what a run changed, those that it had to leave: of who may add, those that lost lines. */
export function sealBroken(
  goal: Goal,
  role: Role,
  changed: ReadonlyArray<Readonly<{ path: string; removed: number | null }>>,
): string[] {
  const sealed = sealedTests(goal);
  return changed
    .filter(({ path }) => Object.hasOwn(sealed, path))
    .filter(({ removed }) => keepsSealed(role) || removed !== 0)
    .map(({ path }) => path);
}
