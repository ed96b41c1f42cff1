// What a person allows and expects of a goal beside its plan.

import { describe, expect, test } from 'vitest';
import { readTerms } from '../../runtime/classify/read-terms.ts';
import { goalEntity } from '../../runtime/entities/goals.ts';
import { stateOfGoal } from '../../runtime/entities/states.ts';
import { nextNodes } from '../../runtime/kernel/next.ts';
import { onTerms, setTerms, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import type { Terms } from '../../runtime/model/goal-terms.ts';
import { call, mustCall } from './drive.ts';
import { begin, FIX } from './plan.ts';

const NOW = '2026-11-23T12:00:00.000Z';
const LATER = '2026-11-24T00:00:00.000Z';
const NOBODY = { owner: { kind: 'nobody' } } as const;

describe('terms as they are typed', () => {
  test('are read with every part of a budget', () => {
    const typed = {
      priority: '80',
      budget: 'tokens=200000,hours=4.5,usd=2,retries=2',
      deadline: LATER,
    };
    const budget = { max_tokens: 200000, max_hours: 4.5, max_cost_usd: 2, max_retries: 2 };
    expect(readTerms(typed, NOW)).toEqual({
      ok: true,
      terms: { priority: 80, deadline: LATER, budget },
    });
    expect(readTerms({}, NOW)).toEqual({ ok: true, terms: {} });
  });

  test('a day means its end', () => {
    const read = readTerms({ deadline: '2026-12-01' }, NOW);
    expect(read).toEqual({
      ok: true,
      terms: { deadline: new Date('2026-12-01T23:59:59').toISOString() },
    });
  });

  test.each([
    ['priority', '101'],
    ['priority', '-1'],
    ['priority', 'high'],
    ['budget', 'tokens=0'],
    ['budget', 'tokens=-5'],
    ['budget', 'apples=3'],
    ['budget', 'retries=21'],
    ['budget', 'usd='],
    ['budget', 'tokens=5,tokens=6'],
    ['budget', 'tokens=5=6'],
    ['budget', 'toString=6'],
    ['deadline', '2026-02-30'],
    ['deadline', 'tomorrow'],
    ['deadline', '2026-13-45'],
    ['deadline', '2020-01-01'],
  ] as const)('--%s %s is refused, and says what it takes', (flag, value) => {
    const read = readTerms({ [flag]: value }, NOW);
    expect(read).toMatchObject({ ok: false, flag });
    expect(!read.ok && read.why).toMatch(/\w+/);
  });
});

describe('a goal', () => {
  const terms: Terms = { priority: 80, deadline: LATER, budget: { max_retries: 2 } };

  test('that is made without a session is queued until somebody takes it up', () => {
    const step = openStep(emptyState(), NOW);
    const goal = startGoal(step, NOBODY, 'it crashes', onTerms(FIX, terms, 'org/repo#12'));
    expect(stateOfGoal(goal)).toBe('queued');
    expect(goalEntity(goal, 'u')).toMatchObject({
      id: 'G-0001',
      owner_id: 'u',
      priority: 80,
      status: 'queued',
      deadline: LATER,
      budget: { max_tokens: null, max_hours: null, max_cost_usd: null, max_retries: 2 },
      metadata: { issue_ref: 'org/repo#12' },
    });
    expect(goal.specs.every(({ max_retries }) => max_retries === 2)).toBe(true);
  });

  test('whose deadline has passed dispatches nothing, says why, and goes on with a later one', () => {
    const { step, goal } = begin();
    setTerms(step, goal, { deadline: '2000-01-01T00:00:00.000Z' }, { by: 'u@h' });
    expect(call(step, 'ear')).toMatchObject({
      kind: 'paused',
      because: { kind: 'deadline-passed' },
    });
    expect(goal.status).toBe('paused');
    setTerms(step, goal, { deadline: '2999-01-01T00:00:00.000Z' }, { by: 'u@h' });
    step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
    expect(mustCall(step, 'ear').role).toBe('ear');
  });

  test('keeps what a later word does not name', () => {
    const { step, goal } = begin();
    setTerms(step, goal, { priority: 10, budget: { max_tokens: 5 } }, { by: 'u@h' });
    setTerms(step, goal, { budget: { max_hours: 2 } }, { by: 'u@h' });
    expect(goal.terms).toEqual({ priority: 10, budget: { max_tokens: 5, max_hours: 2 } });
  });
});

test('what weighs how much is for the configuration to say', () => {
  const step = openStep(emptyState(), NOW);
  step.state.config.next_weights = { priority: 1, age: 0, dependencies: 0 };
  startGoal(step, NOBODY, 'low', onTerms(FIX, { priority: 10 }, undefined));
  const week = new Date(Date.parse(NOW) + 7 * 24 * 3600 * 1000).toISOString();
  const [first] = nextNodes(step.state, week);
  expect(first).toMatchObject({ score: 0.1, parts: { priority: 0.1, age: 0, dependencies: 0 } });
});

test('what comes next is weighed by priority, age and dependencies, and each part is told', () => {
  const step = openStep(emptyState(), NOW);
  const low = startGoal(step, NOBODY, 'low', onTerms(FIX, { priority: 10 }, undefined));
  const high = startGoal(step, NOBODY, 'high', onTerms(FIX, { priority: 90 }, undefined));
  const week = new Date(Date.parse(NOW) + 7 * 24 * 3600 * 1000).toISOString();
  const [first, ...others] = nextNodes(step.state, week);
  expect(first).toMatchObject({ goal: high.id, parts: { age: 0.2, dependencies: 0.2 } });
  expect(first?.score).toBeCloseTo(0.6 * 0.9 + 0.2 + 0.2);
  expect(others.at(-1)?.goal).toBe(low.id);
  setTerms(step, high, { deadline: NOW }, { by: 'u@h' });
  expect(nextNodes(step.state, week).map(({ goal }) => goal)).not.toContain(high.id);
});
