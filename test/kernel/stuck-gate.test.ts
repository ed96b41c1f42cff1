import { describe, expect, test } from 'vitest';
import { proofOf } from '../../runtime/kernel/graph/proof.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { atBody, mustCall, report, untilBody } from './drive.ts';
import { reasonOf, wayOut } from './plan.ts';

type Outcome = 'fail' | 'timeout' | 'unavailable';

function bad(outcome: Outcome, tree: string, error = 'it ended with exit code 1'): Partial<Judged> {
  const missing = [`Make the gate "unit" pass: it failed (${error}).\nIts last lines:\nnot ok 3`];
  return { passes: false, missing, tree, gates: [{ gate: 'unit', outcome, error }] };
}

describe('a gate that another try does not change', () => {
  test('fails twice on the same tree: a person is asked at once', () => {
    const { step, goal, run } = atBody();
    expect(report(step, run, bad('fail', 't1')).kind).toBe('send-back');
    expect(report(step, run, bad('fail', 't1')).kind).toBe('blocked');
    expect(nodeState(goal, 'N-020')).toMatchObject({
      status: 'blocked',
      kind: 'gate-stuck',
      because: { kind: 'gate-stuck', gate: 'unit', how: 'same-tree' },
    });
    expect(reasonOf(goal, 'N-020')).toMatch(
      /^The gate "unit" fails again on the same files: it ended with exit code 1\. Its output is in \.wukong\//,
    );
    expect(wayOut(goal, 'N-020')).toContain('/wukong_resume G-0001 N-020 <try again');
  });

  test('failed before the first change as well: the person is told', () => {
    const { step, goal, run } = atBody();
    const tree = proofOf(goal).first?.tree ?? '';
    const tried = { outcome: 'fail', why: '', exit_code: 1, seconds: 1, log: 'x' } as const;
    step.state.trials = [
      {
        ...{ gate: 'unit', command: ['npm', 'test'], cwd: null, shell: false, basis: 'b', tree },
        ...{ here: null, copy: tried, linked: [], notes: [], touched: [], cause: null },
        ...{ at: step.now, goal: goal.id },
      },
    ];
    for (const _ of [1, 2]) report(step, run, bad('fail', 't1'));
    expect(reasonOf(goal, 'N-020')).toContain('It failed before the first change as well.');
  });

  test('fails on another tree: the agent works on it, and is sent back', () => {
    const { step, run } = atBody();
    for (const tree of ['t1', 't2', 't3']) {
      expect(report(step, run, bad('fail', tree)).kind).toBe('send-back');
    }
  });

  test('runs out of time twice, whatever was changed between, and in whichever run', () => {
    const { step, run: first } = atBody();
    // Nobody waits for it that long: the agent is gone when it has run out of time.
    expect(report(step, first, bad('timeout', 't1'), true).kind).toBe('failed');
    const second = mustCall(step, 'body');
    expect(report(step, second, bad('timeout', 't2'), true)).toMatchObject({
      kind: 'blocked',
      because: { kind: 'gate-stuck', how: 'timeout' },
    });
  });

  test('that was unavailable, or need not pass, asks nobody', () => {
    const { step, run } = atBody();
    for (let n = 0; n < 2; n += 1) {
      expect(report(step, run, bad('unavailable', 't1')).kind).toBe('send-back');
    }
    const gates = [{ gate: 'unit', outcome: 'fail', must_pass: false } as const];
    expect(report(step, run, { ...bad('fail', 't1'), gates }).kind).toBe('send-back');
  });
});

test('a node whose runs are used up says first which gate failed, and nothing of what its agent was asked to do', () => {
  const { step, goal } = untilBody();
  for (const [tree, error] of [['t1'], ['t2', 'it found no test'], ['t3']] as const) {
    report(step, mustCall(step, 'body'), { ...bad('fail', tree, error), level: 'L1' }, true);
  }
  expect(reasonOf(goal, 'N-020')).toBe(
    'The gate "unit" fails: it ended with exit code 1. L1 is proven. Its 3 runs are used up.',
  );
});
