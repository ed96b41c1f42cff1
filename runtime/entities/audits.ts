// Questions that are asked of a goal afterwards, answered from its entities.

import type { Decision } from '../model/views/entities/decision.ts';
import type { GoalEntity } from '../model/views/entities/goal.ts';
import type { RunEntity } from '../model/views/entities/run.ts';
import type { Entities } from './entities.ts';

export const AUDITS = ['decisions', 'attempts', 'budget', 'trace'] as const;
export type AuditName = (typeof AUDITS)[number];

export type Attempt = Readonly<{ work_item_id: string; run_id: string; artifact_types: string[] }> &
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
  remaining_tokens: number | null;
}>;

export function budgets({ goals, runs }: Entities): BudgetRow[] {
  const used = new Map<string, number>();
  for (const { work_item_id, tokens_used } of runs) {
    const goal = goalOf(work_item_id);
    used.set(goal, (used.get(goal) ?? 0) + tokens_used);
  }
  return goals.map(({ id, title, budget: { max_tokens } }) => {
    const used_tokens = used.get(id) ?? 0;
    return {
      goal_id: id,
      title,
      budget_tokens: max_tokens,
      used_tokens,
      remaining_tokens: max_tokens === null ? null : max_tokens - used_tokens,
    };
  });
}

/** One line of the chain of evidence: a goal, its items, their runs, what these decided and left. */
export type TraceRow = Readonly<{
  goal_id: string;
  work_item_id: string | null;
  run_id: string | null;
  kind: 'goal' | 'work_item' | 'run' | 'decision' | 'artifact';
  what: string;
  status: string | null;
  detail: string;
}>;

export function trace(all: Entities): TraceRow[] {
  const items = grouped(all.work_items, ({ goal_id }) => goal_id);
  const runs = grouped(all.runs, ({ work_item_id }) => work_item_id);
  const artifacts = grouped(all.artifacts, ({ run_id }) => run_id);
  const decisions = grouped(all.decisions, ({ run_id, work_item_id, goal_id }) => {
    return run_id ?? work_item_id ?? goal_id;
  });
  return all.goals.flatMap((goal) => {
    const at = { goal_id: goal.id, work_item_id: null, run_id: null };
    return [
      goalRow(goal),
      ...(decisions.get(goal.id) ?? []).map((one) => decisionRow(at, one)),
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

function goalOf(item: string): string {
  return item.slice(0, item.indexOf('/'));
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
