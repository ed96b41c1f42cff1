// What one node may use beside its goal.

import { describe, expect, test } from 'vitest';
import { workItems } from '../../runtime/entities/work-items.ts';
import { mostUsd, usedOfLimits } from '../../runtime/kernel/budget/budget.ts';
import { recordUsage } from '../../runtime/kernel/budget/record-usage.ts';
import { packetOf } from '../../runtime/kernel/escalations/packet.ts';
import { nextNodes } from '../../runtime/kernel/next.ts';
import { onTerms, setTerms, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { judgeCall } from '../../runtime/kernel/requests/guard.ts';
import { resumeFromCli } from '../../runtime/kernel/requests/resume.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { dispatchViolations, promiseViolations } from '../../runtime/kernel/views/goal-rules.ts';
import type { Budget, NodeBudget } from '../../runtime/model/goal-terms.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { reasonText } from '../../runtime/words/reason.ts';
import { pausedNext } from '../../runtime/words/waiting.ts';
import { call, mustCall, pass, report, used } from './drive.ts';
import { alive, CLIENT, later, node, plan, typesOf } from './plan.ts';

const NOW = '2026-11-23T12:00:00.000Z';
const LACKING = { passes: false, level: 'L0' as const, missing: ['Cite a file.'] };

/** Two that read side by side, one of which has limits of its own, and one that writes behind them. */
function begin(own: NodeBudget, budget: Budget = {}, ofBody: NodeBudget = {}) {
  const two = plan(
    [
      node('N-001', 'ear'),
      node('N-010', 'eye', { budget: own }),
      node('N-020', 'body', { budget: ofBody }),
    ],
    [
      ['N-001', 'N-020'],
      ['N-010', 'N-020'],
    ],
  );
  const step = openStep(emptyState(), NOW);
  const owner = ofSession('s1', CLIENT, '/t/s1.jsonl', 1000);
  return { step, goal: startGoal(step, owner, 'it crashes', onTerms(two, { budget }, undefined)) };
}

function useAndLose(step: Step, goal: Goal, tokens: number): void {
  const run = mustCall(step, 'eye');
  recordUsage(step, goal, [used(tokens, run)]);
  loseRun(step, goal, run, { kind: 'client-gone' });
}

describe('a node with a budget of its own', () => {
  test.each([
    ['tokens', { max_tokens: 500 }],
    ['usd', { max_cost_usd: 0.5 }],
  ] as const)('is dispatched no more past its %s, while others of its goal are', (what, own) => {
    const { step, goal } = begin(own);
    useAndLose(step, goal, 500);
    expect(goal.status).toBe('running');
    expect(nextNodes(step.state, NOW).map(({ node }) => node)).toEqual(['N-001']);
    const other = mustCall(step, 'ear');
    expect(call(step, 'eye')).toMatchObject({ kind: 'refused', because: { kind: 'none-ready' } });
    loseRun(step, goal, other, { kind: 'client-gone' });
    pass(step, 'ear');
    expect(goal).toMatchObject({
      status: 'paused',
      paused: { kind: 'budget-exceeded', what, node: 'N-010' },
    });
    expect(call(step, 'eye')).toMatchObject({
      kind: 'paused',
      because: { kind: 'budget-exceeded', what, node: 'N-010' },
    });
  });

  test('uses hours only while it is at work, and a lost run ends with its last sign of life', () => {
    const { step, goal } = begin({ max_hours: 1 });
    const first = mustCall(step, 'eye');
    mustCall(step, 'ear');
    report(later(step, 30), first, LACKING, true);
    const evening = later(step, 300);
    const second = mustCall(evening, 'eye');
    recordUsage(later(evening, 12), goal, [used(1, second)]);
    loseRun(later(evening, 900), goal, second, { kind: 'client-gone' });
    const [own] = usedOfLimits(goal, later(evening, 901).now);
    expect(own).toMatchObject({ what: 'hours', limit: 1, node: 'N-010' });
    expect(own?.spent).toBeCloseTo(0.7);
  });

  test('is said of by name: at four fifths once, at the limit, and beyond it', () => {
    const { step, goal } = begin({ max_tokens: 1000 }, { max_tokens: 100_000 });
    const run = mustCall(step, 'eye');
    recordUsage(step, goal, [used(800, run)]);
    recordUsage(step, goal, [used(1, run)]);
    expect(typesOf(step.facts).filter((type) => type === 'budget.warned')).toHaveLength(1);
    expect(step.state.sessions.s1?.notices.map((notice) => noticeText(notice)).join('\n')).toBe(
      'Wukong: G-0001/N-010 has used 800 of 1,000 tokens. At the limit nothing more of it is dispatched.',
    );
    loseRun(step, goal, run, { kind: 'client-gone' });
    recordUsage(step, goal, [used(400, run)]);
    for (const type of ['budget.exceeded', 'budget.overshot']) {
      expect(step.facts.find((fact) => fact.type === type)).toMatchObject({
        node_id: 'N-010',
        payload: { what: 'tokens', limit: 1000, spent: 1201, node: 'N-010' },
      });
    }
  });

  test('pauses its goal once nothing else is ready, and says what gives the node more', () => {
    const { step, goal } = begin({ max_tokens: 500 });
    pass(step, 'ear');
    const run = mustCall(step, 'eye');
    report(step, run, { ...LACKING, used: used(600, run) }, true);
    const because = goal.paused;
    if (because?.kind !== 'budget-exceeded') throw new Error('it is not paused for it');
    expect(reasonText(because)).toBe('the budget of N-010 is used up: 600 of 500 tokens');
    expect(pausedNext('G-0001', because)).toContain('--node N-010 --budget tokens=<more>');
    expect(packetOf(goal, null, because).budget_left).toEqual({ tokens: -100 });
  });

  test('goes on once its own limit is raised, and not for more of its goal', () => {
    const { step, goal } = begin({ max_tokens: 500 });
    useAndLose(step, goal, 600);
    pass(step, 'ear');
    expect(call(step, 'eye').kind).toBe('paused');
    setTerms(step, goal, { budget: { max_tokens: 90_000 } }, { by: 'u@h' });
    resumeFromCli(step, goal, { nodeId: null, answer: '' }, alive);
    expect(goal.status).toBe('paused');
    setTerms(step, goal, { nodes: { 'N-010': { max_tokens: 5000 } } }, { by: 'u@h' });
    resumeFromCli(step, goal, { nodeId: null, answer: '' }, alive);
    expect(goal.status).toBe('running');
    expect(mustCall(step, 'eye').node).toBe('N-010');
  });

  test('reserves of its goal what it has left, at most what is expected of it', () => {
    const open = begin({ max_tokens: 400 }, { max_tokens: 1000 });
    expect(mustCall(open.step, 'eye').reserved).toEqual({ tokens: 400, usd: 0 });
    const expected = begin({ max_tokens: 400 }, { max_tokens: 1000 });
    expected.step.state.role_usage = { eye: [{ tokens: 300, usd: 0 }] };
    expect(mustCall(expected.step, 'eye').reserved).toEqual({ tokens: 300, usd: 0 });
    const large = begin({ max_tokens: 4000 }, { max_tokens: 1000 });
    expect(mustCall(large.step, 'eye').reserved).toEqual({ tokens: 1000, usd: 0 });
    large.step.state.role_usage = { ear: [{ tokens: 300, usd: 0 }] };
    expect(call(large.step, 'ear')).toMatchObject({ because: { kind: 'budget-reserved' } });
  });

  test('leaves a run past its tokens only the report', () => {
    const { step, goal } = begin({}, {}, { max_tokens: 500 });
    for (const role of ['ear', 'eye'] as const) pass(step, role);
    const run = mustCall(step, 'body');
    const ask = { tool: 'Bash', path: null, command: 'ls', now: NOW };
    recordUsage(step, goal, [used(400, run)]);
    expect(judgeCall(step.state, { goal, run }, { ...ask, used: 99 })).toEqual({ ok: true });
    expect(judgeCall(step.state, { goal, run }, { ...ask, used: 100 })).toMatchObject({
      because: { kind: 'out-of-tokens', spent: 500, limit: 500, node: 'N-020' },
    });
  });

  test('bounds what a client without a terminal may spend on it', () => {
    const { step, goal } = begin({ max_cost_usd: 0.5 }, { max_cost_usd: 2 });
    const run = mustCall(step, 'eye');
    recordUsage(step, goal, [used(200, run)]);
    expect(mostUsd(goal, run)).toBeCloseTo(0.3);
  });

  test('shows it as the budget of its work item, and that of its goal for what it leaves open', () => {
    const { goal } = begin({ max_tokens: 500 }, { max_tokens: 9000, max_hours: 4 });
    const items = workItems({ goal, facts: [], updated: new Map() });
    expect(items.map(({ budget }) => [budget.max_tokens, budget.max_hours])).toEqual([
      [9000, 4],
      [500, 4],
      [9000, 4],
    ]);
    expect(items[1]?.budget).toMatchObject({ max_cost_usd: null, max_retries: 3 });
  });

  test('is looked after by fsck: a dispatch past it, and a limit that allows nothing', () => {
    const { step, goal } = begin({ max_tokens: 500 });
    useAndLose(step, goal, 600);
    expect(dispatchViolations(goal, { node: 'N-010', run: 'r', expects: true }, NOW)).toEqual([
      { rule: 'past-budget', at: 'r', names: ['tokens', '600', '500', 'N-010'] },
    ]);
    expect(dispatchViolations(goal, { node: 'N-001', run: 'r', expects: true }, NOW)).toEqual([]);
    setTerms(step, goal, { nodes: { 'N-010': { max_tokens: 0 } } }, { by: 'u@h' });
    expect(promiseViolations(goal)).toContainEqual({
      rule: 'bad-budget',
      at: 'G-0001/N-010',
      names: ['max_tokens', '0'],
    });
  });
});
