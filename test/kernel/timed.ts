// A goal that takes time, and its summary: ids and times are always the same.

import { besideOf, faultOf } from '../../runtime/kernel/graph/proof.ts';
import type { Measured } from '../../runtime/kernel/reports/judged.ts';
import { type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import type { Recorded, Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { EndSeen } from '../../runtime/result/at-end.ts';
import type { Beyond, GoalResult } from '../../runtime/result/goal-result.ts';
import { resultOf } from '../../runtime/result/result-of.ts';
import { renderSummary } from '../../runtime/words/goal/summary.ts';
import { OWNER } from './walk.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');

export function beginTimed(plan: Plan, text: string) {
  const state = emptyState();
  const facts: Timed[] = [];
  let seconds = 0;
  const now = (): string => new Date(START + seconds * 1000).toISOString();
  const step: Step = {
    state,
    facts,
    get now() {
      return now();
    },
    emit(fact) {
      const one = openStep(state, now());
      one.emit(fact);
      facts.push(...one.facts);
    },
  };
  const wait = (more: number): void => {
    seconds += more;
  };
  return { step, goal: startGoal(step, OWNER, text, plan), wait };
}

export function recordsOf(facts: readonly Timed[]): Recorded[] {
  return facts.map((fact, i) => {
    const event_id = `E-${String(i + 1).padStart(6, '0')}`;
    return { ...fact, event_id, v: 1, left: 0, prev: '00000000', crc: '00000000' };
  });
}

type More = Partial<Beyond> & Readonly<{ end?: Partial<EndSeen> }>;

/** Of a goal that ends now. */
export function endedResult(step: Step, goal: Goal, { end, ...more }: More = {}): GoalResult {
  return resultOf({
    goal,
    facts: recordsOf(step.facts),
    now: step.now,
    end: {
      ...{ fault: faultOf(goal), beside: besideOf(goal) },
      ...{ tree: null, outcomes: [], renews: false, check: null },
      ...end,
    },
    audits: [],
    change: { lines: [], patch: null },
    memory: { waiting: [], accepted: [], removals: [] },
    log: { as_of: 'E-000099', sha256: '0'.repeat(64), bytes: 0, sealed: [] },
    ...more,
  });
}

export function summaryOf(step: Step, goal: Goal, more: More = {}): string {
  return renderSummary(endedResult(step, goal, more));
}

/** The check failed on the tree before the first change. */
export const RED: Measured = {
  side: 'red',
  command: ['npm', 'test'],
  cwd: null,
  tree: 't0',
  without: [],
  outcome: 'fail',
  why: '',
  exit_code: 0,
  log: 'artifacts/x/red.log',
  linked: [],
  notes: [],
  touched: [],
};

/** And passes on that of the report. */
export const RED_AND_GREEN: readonly Measured[] = [
  RED,
  { ...RED, side: 'green', tree: 't1', outcome: 'pass', log: 'artifacts/x/green.log' },
];
