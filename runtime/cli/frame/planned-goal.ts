import { nodeState } from '../../kernel/state/queries.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Planned, PlannedNode } from './draw-graph.ts';
import { colors } from './output.ts';

/** A goal as it is drawn. */
export function plannedGoal(goal: Goal): Planned {
  const nodes = goal.specs.map((spec) => {
    const node = nodeState(goal, spec.id);
    const level = node.status === 'done' ? { level: node.level } : {};
    return { ...asPlanned(spec), status: node.status, ...level };
  });
  return { title: `${goal.id}  ${goal.title}`, nodes, edges: goal.edges };
}

export function asPlanned({ id, role, title, constraints }: NodeSpec): PlannedNode {
  const { time_budget_sec: budgetSec } = constraints;
  return {
    id,
    role,
    title,
    ...(budgetSec === undefined || budgetSec === null ? {} : { budgetSec }),
  };
}

const PAINTS: Readonly<Record<string, (text: string) => string>> = {
  done: colors.green,
  running: colors.blue,
  verify: colors.blue,
  ready: colors.yellow,
  blocked: colors.red,
  failed: colors.red,
};

export function paintStatus(status: string, text: string): string {
  return (PAINTS[status] ?? colors.dim)(text);
}
