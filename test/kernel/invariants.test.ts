import { describe, expect, test } from 'vitest';
import { goalViolations, stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin, FIX } from './plan.ts';

type Begun = Readonly<{ state: State; goal: Goal; run: Run }>;

/** The ear is done, the eye works. */
function begun(): Begun {
  // The plan goes into the state as it is, and these tests spoil it.
  const { step, goal } = begin(structuredClone(FIX));
  pass(step, 'ear');
  return { state: step.state, goal, run: mustCall(step, 'eye') };
}

function rules(state: State): string[] {
  return stateViolations(state).map(({ rule, at }) => `${rule} ${at}`);
}

test('no rule is violated on the way of a goal from start to end', () => {
  const { step, goal } = begin();
  for (const role of ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'] as const) {
    expect(stateViolations(step.state)).toEqual([]);
    const run = mustCall(step, role);
    expect(stateViolations(step.state)).toEqual([]);
    report(step, run, { passes: false, missing: ['more'] });
    expect(stateViolations(step.state)).toEqual([]);
    const level = role === 'body' || role === 'tongue' ? 'L2' : 'L1';
    report(step, run, { level });
  }
  expect(goalViolations(goal)).toEqual([]);
});

describe('a violation is named with its place', () => {
  const spoilt: ReadonlyArray<readonly [string, (at: Begun) => void]> = [
    [
      'two-active-runs G-0001/N-010',
      ({ goal, run }) => {
        goal.runs.other = { ...run, id: run.id.replace('0001', '0000'), number: 2 };
      },
    ],
    ['run-over G-0001/N-010', ({ run }) => Object.assign(run, { ended: OVER })],
    [
      'run-without-node G-0001/N-010',
      ({ goal }) => Object.assign(goal.nodes['N-010'] ?? {}, { status: 'failed', run: 'x' }),
    ],
    ['run-numbers G-0001/N-010', ({ run }) => Object.assign(run, { number: 3 })],
    ['unknown-node G-0001/N-099', ({ run }) => Object.assign(run, { node: 'N-099' })],
    [
      'unknown-run G-0001/N-001',
      ({ goal }) => Object.assign(goal.nodes['N-001'] ?? {}, { run: 'gone' }),
    ],
    [
      'unproven G-0001/N-001',
      ({ goal }) => Object.assign(goal.nodes['N-001'] ?? {}, { level: 'L0' }),
    ],
    ['loose-edge G-0001', ({ goal }) => goal.edges.push(edge('N-001', 'N-099'))],
    ['repeated-node G-0001', ({ goal }) => goal.specs.push(...goal.specs.slice(0, 1))],
    ['unplanned-node G-0001', ({ goal }) => delete goal.nodes['N-050']],
    [
      'unknown-focus s1',
      ({ state }) => Object.assign(state.sessions.s1 ?? {}, { focus: 'G-0007' }),
    ],
    ['counter G-0001', ({ state }) => Object.assign(state.counters, { goals: 0 })],
    ['counter G-0001', ({ state }) => Object.assign(state.counters.role_seq, { eye: 0 })],
    ['counter G-0001', ({ goal }) => Object.assign(goal, { issue_seq: 0 })],
  ];

  test.each(spoilt)('%s', (name, spoil) => {
    const at = begun();
    expect(rules(at.state)).toEqual([]);
    spoil(at);
    expect(rules(at.state)).toContain(name);
  });

  test('two writers in one tree, but not one whose report waits for a verifier', () => {
    const { state, goal, run } = begun();
    const writer: Run = { ...run, role: 'body', lane: { worktree: '/repo', base: null } };
    Object.assign(run, writer);
    state.goals['G-0002'] = { ...goal, id: 'G-0002', runs: { other: { ...writer } } };
    state.counters.goals = 2;
    expect(rules(state)).toContain('two-writers /repo');
    const report = { key: 'k', verifier: { pid: 1, started: null }, file: '', transcript: '' };
    Object.assign(run, { report });
    expect(rules(state)).not.toContain('two-writers /repo');
  });
});

const OVER = { outcome: 'lost', reason: 'x' };

function edge(from: string, to: string) {
  return { from, to, condition: 'on_success' as const, outcome: 'open' as const };
}
