// Questions that are asked of a goal afterwards, answered from its entities.

import type { Decision } from '../model/views/entities/decision.ts';
import type { GoalEntity } from '../model/views/entities/goal.ts';
import type { RunEntity } from '../model/views/entities/run.ts';
import type { EscalationEntity } from '../model/views/escalation.ts';
import type { Entities } from './entities.ts';

const AUDITS = ['decisions', 'attempts', 'budget', 'trace'] as const;
export type AuditName = (typeof AUDITS)[number];

type Attempt = Readonly<{ work_item_id: string; run_id: string; artifact_types: string[] }> &
  Pick<RunEntity, 'run_number' | 'status' | 'error_signature' | 'next_action'>;

/** Every run, by item and number. */
export function attempts({ runs, artifacts }: Entities): Attempt[] {
  const types = new Map<string, string[]>();
  for (const { run_id, type } of artifacts) types.set(run_id, [...(types.get(run_id) ?? []), type]);
  return runs
    .map(({ id, work_item_id, run_number, status, error_signature, next_action }) => ({
      work_item_id,
      run_id: id,
      run_number,
      status,
      error_signature,
      next_action,
      artifact_types: [...new Set(types.get(id))].sort(),
    }))
    .sort((a, b) => compare(a.work_item_id, b.work_item_id) || a.run_number - b.run_number);
}

export type BudgetRow = Readonly<{
  goal_id: string;
  title: string;
  budget_tokens: number | null;
  used_tokens: number;
  /** The part of it that executors say, and nobody saw. */
  claimed_tokens: number;
  remaining_tokens: number | null;
  budget_usd: number | null;
  used_usd: number | null;
  claimed_usd: number;
  budget_hours: number | null;
  used_hours: number;
  used_retries: number;
}>;

export function budgets({ goals }: Pick<Entities, 'goals'>): BudgetRow[] {
  return goals.map(({ id, title, budget, metadata: { spent } }) => ({
    goal_id: id,
    title,
    budget_tokens: budget.max_tokens,
    used_tokens: spent.tokens,
    claimed_tokens: spent.claimed.tokens,
    remaining_tokens: budget.max_tokens === null ? null : budget.max_tokens - spent.tokens,
    budget_usd: budget.max_cost_usd,
    used_usd: spent.cost_usd,
    claimed_usd: spent.claimed.cost_usd,
    budget_hours: budget.max_hours,
    used_hours: spent.hours,
    used_retries: spent.retries,
  }));
}

/** One line of the chain of evidence: a goal, its items, their runs, what these decided, asked and left. */
export type TraceRow = Readonly<{
  goal_id: string;
  work_item_id: string | null;
  run_id: string | null;
  kind: 'goal' | 'work_item' | 'run' | 'decision' | 'escalation' | 'artifact';
  what: string;
  status: string | null;
  detail: string;
}>;

export function trace(all: Entities): TraceRow[] {
  const items = grouped(all.work_items, ({ goal_id }) => goal_id);
  const runs = grouped(all.runs, ({ work_item_id }) => work_item_id);
  const artifacts = grouped(all.artifacts, ({ run_id }) => run_id);
  const asked = grouped(all.escalations, ({ work_item_id, goal_id }) => work_item_id ?? goal_id);
  // That a person was asked is said by the escalation itself.
  const made = all.decisions.filter(({ decision_type }) => decision_type !== 'escalated');
  const decisions = grouped(made, ({ run_id, work_item_id, goal_id }) => {
    return run_id ?? work_item_id ?? goal_id;
  });
  return all.goals.flatMap((goal) => {
    const at = { goal_id: goal.id, work_item_id: null, run_id: null };
    return [
      goalRow(goal),
      ...(decisions.get(goal.id) ?? []).map((one) => decisionRow(at, one)),
      ...(asked.get(goal.id) ?? []).map((one) => escalationRow(at, one)),
      ...(items.get(goal.id) ?? []).flatMap((item): TraceRow[] => {
        const ofItem = { ...at, work_item_id: item.id };
        return [
          {
            ...ofItem,
            kind: 'work_item',
            what: item.type,
            status: item.status,
            detail: item.title,
          },
          ...(decisions.get(item.id) ?? []).map((one) => decisionRow(ofItem, one)),
          ...(runs.get(item.id) ?? []).flatMap((run): TraceRow[] => {
            const ofRun = { ...ofItem, run_id: run.id };
            return [
              runRow(ofRun, run),
              ...(decisions.get(run.id) ?? []).map((one) => decisionRow(ofRun, one)),
              ...(artifacts.get(run.id) ?? []).map(
                ({ type, path }): TraceRow => ({
                  ...ofRun,
                  kind: 'artifact',
                  what: type,
                  status: null,
                  detail: path,
                }),
              ),
            ];
          }),
          ...(asked.get(item.id) ?? []).map((one) => escalationRow(ofItem, one)),
        ];
      }),
    ];
  });
}

type At = Pick<TraceRow, 'goal_id' | 'work_item_id' | 'run_id'>;

function goalRow({ id, metadata, status, title }: GoalEntity): TraceRow {
  const at = { goal_id: id, work_item_id: null, run_id: null };
  return { ...at, kind: 'goal', what: metadata.template, status, detail: title };
}

function runRow(at: At, { run_number, status, error_message }: RunEntity): TraceRow {
  return { ...at, kind: 'run', what: `#${run_number}`, status, detail: error_message ?? '' };
}

function decisionRow(at: At, { decision_type, rationale }: Decision): TraceRow {
  return { ...at, kind: 'decision', what: decision_type, status: null, detail: rationale };
}

function escalationRow(at: At, { id, reason, status, packet }: EscalationEntity): TraceRow {
  const detail = `${id}: ${packet.minimal_question}`;
  return { ...at, kind: 'escalation', what: reason, status, detail };
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = found.get(key);
    if (group) group.push(one);
    else found.set(key, [one]);
  }
  return found;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
