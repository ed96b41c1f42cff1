// A node that may plan another one in parts is done: what it had planned before is over, and what it plans now begins.
// None of the parts is at work then: readers end when what is before them opens again, and who writes is waited for.

import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { grown, type Parts, partsOf } from '../graph/growth.ts';
import { planBsOf } from '../retries/after-failure.ts';
import { nodeState, specOf } from '../state/queries.ts';
import type { Step } from './step.ts';
import { scopeOf } from './tell-owner.ts';

export type Growth = Parts & Readonly<{ writers?: Goal['writers'] }>;

export function grow(step: Step, goal: Goal, run: Run, growth: Growth | undefined): void {
  const { may_grow } = specOf(goal, run.node);
  if (may_grow === undefined) return;
  const before = partsOf(goal, may_grow).filter((id) => id !== may_grow);
  if (before.length === 0 && !growth) return;
  const made = growth ? grown(goal, specOf(goal, may_grow), growth) : { specs: [], edges: [] };
  const over = growth ? [...before, may_grow] : before;
  // Nobody looks for another way to what nobody does.
  for (const id of over.flatMap((one) => [...planBsOf(goal, one), one])) {
    if (nodeState(goal, id).status === 'cancelled') continue;
    const parts = id === may_grow && { parts: made.specs.map((spec) => spec.id) };
    const because = { kind: 'replanned' as const, by: run.node, ...parts };
    step.emit({ type: 'node.cancelled', goal_id: goal.id, node_id: id, payload: { because } });
  }
  const payload = { run: run.id, ...made, ...(growth?.writers && { writers: growth.writers }) };
  step.emit({ type: 'graph.grown', ...scopeOf(goal, run), payload });
}
