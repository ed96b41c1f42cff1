import { describe, expect, test } from 'vitest';
import { canComplete } from '../../runtime/kernel/goals.ts';
import { frontier, offer } from '../../runtime/kernel/offer.ts';
import { nodeState } from '../../runtime/kernel/state.ts';
import { call, mustCall, pass, report } from './drive.ts';
import { begin, node, plan } from './plan.ts';

describe('a graph', () => {
  test('starts with the nodes nothing leads to, and opens the next when one is done', () => {
    const { step, goal } = begin();
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-001']);

    pass(step, 'ear');

    expect(nodeState(goal, 'N-001').status).toBe('done');
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-010']);
  });

  test('is finished only when every node ended well, not when nothing is ready', () => {
    const { step, goal } = begin();
    pass(step, 'ear');
    const run = mustCall(step, 'eye');
    expect(frontier(goal)).toEqual([]);
    expect(canComplete(goal)).toBe(false);
    report(step, run);
    for (const role of ['body', 'tongue', 'nose', 'mind'] as const) pass(step, role);
    expect(canComplete(goal)).toBe(true);
  });

  test('lets a failure branch take over, and skips what only success would have reached', () => {
    const { step, goal } = begin(
      plan(
        [node('N-010', 'body', { max_retries: 1 }), node('N-020', 'nose'), node('N-030', 'mind')],
        [
          ['N-010', 'N-020'],
          ['N-010', 'N-030', 'on_failure'],
        ],
      ),
    );
    report(step, mustCall(step, 'body'), { status: 'failed' });
    expect(nodeState(goal, 'N-010').status).toBe('failed');
    expect(nodeState(goal, 'N-020').status).toBe('skipped');
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-030']);
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('waits at a join for all its edges', () => {
    const { step, goal } = begin(
      plan(
        [node('N-010', 'ear'), node('N-020', 'eye'), node('N-030', 'mind')],
        [
          ['N-010', 'N-030'],
          ['N-020', 'N-030'],
        ],
      ),
    );
    pass(step, 'ear');
    expect(nodeState(goal, 'N-030').status).toBe('pending');
    pass(step, 'eye');
    expect(nodeState(goal, 'N-030').status).toBe('ready');
  });

  test('offers one writing node at a time, and any number of readers', () => {
    const { step, goal } = begin(
      plan([node('N-010', 'body'), node('N-020', 'tongue'), node('N-030', 'eye')], []),
    );
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-010', 'N-030']);
    mustCall(step, 'body');
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-030']);
    expect(call(step, 'tongue').kind).toBe('refused');
  });

  test('offers each node once per attempt, and again to those who must always ask', () => {
    const { step, goal } = begin();
    expect(offer(step, goal, false)).toHaveLength(1);
    expect(offer(step, goal, false)).toEqual([]);
    expect(offer(step, goal, true)).toHaveLength(1);
    report(step, mustCall(step, 'ear'), { status: 'failed' });
    expect(offer(step, goal, false)).toMatchObject([{ id: 'N-001', attempt: 2 }]);
  });
});
