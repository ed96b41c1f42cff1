// Runs of a driver: what it may begin, and what becomes of each way one can end.

import { describe, expect, test } from 'vitest';
import { dispatchTo, endDriven, leaseRun } from '../../runtime/kernel/drive/driven.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { own } from '../../runtime/kernel/requests/goals.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { waitingAt } from '../../runtime/kernel/requests/waiting-at.ts';
import { activeRuns, nodeState } from '../../runtime/kernel/state/queries.ts';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { EXECUTOR_ENDS } from '../../runtime/model/vocabulary.ts';
import { waitsText } from '../../runtime/words/waiting.ts';
import { pass } from './drive.ts';
import { alive, begin, judged, node, plan } from './plan.ts';

const ONE = plan([node('N-010', 'eye')], []);
const ME = { pid: 11, started: '1' };
const OTHER = { pid: 12, started: '1' };

function give(step: Step, ref: ProcessRef = ME) {
  const by = { kind: 'process', name: 'fixer', ref } as const;
  return dispatchTo(step, { goal: 'G-0001', node: 'N-010', by, worktree: '/repo' }, null, alive);
}

function mustGive(step: Step): Run {
  const answer = give(step);
  if (answer.kind !== 'bound') throw new Error(answer.kind);
  const { run } = answer.at;
  const limits = { ttl_sec: 60, time_limit_sec: 60, no_output_limit_sec: null, folder: '/copy' };
  leaseRun(step, 'G-0001', run.id, { driver: ME, process: { pid: 21, started: '1' }, ...limits });
  return run;
}

const NOBODYS = { owner: { kind: 'nobody' } } as const;
const words = { goalId: 'G-0001', nodeId: null, answer: '', interrupted: [], take: false };

function take(step: Step, ref: ProcessRef, isAlive = alive) {
  const claim = { owner: { kind: 'driver', ref } } as const;
  return resumeGoal(step, { claim, ...words }, isAlive).kind;
}

test('done is never started again, and what is at work is not started twice', () => {
  const { step } = begin(ONE);
  mustGive(step);
  expect(give(step, OTHER)).toEqual({ kind: 'untouched' });
  const done = begin(ONE);
  pass(done.step, 'eye');
  expect(give(done.step)).toEqual({ kind: 'untouched' });
});

test('a driver with live leases never replaces itself: its own goal taken up again keeps its runs', () => {
  const { step, goal } = begin(ONE);
  own(step, goal, { owner: { kind: 'driver', ref: ME } });
  const run = mustGive(step);
  expect(take(step, ME)).toBe('resumed');
  expect(activeRuns(goal).map(({ id }) => id)).toEqual([run.id]);
});

test('of two drivers that take over from a dead one the second is refused, and ends no run of the first', () => {
  const { step, goal } = begin(ONE);
  own(step, goal, NOBODYS);
  expect(take(step, ME)).toBe('resumed');
  const run = mustGive(step);
  expect(take(step, OTHER)).toBe('owned');
  expect(activeRuns(goal).map(({ id }) => id)).toEqual([run.id]);
});

test('what ended is over: a late end, a late lease and a late second end change nothing', () => {
  const { step, goal } = begin(ONE);
  const run = mustGive(step);
  expect(endDriven(step, 'G-0001', run.id, 'lease-lost')).toBe(true);
  const before = step.facts.length;
  expect(endDriven(step, 'G-0001', run.id, 'time')).toBe(false);
  const lease = { driver: ME, process: null, ttl_sec: 1, time_limit_sec: 1 };
  expect(
    leaseRun(step, 'G-0001', run.id, { ...lease, no_output_limit_sec: null, folder: '/' }),
  ).toBe(false);
  expect(step.facts).toHaveLength(before);
  expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 0 });
});

test.each(EXECUTOR_ENDS)(
  'every death reaches its node, and the person once its runs are used up (%s)',
  (how) => {
    const { step, goal } = begin(ONE);
    const isCounted = how !== 'interrupted' && how !== 'lease-lost';
    for (const attempts of [1, 2, 3]) {
      const run = mustGive(step);
      endDriven(step, 'G-0001', run.id, how, `why ${attempts}`);
      const because = { kind: 'executor-ended', how };
      expect(goal.runs[run.id]?.ended).toMatchObject({ because });
      const isLast = isCounted && attempts === 3;
      expect(nodeState(goal, 'N-010')).toMatchObject({
        status: isLast ? 'blocked' : 'ready',
        attempts: isCounted ? attempts : 0,
      });
    }
    const waiting = waitingAt(goal, 'N-010');
    expect(waiting ? waitsText(waiting) : '').toMatch(isCounted ? /why 3/ : /^$/);
  },
);

describe('what others changed while a node waited', () => {
  const by = { kind: 'process', name: 'fixer', ref: ME } as const;

  /** A run that ends, and the base of the next one, on a tree that others changed meanwhile. */
  function baseAfter(ends: (step: Step, run: Run) => void): string | null {
    const { step } = begin(plan([node('N-010', 'body')], []));
    const at = { goal: 'G-0001', node: 'N-010', by, worktree: '/repo' };
    const first = dispatchTo(step, at, 'before', alive);
    if (first.kind !== 'bound') throw new Error(first.kind);
    ends(step, first.at.run);
    const next = dispatchTo(step, at, 'after', alive);
    if (next.kind !== 'bound') throw new Error(next.kind);
    return next.at.run.lane.base;
  }

  const fails = (changed: readonly string[]) => (step: Step, run: Run) => {
    const from = { kind: 'run', goal: 'G-0001', run: run.id } as const;
    const seen = { from, key: 'k', file: 'report.md', transcript: '', verifier: ME };
    receiveReport(step, seen, alive);
    settleReport(step, run.id, 'k', judged({ status: 'failed', changed: [...changed] }), true);
  };

  const isLost = (error_code?: string) => (step: Step, run: Run) => {
    const scope = { goal_id: 'G-0001', node_id: 'N-010', run_id: run.id };
    if (error_code) step.emit({ type: 'run.error_named', ...scope, payload: { error_code } });
    const goal = step.state.goals['G-0001'];
    if (goal) loseRun(step, goal, run, { kind: 'client-gone' });
  };

  test('is not held against it where its program changed nothing', () => {
    expect(baseAfter(fails([]))).toBe('after');
    expect(baseAfter(isLost('rate_limited'))).toBe('after');
  });

  test('cannot be told from its own where its program left something, or may have', () => {
    expect(baseAfter(fails(['src/a.js']))).toBe('before');
    expect(baseAfter(isLost())).toBe('before');
  });
});
