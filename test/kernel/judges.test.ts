// Two judges side by side: what one of them has done again is open while the other still looks at it.

import { describe, expect, test } from 'vitest';
import { canComplete } from '../../runtime/kernel/requests/goals.ts';
import { acceptTests } from '../../runtime/kernel/requests/judged.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { dropOffer, loseRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Goal, Run } from '../../runtime/model/state.ts';
import { call, mustCall, pass, report } from './drive.ts';
import { alive, begin, findingsOf, TWO_JUDGES } from './plan.ts';
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

describe('a node that one judge has opened again', () => {
  test('gets the findings of the other too, who waits for it', () => {
    const { step, goal, one, two } = judging();
    report(step, one, ONE);
    report(step, two, TWO);
    expect(of(goal)).toEqual(['done', 'ready', 'pending', 'pending', 'pending']);
    expect(findingsOf(goal, 'N-010')).toEqual(['a', 'b']);
    expect(findingsOf(goal, 'N-005')).toEqual([]);
    finish(step, goal);
  });

  test('is the one that is meant if the other names none', () => {
    const { step, goal, one, two } = judging();
    report(step, one, ONE);
    report(step, two, { ...TWO, reopen: null });
    expect(nodeState(goal, 'N-010').status).toBe('ready');
    expect(findingsOf(goal, 'N-010')).toEqual(['a', 'b']);
    expect(nodeState(goal, 'N-005').status).toBe('done');
  });

  test('goes on if it is being worked on, and the other looks again with its findings', () => {
    const { step, goal, one, two } = judging();
    report(step, one, ONE);
    const body = mustCall(step, 'body');
    report(step, two, TWO);
    expect(of(goal)).toEqual(['done', 'running', 'pending', 'pending', 'pending']);
    expect(findingsOf(goal, 'N-030')).toEqual(['b']);
    expect(stateViolations(step.state)).toEqual([]);
    report(step, body);
    expect(of(goal)).toEqual(['done', 'done', 'ready', 'ready', 'pending']);
  });

  test('goes on, too, if the other wants what lies before it', () => {
    const { step, goal, one, two } = judging();
    report(step, one, ONE);
    const body = mustCall(step, 'body');
    report(step, two, { ...TWO, reopen: 'N-005' });
    expect(of(goal)).toEqual(['done', 'running', 'pending', 'pending', 'pending']);
    report(step, body);
    expect(of(goal)).toEqual(['done', 'done', 'ready', 'ready', 'pending']);
  });

  test('waits on for a person if it does, with the findings of both', () => {
    const { step, goal, one, two } = judging();
    report(step, one, ONE);
    report(step, mustCall(step, 'body'), { status: 'blocked', questions: ['which?'] });
    report(step, two, TWO);
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'blocked', kind: 'questions' });
    expect(findingsOf(goal, 'N-010')).toEqual(['a', 'b']);
    expect(nodeState(goal, 'N-030').status).toBe('pending');
    resumeGoal(step, { ...OWNED, answer: 'this' }, alive);
    finish(step, goal);
  });

  test('waits on for what lies before it, with the findings of both', () => {
    const { step, goal, one, two } = judging();
    report(step, one, { ...ONE, reopen: 'N-005' });
    report(step, two, TWO);
    expect(of(goal)).toEqual(['ready', 'pending', 'pending', 'pending', 'pending']);
    expect(findingsOf(goal, 'N-010')).toEqual(['b']);
    pass(step, 'tongue');
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
