// What an executor says it used holds a budget as what was seen does, and frees nothing of it.

import { describe, expect, test } from 'vitest';
import { costEstimate, expectedUse, usedOfLimits } from '../../runtime/kernel/budget/budget.ts';
import { noteBudget, recordUsage } from '../../runtime/kernel/budget/record-usage.ts';
import { hoursOf, spentOf } from '../../runtime/kernel/budget/spent.ts';
import { dispatchTo, endDriven } from '../../runtime/kernel/drive/driven.ts';
import { endDriver } from '../../runtime/kernel/drive/end-driver.ts';
import { onTerms, own, setTerms, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { dispatchViolations } from '../../runtime/kernel/views/goal-rules.ts';
import type { Called } from '../../runtime/model/actors/run-by.ts';
import type { Budget } from '../../runtime/model/goal-terms.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { usdOf, withOwn } from '../../runtime/usage/prices.ts';
import { usedOfLimitText } from '../../runtime/words/goal.ts';
import { alive, later, node, plan, typesOf } from './plan.ts';

const NOW = '2026-11-23T12:00:00.000Z';
const ME = { pid: 11, started: '1' };
const PROGRAM = { kind: 'process', name: 'fixer', ref: ME } as const;
const ONE = plan([node('N-010', 'eye', { max_retries: 9 })], []);

function begin(budget: Budget) {
  const step = openStep(emptyState(), NOW);
  const owner = { owner: { kind: 'driver', ref: ME } } as const;
  return { step, goal: startGoal(step, owner, 'it crashes', onTerms(ONE, { budget }, undefined)) };
}

type Outside = Exclude<Called, { kind: 'subagent' }>;

function give(step: Step, by: Outside = PROGRAM) {
  return dispatchTo(step, { goal: 'G-0001', node: 'N-010', by, worktree: '/repo' }, null, alive);
}

function mustGive(step: Step, by?: Outside): Run {
  const answer = give(step, by);
  if (answer.kind !== 'bound') throw new Error(answer.kind);
  return answer.at.run;
}

function models(tokens: number, usd: number | null = tokens / 1000) {
  return { m: { input: tokens, output: 0, cache_creation: 0, cache_read: 0, usd } };
}

function claim(step: Step, goal: Goal, run: Run, tokens: number): void {
  const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
  step.emit({ type: 'usage.claimed', ...scope, payload: { models: models(tokens) } });
}

function fail(step: Step, run: Run): void {
  endDriven(step, 'G-0001', run.id, 'time', 'too slow');
}

describe('a claim', () => {
  test('counts where nobody saw anything, and where a transcript shows more that counts', () => {
    const { step, goal } = begin({ max_tokens: 1000 });
    const run = mustGive(step);
    claim(step, goal, run, 300);
    expect(spentOf(goal)).toMatchObject({ tokens: 300, usd: 0.3, claimed: { tokens: 300 } });
    const seen = { run: run.id, from: 0, read: { bytes: 1 }, prices: '2026-11-23' };
    recordUsage(step, goal, [{ ...seen, models: models(200) }]);
    expect(spentOf(goal)).toMatchObject({ tokens: 300, claimed: { tokens: 100, usd: 0.1 } });
    recordUsage(step, goal, [{ ...seen, from: 1, models: models(250) }]);
    expect(spentOf(goal)).toMatchObject({ tokens: 450, claimed: { tokens: 0 } });
    expect(usedOfLimits(goal, NOW)).toEqual([{ what: 'tokens', limit: 1000, spent: 450 }]);
  });

  test('that is smaller than the one before takes nothing back', () => {
    const { step, goal } = begin({ max_tokens: 1000 });
    const run = mustGive(step);
    claim(step, goal, run, 300);
    claim(step, goal, run, 1);
    expect(spentOf(goal).tokens).toBe(300);
  });

  test('past the budget keeps the next run from being dispatched, whoever drives, until a person gives more', () => {
    const { step, goal } = begin({ max_tokens: 1000, max_cost_usd: 0.5 });
    const run = mustGive(step);
    claim(step, goal, run, 990_000);
    fail(step, run);
    expect(typesOf(step.facts)).toEqual(
      expect.arrayContaining(['budget.exceeded', 'budget.overshot', 'run.ended']),
    );
    expect(give(step)).toMatchObject({
      kind: 'paused',
      because: { kind: 'budget-exceeded', spent: 990_000, claimed: 990_000 },
    });
    expect(usedOfLimits(goal, NOW).map(usedOfLimitText)).toEqual([
      '990,000 of 1,000 tokens (claimed)',
      '$990.00 of $0.5000 (claimed)',
    ]);
    setTerms(step, goal, { budget: { max_tokens: 3e6, max_cost_usd: 3000 } }, { by: 'u@h' });
    step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
    expect(mustGive(step).number).toBe(2);
  });

  test('of a node counts against its own budget', () => {
    const { step, goal } = begin({});
    setTerms(step, goal, { nodes: { 'N-010': { max_tokens: 100 } } }, { by: 'u@h' });
    const run = mustGive(step);
    claim(step, goal, run, 150);
    fail(step, run);
    expect(give(step)).toMatchObject({ kind: 'paused', because: { node: 'N-010', spent: 150 } });
  });

  test('is a sample of what the next run will use only where that frees nothing', () => {
    const { step, goal } = begin({});
    const usual = () => expectedUse(step.state, goal, 'N-010').tokens;
    step.state.role_usage = { eye: [{ tokens: 500, usd: 0.5 }] };
    const say = (tokens: number) => {
      const run = mustGive(step);
      claim(step, goal, run, tokens);
      endDriven(step, 'G-0001', run.id, 'interrupted');
    };
    for (const tokens of [1, 1, 1]) say(tokens);
    expect(usual()).toBe(500);
    for (const tokens of [9000, 9000, 9000, 9000, 9000]) say(tokens);
    expect(usual()).toBe(9000);
  });

  test('in tokens alone costs the list price of its model, and of an unknown one nothing that is known', () => {
    const tokens = { input: 1_000_000, output: 0, cache_creation: 0, cache_read: 0 };
    expect(usdOf('claude-opus-5-5', tokens, withOwn(undefined))).toBe(4);
    expect(usdOf('m', tokens, withOwn(undefined))).toBeNull();
  });

  test('of a log in which claims held nothing is no fault that fsck finds', () => {
    const { step, goal } = begin({ max_tokens: 100 });
    const run = mustGive(step);
    claim(step, goal, run, 150);
    fail(step, run);
    const at = { node: 'N-010', run: 'r' };
    expect(dispatchViolations(goal, { ...at, expects: false }, NOW)).toEqual([]);
    expect(dispatchViolations(goal, { ...at, expects: true }, NOW)).toHaveLength(1);
  });
});

test('what a run is expected to use is kept as it is dispatched, and not changed by what it uses', () => {
  const { step, goal } = begin({});
  step.state.role_usage = { eye: [{ tokens: 100, usd: 0.2 }] };
  const run = mustGive(step);
  expect(run.expected).toEqual({ tokens: 100, usd: 0.2 });
  claim(step, goal, run, 9000);
  fail(step, run);
  expect(costEstimate(step.state, { role: 'eye' })).toBe(4.6);
  expect(goal.runs[run.id]?.expected).toEqual({ tokens: 100, usd: 0.2 });
  expect(mustGive(step).expected).toEqual({ tokens: 4550, usd: 4.6 });
});

describe('hours', () => {
  test('of a program are told by its driver while it works, and hold the next run', () => {
    const { step, goal } = begin({ max_hours: 1 });
    const run = mustGive(step);
    const [soon, after] = [later(step, 50), later(step, 61)];
    noteBudget(soon, goal);
    expect(typesOf(soon.facts)).toEqual(['budget.warned']);
    fail(after, run);
    expect(typesOf(after.facts)).toEqual(
      expect.arrayContaining(['budget.exceeded', 'budget.overshot']),
    );
    expect(give(after)).toMatchObject({ kind: 'paused', because: { what: 'hours' } });
  });

  test('of a person are none: nobody sees when they work on a step that lies ready', () => {
    const { step, goal } = begin({ max_hours: 1 });
    const run = mustGive(step, { kind: 'person', name: 'ada' });
    const tomorrow = later(step, 24 * 60);
    expect(hoursOf(goal, tomorrow.now)).toBe(0);
    fail(tomorrow, run);
    expect(hoursOf(goal, tomorrow.now)).toBe(0);
    expect(mustGive(tomorrow).number).toBe(2);
  });

  test('of a program whose driver was killed count up to then', () => {
    const { step, goal } = begin({ max_hours: 4 });
    mustGive(step);
    const killed = later(step, 90);
    endDriver(killed, ME);
    expect(hoursOf(goal, killed.now)).toBe(1.5);
    own(killed, goal, { owner: { kind: 'nobody' } });
    expect(hoursOf(goal, later(killed, 600).now)).toBe(1.5);
  });
});
