import { nodeBudget } from '../kernel/budget/budget.ts';
import { mayFollowFailure } from '../kernel/graph/edges.ts';
import { nodeState } from '../kernel/state/queries.ts';
import type { GoalHistory } from '../kernel/views/goal-history.ts';
import { commandText, type Gate, type VerificationPlan } from '../model/gate.ts';
import type { NodeSpec } from '../model/node.ts';
import type { Goal } from '../model/state/goal.ts';
import type { NodeState } from '../model/state/node-state.ts';
import type { ClosedAs } from '../model/views/entities/words.ts';
import type { WorkItem } from '../model/views/entities/work-item.ts';
import { DEFAULT_PRIORITY } from '../model/vocabulary.ts';
import { itemId } from './history.ts';
import { stateOfItem, TYPE_OF_ROLE } from './states.ts';

export function workItems({ goal, updated }: GoalHistory): WorkItem[] {
  const needs = dependencies(goal);
  return goal.specs.map((spec) => {
    const node = nodeState(goal, spec.id);
    const id = itemId(goal.id, spec.id);
    const { executor, quality } = spec;
    return {
      id,
      goal_id: goal.id,
      title: spec.title,
      description: spec.instructions,
      type: spec.type ?? TYPE_OF_ROLE[spec.role],
      status: stateOfItem(node.status),
      priority: goal.terms?.priority ?? DEFAULT_PRIORITY,
      dependencies: needs.get(spec.id) ?? [],
      verification_plan: checksOf(spec.verification_plan),
      budget: budgetOf(goal, spec),
      assigned_to: `${executor.type}:${executor.name}`,
      created_at: goal.created_at,
      updated_at: updated.get(id) ?? goal.created_at,
      started_at: node.started_at,
      completed_at: node.status === 'done' ? node.finished_at : null,
      estimated_effort: spec.estimated_effort ?? null,
      metadata: {
        role: spec.role,
        issue_ref: spec.issue_ref ?? goal.issue_ref,
        evidence_level: node.status === 'done' ? node.level : null,
        evidence_level_required: quality.evidence_level_required,
        closed_as: closedAs(goal, node),
        part_of: spec.part_of === undefined ? null : itemId(goal.id, spec.part_of),
      },
    };
  });
}

/** Its own, else that of its goal. */
function budgetOf(goal: Goal, { id, max_retries }: NodeSpec): WorkItem['budget'] {
  const { max_tokens, max_hours, max_cost_usd } = {
    ...goal.terms?.budget,
    ...nodeBudget(goal, id),
  };
  return {
    max_tokens: max_tokens ?? null,
    max_hours: max_hours ?? null,
    max_cost_usd: max_cost_usd ?? null,
    max_retries,
  };
}

/** By node, what has to succeed before it. */
function dependencies({ id, edges }: Goal): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { from, to, condition } of edges) {
    if (mayFollowFailure(condition)) continue;
    found.set(to, [...(found.get(to) ?? []), itemId(id, from)]);
  }
  return found;
}

function checksOf(plan: VerificationPlan): WorkItem['verification_plan'] {
  return {
    deterministic: plan.deterministic.map((gate) => ({
      type: gate.type,
      name: gate.name,
      command: lineOf(gate),
      mustPass: gate.mustPass,
    })),
    behavioral: (plan.behavioral ?? []).map(({ type, command, mustPass }) => ({
      type,
      script: commandText(command),
      mustPass,
    })),
    llm_review: {
      enabled: plan.llm_review !== undefined,
      aspects: [...(plan.llm_review?.aspects ?? [])],
    },
  };
}

function lineOf(gate: Gate): string | null {
  return gate.type === 'builtin' ? null : commandText(gate.command);
}

/** A goal may be completed with nodes that are not done: these. */
function closedAs(goal: Goal, { status }: NodeState): ClosedAs | null {
  if (status === 'skipped' || status === 'cancelled') return status;
  return status === 'failed' && goal.status === 'completed' ? 'failure_handled' : null;
}
