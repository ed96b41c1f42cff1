// Usage that was found becomes facts, in a step of its own.

import { recordUsage } from '../../kernel/budget/record-usage.ts';
import { entry } from '../../kernel/state/queries.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { newUsage } from './new-usage.ts';

/** All that is new of a goal. */
export function takeUsage(ws: Workspace, goalId: string): void {
  const now = readState(ws, (state) => {
    const goal = entry(state.goals, goalId);
    return goal ? newUsage(state, goal) : [];
  });
  if (!now.ok || now.value.length === 0) return;
  const seen = now.value;
  runStep(ws, (step) => {
    const goal = entry(step.state.goals, goalId);
    if (goal) recordUsage(step, goal, seen);
  });
}
