// A goal in the words of work orders (seed 000): a view, not a second model.

import type { Budget } from '../../model/goal-terms.ts';
import type { Goal } from '../../model/state.ts';
import { DEFAULT_PRIORITY } from '../../model/vocabulary.ts';

export const GOAL_STATES = ['queued', 'active', 'blocked', 'completed', 'cancelled'] as const;
export type GoalState = (typeof GOAL_STATES)[number];

export type GoalEntity = Readonly<{
  id: string;
  /** Who answers for it; the tenant. */
  owner_id: string;
  title: string;
  description: string;
  priority: number;
  status: GoalState;
  success_criteria: ReadonlyArray<Readonly<{ description: string; type: string }>>;
  /** Of all its nodes together; empty means what their roles have. */
  allowed_actions: readonly string[];
  /** Null: no limit. */
  budget: Readonly<Record<keyof Budget, number | null>>;
  deadline: string | null;
  created_at: string;
  /** The last event that changed it. */
  updated_at: string;
  completed_at: string | null;
  metadata: Readonly<{ issue_ref: string; template: string; artifacts: string }>;
}>;

/** `ended`: when it was completed or aborted. */
export function goalEntity(
  goal: Goal,
  tenant: string,
  ended: Readonly<{ at: string }> | null = null,
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
    allowed_actions: [
      ...new Set(goal.specs.flatMap(({ constraints }) => constraints.allowed_tools)),
    ],
    budget: {
      max_tokens: max_tokens ?? null,
      max_hours: max_hours ?? null,
      max_cost_usd: max_cost_usd ?? null,
      max_retries: max_retries ?? Math.max(0, ...goal.specs.map((spec) => spec.max_retries)),
    },
    deadline: goal.terms?.deadline ?? null,
    created_at: goal.created_at,
    updated_at: goal.as_of,
    completed_at: goal.status === 'completed' ? (ended?.at ?? null) : null,
    metadata: {
      issue_ref: goal.issue_ref,
      template: goal.template.name,
      artifacts: goal.artifacts,
    },
  };
}

/** Queued: nobody has taken it up yet. */
export function stateOfGoal(goal: Goal): GoalState {
  switch (goal.status) {
    case 'completed':
      return 'completed';
    case 'aborted':
      return 'cancelled';
    case 'paused':
      return 'blocked';
    case 'running':
      return goal.owner.kind === 'nobody' && Object.keys(goal.runs).length === 0
        ? 'queued'
        : 'active';
  }
}
