// A goal in the words of work orders: a view, not a second model.

import { spentView } from '../kernel/budget/spent-view.ts';
import type { Goal } from '../model/state/goal.ts';
import { ROLE_TOOLS } from '../model/tools.ts';
import type { GoalEntity } from '../model/views/entities/goal.ts';
import { DEFAULT_PRIORITY } from '../model/vocabulary.ts';
import { stateOfGoal } from './states.ts';

/** `times`: what the log says and the state does not. */
export function goalEntity(
  goal: Goal,
  tenant: string,
  times: Readonly<{ updated: string | null; ended: string | null }> = {
    updated: null,
    ended: null,
  },
): GoalEntity {
  const { max_tokens, max_hours, max_cost_usd, max_retries } = goal.terms?.budget ?? {};
  const list = goal.proof?.criteria?.list;
  return {
    id: goal.id,
    owner_id: tenant,
    title: goal.title,
    description: goal.request,
    priority: goal.terms?.priority ?? DEFAULT_PRIORITY,
    status: stateOfGoal(goal),
    success_criteria: list
      ? list.map(({ text, kind }) => ({ description: text, type: kind }))
      : goal.success_criteria.map((description) => ({ description, type: 'judged' })),
    allowed_actions: [...new Set(goal.specs.flatMap(toolsOf))],
    budget: {
      max_tokens: max_tokens ?? null,
      max_hours: max_hours ?? null,
      max_cost_usd: max_cost_usd ?? null,
      max_retries: max_retries ?? Math.max(0, ...goal.specs.map((spec) => spec.max_retries)),
    },
    deadline: goal.terms?.deadline ?? null,
    created_at: goal.created_at,
    updated_at: times.updated,
    completed_at: goal.status === 'completed' ? times.ended : null,
    metadata: {
      issue_ref: goal.issue_ref,
      template: goal.template.name,
      artifacts: goal.artifacts,
      spent: spentIn(goal),
    },
  };
}

/** It asks no clock: hours count up to the last sign of life. */
function spentIn(goal: Goal): GoalEntity['metadata']['spent'] {
  const now = goal.usage?.seen ?? goal.created_at;
  const { tokens, cost_usd, hours, retries, claimed } = spentView(goal, now);
  return { tokens, cost_usd, hours, retries, claimed };
}

/** A node that narrows nothing has what its role has. */
function toolsOf({ role, constraints }: Goal['specs'][number]): readonly string[] {
  const { allowed_tools } = constraints;
  return allowed_tools.length > 0 ? allowed_tools : ROLE_TOOLS[role];
}
