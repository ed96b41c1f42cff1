// A goal that takes time, and its summary: ids and times are always the same.

import { renderSummary } from '../../runtime/engine/goal/summary.ts';
import type { Sources } from '../../runtime/engine/goal/summary-sources.ts';
import { besideOf, faultOf } from '../../runtime/kernel/graph/proof.ts';
import type { Measured } from '../../runtime/kernel/reports/judged.ts';
import { type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import type { Recorded, Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
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

type More = Partial<Omit<Sources, 'final'>> & Readonly<{ final?: Partial<Sources['final']> }>;

export function summaryOf(step: Step, goal: Goal, { final, ...more }: More = {}): string {
  const nothing = {
    outcomes: [],
    failed: [],
    concerned: [],
    measured: [],
    seal: null,
    check: null,
  };
  return renderSummary(goal, {
    records: recordsOf(step.facts),
    final: { tree: null, renews: false, ...nothing, ...final },
    memory: { fresh: [], waiting: [], accepted: [], removals: [] },
    log: { sha256: '0'.repeat(64), bytes: 0, sealed: [] },
    asOf: 'E-000099',
    fault: faultOf(goal),
    beside: besideOf(goal),
    lines: [],
    patch: undefined,
    audits: [],
    now: step.now,
    ...more,
  });
}

/** The check failed on the tree before the first change, and passes on that of the report. */
export const RED_AND_GREEN: readonly Measured[] = (['red', 'green'] as const).map((side) => ({
  side,
  command: ['npm', 'test'],
  cwd: null,
  tree: side === 'red' ? 't0' : 't1',
  without: [],
  outcome: side === 'red' ? 'fail' : 'pass',
  why: '',
  exit_code: 0,
  log: `artifacts/x/${side}.log`,
  linked: [],
  notes: [],
  touched: [],
}));
