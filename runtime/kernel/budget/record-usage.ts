// What was counted in transcripts becomes facts, and says how much of a budget is left.

import type { Fact } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { ByModel, ReadTo } from '../../model/usage/usage.ts';
import { sessionOfOwner } from '../state/owner.ts';
import { entry } from '../state/queries.ts';
import { isAgent } from '../state/run-by.ts';
import { usedOfLimits, WARN_AT } from './budget.ts';

/** What one transcript has more than was recorded of it. */
export type UsageSeen = Readonly<{
  /** Without one it is the conversation of the main agent. */
  run?: string;
  /** Up to where it was recorded when it was read. */
  from: number;
  models: ByModel;
  read: ReadTo;
  /** The date of the price table. */
  prices: string;
}>;

/** Any step. */
type Step = Readonly<{ now: string; emit: (fact: Fact) => void }>;

/** Somebody else may have recorded the same meanwhile: then it is passed over, and read at the next occasion. */
export function recordUsage(step: Step, goal: Goal, all: readonly UsageSeen[]): void {
  for (const seen of all) {
    const run = entry(goal.runs, seen.run);
    if (seen.run !== undefined && !run) continue;
    const before = run ? (run.usage?.read.bytes ?? 0) : goal.usage?.main?.read.bytes;
    if (before !== seen.from) continue;
    const isFinal = run !== undefined && run.ended !== null && !run.usage?.final;
    if (!isFinal && Object.keys(seen.models).length === 0) continue;
    const { models, read, prices } = seen;
    const scope = run ? { node_id: run.node, run_id: run.id } : {};
    step.emit({
      type: 'usage.recorded',
      session_id: run ? undefined : goal.usage?.main?.session_id,
      goal_id: goal.id,
      ...scope,
      payload: { models, prices, read, ...(isFinal && { final: true as const }) },
    });
    if (isFinal) noteOvershoot(step, goal, run);
  }
  noteBudget(step, goal);
}

/** Of a run without a transcript nothing more is counted once it is over. */
export function noteEnd(step: Step, goal: Goal, run: Run): void {
  if (run.ended && !isAgent(run.by)) noteOvershoot(step, goal, run);
  noteBudget(step, goal);
}

/** Once for each limit: it is said again when a person has set another one. */
export function noteBudget(step: Step, goal: Goal): void {
  for (const payload of usedOfLimits(goal, step.now)) {
    const { what, limit, spent, node } = payload;
    const share = spent / limit;
    const all = node === undefined ? goal.usage?.noted : entry(goal.usage?.noted_of ?? {}, node);
    const said = all?.[what]?.limit === limit ? all[what].at : undefined;
    if (share < WARN_AT || said === 'exceeded') continue;
    const scope = { goal_id: goal.id, ...(node !== undefined && { node_id: node }) };
    if (share >= 1) {
      step.emit({ type: 'budget.exceeded', ...scope, payload });
    } else if (said === undefined) {
      step.emit({ type: 'budget.warned', ...scope, payload });
      const session_id = sessionOfOwner(goal.owner);
      if (session_id === undefined) continue;
      const about = { kind: 'budget-warned', goal: goal.id, ...payload } as const;
      step.emit({ type: 'notice.added', session_id, goal_id: goal.id, payload: { about } });
    }
  }
}

function noteOvershoot(step: Step, goal: Goal, run: Run): void {
  for (const payload of usedOfLimits(goal, step.now)) {
    const { limit, spent, node } = payload;
    const isItsOwn = node === undefined || node === run.node;
    if (!isItsOwn || spent <= limit) continue;
    const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
    step.emit({ type: 'budget.overshot', ...scope, payload });
  }
}
