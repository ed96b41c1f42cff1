// What a goal may use: what is recorded, what is held back, when a person is asked.

import { describe, expect, test } from 'vitest';
import { budgetSpent, costEstimate, mostUsd } from '../../runtime/kernel/budget/budget.ts';
import { recordLastWords } from '../../runtime/kernel/budget/last-words.ts';
import { recordUsage } from '../../runtime/kernel/budget/record-usage.ts';
import { hoursOf, spentOf } from '../../runtime/kernel/budget/spent.ts';
import { spentView } from '../../runtime/kernel/budget/spent-view.ts';
import { nextNodes } from '../../runtime/kernel/next.ts';
import { onTerms, own, setTerms, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { judgeCall } from '../../runtime/kernel/requests/guard.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { openStep } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { specOf } from '../../runtime/kernel/state/queries.ts';
import { projectTaskgraph } from '../../runtime/kernel/views/taskgraph.ts';
import type { Budget } from '../../runtime/model/goal-terms.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { call, MODEL, mustCall, pass, report, used } from './drive.ts';
import { CLIENT, FIX, later, node, plan, typesOf } from './plan.ts';

const NOW = '2026-11-23T12:00:00.000Z';
const READERS = plan(
  [node('N-001', 'ear'), node('N-010', 'eye'), node('N-020', 'body')],
  [
    ['N-001', 'N-020'],
    ['N-010', 'N-020'],
  ],
);

function begin(budget: Budget, from = FIX, state: State = emptyState(), now = NOW) {
  const step = openStep(state, now);
  const owner = ofSession('s1', CLIENT, '/t/s1.jsonl', 1000);
  return { step, goal: startGoal(step, owner, 'it crashes', onTerms(from, { budget }, undefined)) };
}

describe('usage', () => {
  test('is the sum of the runs and of the main agent, each recorded once', () => {
    const { step, goal } = begin({});
    const run = mustCall(step, 'ear');
    const seen = used(100, run);
    recordUsage(step, goal, [seen, used(30, goal)]);
    recordUsage(step, goal, [seen]);
    expect(spentOf(goal)).toMatchObject({ tokens: 130, cache_read: 100, usd: 0.13 });
    expect(run.usage?.models[MODEL]?.input).toBe(100);
    expect(typesOf(step.facts).filter((type) => type === 'usage.recorded')).toHaveLength(2);
  });

  test('of a report is recorded with what became of it', () => {
    const { step, goal } = begin({});
    const run = mustCall(step, 'ear');
    report(step, run, { used: used(70, run) });
    expect(run.usage).toMatchObject({ final: true });
    expect(spentView(goal, NOW)).toMatchObject({ tokens: 70, cost_usd: 0.07, retries: 0 });
  });

  test('of a model without a price has no sum in dollars, and the model is named', () => {
    const { step, goal } = begin({});
    recordUsage(step, goal, [used(5, goal, null)]);
    expect(spentView(goal, NOW)).toMatchObject({ cost_usd: null, unpriced: [MODEL], tokens: 5 });
  });

  test('of the main agent begins where the conversation is when the goal comes into focus', () => {
    const { step, goal } = begin({});
    expect(goal.usage?.main).toEqual({ session_id: 's1', read: { bytes: 1000 } });
    recordUsage(step, goal, [used(5, goal)]);
    own(step, goal, ofSession('s1', CLIENT, '/t/s1.jsonl', 5000));
    expect(goal.usage?.main?.read.bytes).toBe(1010);
    own(step, goal, ofSession('s2', CLIENT, '/t/s2.jsonl', 7));
    expect(goal.usage?.main).toEqual({ session_id: 's2', read: { bytes: 7 } });
  });

  test('after the end of a goal is told with it, if its user was not told yet', () => {
    const { step, goal } = begin({});
    const about = {
      kind: 'goal-completed' as const,
      goal: goal.id,
      nodes: [],
      total: 0,
      summary: 'summary.md',
      candidates: 0,
      usage: { models: used(100, goal).models, hours: 0.5, read: { bytes: 1000 } },
    };
    step.emit({ type: 'notice.added', session_id: 's1', payload: { about } });
    recordLastWords(step, 's1', used(20, goal));
    const told = step.state.sessions.s1?.notices.map((notice) => noticeText(notice)).join('\n');
    expect(told).toContain('Used: 120 tokens ($0.1200), 30 min of work');
  });

  test('is time only while a run is at work, and a lost run ends with its last sign of life', () => {
    const { step, goal } = begin({});
    const first = mustCall(step, 'ear');
    report(later(step, 30), first);
    expect(hoursOf(goal, later(step, 300).now)).toBe(0.5);
    const evening = later(step, 300);
    const second = mustCall(evening, 'eye');
    recordUsage(later(evening, 6), goal, [used(1, second)]);
    loseRun(later(evening, 900), goal, second, { kind: 'client-gone' });
    expect(hoursOf(goal, later(evening, 901).now)).toBeCloseTo(0.6);
  });
});

describe('a budget', () => {
  test('leaves a run what nobody has used, and nobody at work is expected to use', () => {
    const nodes = READERS.nodes.map((spec) => ({ ...spec, cost_estimate: 0.5 }));
    const { step, goal } = begin({ max_cost_usd: 2 }, { ...READERS, nodes });
    const run = mustCall(step, 'ear');
    expect(mostUsd(goal, run)).toBe(2);
    const other = mustCall(step, 'eye');
    recordUsage(step, goal, [used(200, other)]);
    expect(mostUsd(goal, run)).toBeCloseTo(1.5);
    expect(mostUsd(begin({ max_tokens: 100 }).goal, run)).toBeUndefined();
  });

  test('warns its person once at four fifths of a limit, and again of another limit', () => {
    const { step, goal } = begin({ max_tokens: 1000 });
    recordUsage(step, goal, [used(799, goal)]);
    expect(typesOf(step.facts)).not.toContain('budget.warned');
    recordUsage(step, goal, [used(1, goal)]);
    recordUsage(step, goal, [used(1, goal)]);
    expect(typesOf(step.facts).filter((type) => type === 'budget.warned')).toHaveLength(1);
    const notices = step.state.sessions.s1?.notices.map((notice) => noticeText(notice)) ?? [];
    expect(notices.join('\n')).toBe(
      'Wukong: G-0001 has used 800 of 1,000 tokens. At the limit nothing more is dispatched.',
    );
    setTerms(step, goal, { budget: { max_tokens: 1001 } }, { by: 'u@h' });
    recordUsage(step, goal, [used(1, goal)]);
    expect(typesOf(step.facts).filter((type) => type === 'budget.warned')).toHaveLength(2);
  });

  test.each([
    ['tokens', { max_tokens: 500 }],
    ['usd', { max_cost_usd: 0.5 }],
  ] as const)(
    'of %s that is used up pauses the goal and asks, and goes on when it is raised',
    (what, budget) => {
      const { step, goal } = begin(budget);
      const run = mustCall(step, 'ear');
      report(step, run, { used: used(600, run) });
      expect(goal.paused).toMatchObject({ kind: 'budget-exceeded', what });
      expect(typesOf(step.facts)).toEqual(
        expect.arrayContaining(['budget.exceeded', 'budget.overshot']),
      );
      expect(call(step, 'eye')).toMatchObject({ kind: 'paused', because: { what } });
      const raised = Object.fromEntries(Object.keys(budget).map((key) => [key, 5000]));
      setTerms(step, goal, { budget: raised }, { by: 'u@h' });
      step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
      expect(mustCall(step, 'eye').role).toBe('eye');
    },
  );

  test('of hours counts work', () => {
    const { step, goal } = begin({ max_hours: 1 });
    const run = mustCall(step, 'ear');
    expect(budgetSpent(goal, later(step, 59).now)).toBeUndefined();
    report(later(step, 61), run);
    expect(goal.paused).toMatchObject({ kind: 'budget-exceeded', what: 'hours' });
    expect(nextNodes(step.state, NOW)).toEqual([]);
  });

  test('that ends with the last node does not keep the goal from its end', () => {
    const { step, goal } = begin({ max_tokens: 500 }, plan([node('N-001', 'ear')], []));
    const run = mustCall(step, 'ear');
    report(step, run, { used: used(600, run) });
    expect(goal.status).toBe('running');
  });

  test('holds what runs at work are expected to use, so that two do not spend the same rest', () => {
    const state = emptyState();
    state.role_usage = {
      ear: [{ tokens: 300, usd: 0 }],
      eye: [
        { tokens: 100, usd: 0 },
        { tokens: 250, usd: 0 },
        { tokens: 900, usd: 0 },
      ],
    };
    const { step, goal } = begin({ max_tokens: 500 }, READERS, state);
    const ear = mustCall(step, 'ear');
    expect(ear.reserved).toEqual({ tokens: 300, usd: 0 });
    expect(call(step, 'eye')).toMatchObject({
      kind: 'refused',
      because: { kind: 'budget-reserved' },
    });
    report(step, ear, { used: used(120, ear) });
    expect(mustCall(step, 'eye').reserved).toEqual({ tokens: 250, usd: 0 });
    expect(goal.status).toBe('running');
  });

  test('that is too small for one more run asks before it is spent', () => {
    const step = openStep(emptyState(), NOW);
    step.state.role_usage = { ear: [{ tokens: 300, usd: 0 }] };
    const { goal } = begin({ max_tokens: 200 }, FIX, step.state);
    expect(call(step, 'ear')).toMatchObject({
      kind: 'paused',
      because: { kind: 'budget-exceeded', spent: 0, limit: 200, needs: 300 },
    });
    expect(goal.status).toBe('paused');
  });

  test('of tokens leaves a run past it only its report', () => {
    const { step, goal } = begin({ max_tokens: 500 });
    for (const role of ['ear', 'eye'] as const) pass(step, role);
    const run = mustCall(step, 'body');
    const ask = { tool: 'Bash', path: null, command: 'ls', now: NOW };
    recordUsage(step, goal, [used(400, run)]);
    expect(judgeCall(step.state, { goal, run }, { ...ask, used: 99 })).toEqual({ ok: true });
    expect(judgeCall(step.state, { goal, run }, { ...ask, used: 100 })).toMatchObject({
      because: { kind: 'out-of-tokens', spent: 500, limit: 500 },
    });
  });
});

test('what a node will cost is what its plan says, else the median of past runs of its role', () => {
  const planned = plan([node('N-001', 'ear', { cost_estimate: 0.2 }), node('N-010', 'eye')], []);
  const { step, goal } = begin({}, planned);
  const estimate = (id: string) => costEstimate(step.state, specOf(goal, id));
  expect([estimate('N-001'), estimate('N-010')]).toEqual([0.2, null]);
  for (const tokens of [100, 300]) {
    const run = mustCall(step, 'eye');
    recordUsage(step, goal, [used(tokens, run)]);
    loseRun(step, goal, run, { kind: 'client-gone' });
    recordUsage(step, goal, [{ ...used(0, run), models: {} }]);
  }
  expect([estimate('N-001'), estimate('N-010')]).toEqual([0.2, 0.2]);
  const nodes = projectTaskgraph(step.state, undefined).graphs[0]?.nodes;
  expect(nodes?.map(({ metrics }) => [metrics.cost_estimate, metrics.actual_cost])).toEqual([
    [0.2, null],
    // Nothing was known when they were dispatched; that they are samples by now does not change it.
    [null, 0.4],
  ]);
});
