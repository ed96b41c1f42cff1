// Runs of a driver: what it may begin, and what becomes of each way one can end.

import { expect, test } from 'vitest';
import { dispatchTo, endDriven, leaseRun } from '../../runtime/kernel/drive/driven.ts';
import { own } from '../../runtime/kernel/requests/goals.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { waitingAt } from '../../runtime/kernel/requests/waiting-at.ts';
import { activeRuns, nodeState } from '../../runtime/kernel/state/queries.ts';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { EXECUTOR_ENDS } from '../../runtime/model/vocabulary.ts';
import { waitsText } from '../../runtime/words/waiting.ts';
import { pass } from './drive.ts';
import { alive, begin, node, plan } from './plan.ts';

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
