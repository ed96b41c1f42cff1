import { describe, expect, test } from 'vitest';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { issueRefOf } from '../../runtime/kernel/state/ids.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import { call, mustCall, report } from './drive.ts';
import { begin, CLIENT, FIX, node, plan } from './plan.ts';

test('a request that begins with an issue of a repository is about that issue', () => {
  for (const text of [
    'org/repo#12',
    'org/repo#12 the decoder crashes',
    ' org/repo#12: the decoder crashes',
    'org/repo#12.',
  ]) {
    expect(issueRefOf(text, 3), text).toBe('org/repo#12');
  }
  expect(begin(FIX, 'my-org/a.repo_b#7 crashes').goal.issue_ref).toBe('my-org/a.repo_b#7');
});

test('a bare number, and an issue named further on, are text', () => {
  for (const text of [
    '#7 crashes',
    'the decoder crashes #7',
    'see org/repo#12',
    'org/repo #12',
    'org/repo#12a',
    'a/b/c#12',
    'org/repo#',
  ]) {
    expect(issueRefOf(text, 3), text).toBe('local#3');
  }
});

describe('a node with an issue of its own', () => {
  const TWO = plan(
    [node('N-010', 'eye', { issue_ref: 'org/contracts#5' }), node('N-020', 'ear')],
    [],
  );

  /** The same plan in two sessions. */
  function twice() {
    const { step } = begin(TWO, 'org/repo#12 it crashes');
    const owner = ofSession('s2', CLIENT, '/t/s2.jsonl');
    startGoal(step, owner, 'org/repo#13 it crashes', TWO);
    return step;
  }

  test('is given its own, and the others that of their goal', () => {
    const { step, goal } = begin(TWO, 'org/repo#12 it crashes');
    const sources = { readOutput: () => '', history: () => '', anchor: () => undefined };
    const issues = (['eye', 'ear'] as const).map(
      (role) => makeWorkOrder(goal, mustCall(step, role), '', sources).issue_ref,
    );
    expect(issues).toEqual(['org/contracts#5', 'org/repo#12']);
  });

  test('has one run at a time, whatever goal it is in', () => {
    const step = twice();
    const first = mustCall(step, 'eye');
    expect(call(step, 'eye', { session: 's2' })).toEqual({
      kind: 'unit-busy',
      by: 'G-0001/N-010',
      issue: 'org/contracts#5',
    });
    // Another issue, and so another unit.
    mustCall(step, 'ear');
    expect(call(step, 'ear', { session: 's2' }).kind).toBe('bound');
    report(step, first);
    expect(call(step, 'eye', { session: 's2' }).kind).toBe('bound');
  });

  test('is not kept back by a run whose client is gone', () => {
    const step = twice();
    const first = mustCall(step, 'eye');
    const by = toAgent('s2', 'toolu_x', CLIENT);
    const request = { by, role: 'eye', prompt: '', worktree: '/repo' } as const;
    expect(dispatch(step, request, null, () => false).kind).toBe('bound');
    expect(step.state.goals['G-0001']?.runs[first.id]?.ended?.outcome).toBe('lost');
  });
});
