// Roles side by side: how many at once, and what becomes of the others when one asks for rework.

import { describe, expect, test } from 'vitest';
import { canComplete } from '../../runtime/kernel/requests/goals.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { call, mustCall, pass, report } from './drive.ts';
import { BESIDE, begin, findingsOf } from './plan.ts';

const REWORK = { verdict: 'rework', reopen: 'N-010', findings: ['it loses the last row'] } as const;

/** The tongue works, and the nose beside it. */
function working(): { step: Step; goal: Goal; tongue: Run; nose: Run } {
  const { step, goal } = begin(BESIDE);
  for (const role of ['ear', 'eye', 'body'] as const) pass(step, role);
  return { step, goal, tongue: mustCall(step, 'tongue'), nose: mustCall(step, 'nose') };
}

const statusOf = (goal: Goal, id: string) => nodeState(goal, id).status;
const ready = (goal: Goal) => frontier(goal).map(({ id }) => id);

describe('a nose that asks for rework while the tongue works', () => {
  test('opens the body at once, which begins when the tongue has reported', () => {
    const { step, goal, tongue, nose } = working();
    report(step, nose, REWORK);
    expect(statusOf(goal, 'N-010')).toBe('ready');
    expect(tongue.ended).toBeNull();
    expect(ready(goal)).toEqual([]);
    expect(call(step, 'body').kind).toBe('refused');
    report(step, tongue);
    expect(ready(goal)).toEqual(['N-010']);
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('has the tongue begin again after the body, with what it had reported', () => {
    const { step, goal, tongue, nose } = working();
    report(step, nose, REWORK);
    const summary = 'Two tests hold the export.';
    expect(report(step, tongue, { summary }).kind).toBe('replaced');
    expect(tongue.ended).toEqual({
      outcome: 'replaced',
      because: { kind: 'reopened-before' },
      next_action: 'retry',
    });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'pending', attempts: 0 });
    const [kept = ''] = findingsOf(goal, 'N-020');
    expect(kept).toContain(tongue.id);
    expect(kept).toContain(summary);
    pass(step, 'body');
    expect(ready(goal)).toEqual(['N-020', 'N-030']);
  });

  test('leaves what the tongue changed to its node: the next run is measured from where it began', () => {
    const { step, tongue, nose } = working();
    report(step, nose, REWORK);
    report(step, tongue);
    pass(step, 'body');
    expect(mustCall(step, 'tongue').lane.base).toBe(tongue.lane.base);
  });

  test('keeps a report of the tongue that failed, or that asks, without a retry or a person', () => {
    for (const result of [
      { status: 'failed' },
      { status: 'blocked', questions: ['which format?'] },
      { passes: false, level: 'L0', missing: ['Cite a file.'] },
    ] as const) {
      const { step, goal, tongue, nose } = working();
      report(step, nose, REWORK);
      report(step, tongue, result);
      expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'pending', attempts: 0 });
    }
  });

  test('brings the goal to its end when the rework is done', () => {
    const { step, goal, tongue, nose } = working();
    report(step, nose, REWORK);
    report(step, tongue);
    for (const role of ['body', 'tongue', 'nose', 'mind'] as const) pass(step, role);
    expect(canComplete(goal)).toBe(true);
    expect(stateViolations(step.state)).toEqual([]);
  });
});

test('a nose that asks for rework has the finished tests beside it looked at again', () => {
  const { step, goal, tongue, nose } = working();
  report(step, tongue);
  expect(statusOf(goal, 'N-020')).toBe('done');
  report(step, nose, REWORK);
  expect(statusOf(goal, 'N-020')).toBe('pending');
  expect(ready(goal)).toEqual(['N-010']);
});

test('a nose may name a reader: all that comes after it waits, and the reader beside it stays done', () => {
  const { step, goal, tongue, nose } = working();
  report(step, tongue);
  report(step, nose, { ...REWORK, reopen: 'N-005' });
  const statuses = goal.specs.map(({ id }) => statusOf(goal, id));
  expect(statuses).toEqual(['done', 'ready', 'pending', 'pending', 'pending', 'pending']);
});
