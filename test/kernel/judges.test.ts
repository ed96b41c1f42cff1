// Two judges side by side: what one of them has done again is no longer what the other looks at.

import { describe, expect, test } from 'vitest';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { acceptTests } from '../../runtime/kernel/requests/accept-tests.ts';
import { canComplete } from '../../runtime/kernel/requests/goals.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { dropOffer, loseRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { call, mustCall, pass, report, reporterOf } from './drive.ts';
import { alive, begin, CLIENT, findingsOf, judged, TWO_JUDGES, typesOf } from './plan.ts';
import { OWNED } from './walk.ts';

const ONE = { verdict: 'rework', reopen: 'N-010', findings: ['a'] } as const;
const TWO = { verdict: 'rework', reopen: 'N-010', findings: ['b'] } as const;

function judging(): { step: Step; goal: Goal; one: Run; two: Run } {
  const { step, goal } = begin(TWO_JUDGES);
  pass(step, 'tongue');
  pass(step, 'body');
  return { step, goal, one: mustCall(step, 'nose'), two: mustCall(step, 'nose') };
}

const of = (goal: Goal) => Object.values(goal.nodes).map(({ status }) => status);

/** The body does what was asked, and both accept. */
function finish(step: Step, goal: Goal): void {
  pass(step, 'body');
  pass(step, 'nose');
  pass(step, 'nose');
  pass(step, 'mind');
  expect(canComplete(goal)).toBe(true);
  expect(stateViolations(step.state)).toEqual([]);
}

describe('a judge beside another who asks for rework', () => {
  test('is ended as replaced, and its late report changes nothing', () => {
    const { step, goal, one, two } = judging();
    report(step, one, ONE);
    expect(two.ended).toEqual({
      outcome: 'replaced',
      because: { kind: 'rework', by: 'N-020' },
      next_action: 'retry',
    });
    expect(of(goal)).toEqual(['done', 'ready', 'pending', 'pending', 'pending']);
    const before = structuredClone(goal);
    expect(report(step, two, TWO).kind).toBe('ignored');
    expect(typesOf(step.facts).at(-1)).toBe('run.refused');
    expect(goal).toEqual(before);
    expect(findingsOf(goal, 'N-010')).toEqual(['a']);
    finish(step, goal);
  });

  test('judges the new result, at no cost of an attempt', () => {
    const { step, goal, one } = judging();
    report(step, one, ONE);
    pass(step, 'body');
    expect(of(goal)).toEqual(['done', 'done', 'ready', 'ready', 'pending']);
    expect(nodeState(goal, 'N-030').attempts).toBe(0);
  });

  test('is done already and looks again, because what it judged is another one then', () => {
    const { step, goal, one, two } = judging();
    report(step, two);
    expect(nodeState(goal, 'N-030').status).toBe('done');
    report(step, one, ONE);
    expect(of(goal)).toEqual(['done', 'ready', 'pending', 'pending', 'pending']);
    finish(step, goal);
  });

  test('has its report judged no further, if that came first', () => {
    const { step, goal, one, two } = judging();
    const received = { from: reporterOf(two), key: 'k', file: 'report.md', transcript: '' };
    receiveReport(step, { ...received, verifier: CLIENT }, alive);
    report(step, one, ONE);
    expect(settleReport(step, two.id, 'k', judged(TWO), false).kind).toBe('ignored');
    expect(nodeState(goal, 'N-030').status).toBe('pending');
    finish(step, goal);
  });
});

describe('while it is open, the other judge does not start again', () => {
  const ends: Readonly<Record<string, (step: Step, goal: Goal, two: Run) => void>> = {
    failed: (step, _, two) => report(step, two, { status: 'failed' }),
    'was lost': (step, goal, two) => loseRun(step, goal, two, { kind: 'text', text: 'gone' }),
    'never started': (step, goal, two) =>
      dropOffer(step, goal, two, { kind: 'text', text: 'gone' }),
  };
  for (const [how, end] of Object.entries(ends)) {
    test(`when it ${how}`, () => {
      const { step, goal, one, two } = judging();
      report(step, one, ONE);
      end(step, goal, two);
      expect(of(goal)).toEqual(['done', 'ready', 'pending', 'pending', 'pending']);
      expect(call(step, 'nose').kind).toBe('refused');
      finish(step, goal);
    });
  }

  const frees: Readonly<Record<string, (step: Step, goal: Goal) => void>> = {
    answered: (step) => resumeGoal(step, { ...OWNED, answer: 'yes' }, alive),
    'told that tests may change': (step, goal) =>
      acceptTests(step, goal, 'N-030', { files: {}, why: 'so', by: 'me' }),
  };
  for (const [how, free] of Object.entries(frees)) {
    test(`when it is ${how}`, () => {
      const { step, goal, one, two } = judging();
      report(step, two, { status: 'blocked', questions: ['which?'] });
      report(step, one, ONE);
      expect(nodeState(goal, 'N-030').status).toBe('blocked');
      free(step, goal);
      expect(of(goal)).toEqual(['done', 'ready', 'pending', 'pending', 'pending']);
      expect(nodeState(goal, 'N-030').answers).toHaveLength(1);
      finish(step, goal);
    });
  }
});
