// Several writers at once: who may, where, and what becomes of their work.

import { describe, expect, test } from 'vitest';
import { dispatchTo } from '../../runtime/kernel/drive/driven.ts';
import { laneNodes, meet, whyInTurn } from '../../runtime/kernel/graph/write-sets.ts';
import { wouldBeDone } from '../../runtime/kernel/reports/foresee.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { settleReport, type Verdict } from '../../runtime/kernel/reports/settle-report.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { beginLanding, landed, laneMoved, laneReady } from '../../runtime/kernel/requests/lane.ts';
import { dispatchable } from '../../runtime/kernel/requests/offer.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import { laneShown } from '../../runtime/kernel/views/lane-shown.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { alive, FIX, findingsOf, judged, node, plan, reasonOf } from './plan.ts';

const ME = { pid: 4243, started: '1' };
const FIXER = { kind: 'process', name: 'fixer', ref: ME } as const;

function writer(id: string, ...paths: readonly string[]): NodeSpec {
  const spec = node(id, 'body');
  const executor = { type: 'command', name: 'fixer' } as const;
  return { ...spec, executor, constraints: { ...spec.constraints, allowed_paths: [...paths] } };
}

/** Two that write side by side, one behind both that may write anywhere, and one that may do so at once. */
const PARTS = plan(
  [
    writer('N-010', 'src/a/**'),
    writer('N-020', 'src/b/**'),
    writer('N-030'),
    writer('N-040', 'docs/**'),
  ],
  [
    ['N-010', 'N-030'],
    ['N-020', 'N-030'],
    ['N-040', 'N-030'],
  ],
);

function begin(most = 3, from = PARTS): { step: Step; goal: Goal } {
  const step = openStep(emptyState(), '2026-11-26T10:00:00.000Z');
  const claim = { owner: { kind: 'driver', ref: ME } } as const;
  return { step, goal: startGoal(step, claim, 'build it', { ...from, writers: { most } }) };
}

function give(step: Step, goal: Goal, id: string): Run {
  const lane = { worktree: `/lanes/${id}`, base: 't0' };
  const about = { goal: goal.id, node: id, by: FIXER, worktree: '/repo', lane };
  const answer = dispatchTo(step, about, 't0', alive);
  if (answer.kind !== 'bound') throw new Error(`${id} was not given: ${answer.kind}`);
  return answer.at.run;
}

/** What it left is judged to be this; nobody is there to be sent back. */
function report(step: Step, { id, node }: Run, more: Partial<Judged> = {}): Verdict {
  reported(step, { id, node });
  return settleReport(step, id, `k-${id}`, judged(more), true);
}

/** Of the first goal; nobody has judged it yet. */
function reported(step: Step, { id, node }: Pick<Run, 'id' | 'node'>): void {
  const payload = { key: `k-${id}`, file: 'f', transcript: '', verifier: ME };
  const scope = { goal_id: 'G-0001', node_id: node, run_id: id };
  step.emit({ type: 'run.reported', ...scope, payload });
}

function another(step: Step, ...nodes: NodeSpec[]): Goal {
  const claim = { owner: { kind: 'driver', ref: { pid: 9, started: '1' } } } as const;
  return startGoal(step, claim, 'another', plan(nodes, []));
}

const ready = (goal: Goal): string[] => dispatchable(goal).map(({ id }) => id);

describe('two sets of paths', () => {
  test.each<[one: string, other: string, meets: boolean]>([
    ['src/a/**', 'src/b/**', false],
    ['src/a/**', 'src/a/x.ts', true],
    ['src/a/*.ts', 'src/a/deep/**', true],
    ['src/a', 'src/ab', false],
    ['SRC/a/**', 'src/A/**', true],
    ['src/ä/**', 'src/a\u0308/**', true],
    ['**/*.md', 'src/**', true],
    ['{src,docs}/**', 'test/**', true],
    ['!src/**', 'src/**', true],
    ['./src/a/**', 'src/b/**', false],
    ['src/../docs/**', 'docs/**', true],
    ['src/文档/**', 'src/代码/**', false],
    ['a.ts', 'b.ts', false],
  ])('%s and %s: they meet: %s', (one, other, meets) => {
    expect(meet([one], [other])).toBe(meets);
    expect(meet([other], [one])).toBe(meets);
  });

  test('one that is not declared meets every other', () => {
    expect(meet([], ['src/**'])).toBe(true);
    expect(meet([], [])).toBe(true);
  });
});

describe('a node has a lane', () => {
  const outline = (from = PARTS) => laneNodes({ specs: from.nodes, edges: from.edges });

  test('where another one may write beside it', () => {
    expect(outline()).toEqual(['N-010', 'N-020', 'N-040']);
  });

  test('not where one waits for the other, their paths meet, or a person does it', () => {
    const [a, b] = [writer('N-010', 'src/a/**'), writer('N-020', 'src/b/**')];
    expect(outline(plan([a, b], [['N-010', 'N-020']]))).toEqual([]);
    expect(outline(plan([a, writer('N-020', 'src/**')], []))).toEqual([]);
    expect(outline(plan([a, { ...b, executor: { type: 'human', name: 'ann' } }], []))).toEqual([]);
    expect(outline(plan([a, { ...b, role: 'nose' }], []))).toEqual([]);
  });
});

describe('nodes that wait for none of each other and write in turn', () => {
  const why = (...nodes: NodeSpec[]) => whyInTurn({ specs: nodes, edges: [] });

  test('do so because one says no paths, or theirs meet', () => {
    expect(why(writer('N-010', 'src/a/**'), writer('N-020'))).toBe('N-020 says no allowed_paths');
    expect(why(writer('N-010', 'src/**'), writer('N-020', 'src/b/**'))).toBe(
      'the allowed_paths of N-010 and N-020 meet',
    );
  });

  test('are none in a plan where each waits for another', () => {
    const { nodes, edges } = FIX;
    expect(whyInTurn({ specs: nodes, edges })).toBeUndefined();
  });
});

test('who was sent back for what landed meanwhile was not caught at anything', () => {
  const { step, goal } = begin();
  const run = give(step, goal, 'N-010');
  reported(step, run);
  const red = judged({
    passes: false,
    missing: ['Make the gate pass.'],
    claimed: 'L3',
    together: true,
  });
  expect(settleReport(step, run.id, `k-${run.id}`, red, false).kind).toBe('send-back');
  expect(run.caught).toBeUndefined();
  expect(run.missing).toEqual(['Make the gate pass.']);
});

describe('a plan with room for several writers', () => {
  test('has them work at once, up to as many as may', () => {
    const { step, goal } = begin(2);
    expect(ready(goal)).toEqual(['N-010', 'N-020']);
    give(step, goal, 'N-010');
    expect(ready(goal)).toEqual(['N-020']);
    give(step, goal, 'N-020');
    expect(ready(goal)).toEqual([]);
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('has one at a time where that is all there may be', () => {
    const { step, goal } = begin(1);
    expect(ready(goal)).toEqual(['N-010']);
    const run = give(step, goal, 'N-010');
    expect(run.lane).toEqual({ worktree: '/repo', base: 't0' });
    expect(ready(goal)).toEqual([]);
  });

  test('has one at a time once a gate is seen to pass here and in no copy', () => {
    const { step, goal } = begin();
    const tried = { why: '', exit_code: 0, seconds: 1, log: 'x' };
    const payload = {
      ...{ gate: 'npm test', command: ['npm', 'test'], cwd: null, shell: false, basis: 'b' },
      ...{ tree: 't0', linked: [], notes: [], touched: [], cause: null },
      here: { ...tried, outcome: 'pass' as const },
      copy: { ...tried, outcome: 'fail' as const },
    };
    step.emit({ type: 'gate.tried', goal_id: goal.id, payload });
    expect(ready(goal)).toEqual(['N-010']);
    expect(goal.writers?.why).toContain('in no clean copy');
  });

  test('has who may write anywhere wait for all of them', () => {
    const { step, goal } = begin();
    for (const id of ['N-010', 'N-020', 'N-040']) give(step, goal, id);
    for (const run of Object.values(goal.runs)) {
      landed(step, { goal: goal.id, run: run.id });
      report(step, run);
    }
    expect(ready(goal)).toEqual(['N-030']);
    expect(give(step, goal, 'N-030').lane).toEqual({ worktree: '/repo', base: 't0' });
    expect(ready(goal)).toEqual([]);
  });

  test('gives none of them without its lane', () => {
    const { step, goal } = begin();
    const about = { goal: goal.id, node: 'N-010', by: FIXER, worktree: '/repo' };
    expect(dispatchTo(step, about, 't0', alive)).toEqual({ kind: 'no-tree', node: 'N-010' });
  });
});

describe('work in a lane', () => {
  test('counts from what came into the tree meanwhile, and is that of the tree once it has landed', () => {
    const { step, goal } = begin();
    const run = give(step, goal, 'N-010');
    const at = { goal: goal.id, run: run.id };
    expect(run.lane).toEqual({ worktree: '/lanes/N-010', base: 't0', lands_in: '/repo' });
    expect(laneMoved(step, at, 't1')).toBe(true);
    expect(run.lane.base).toBe('t1');
    expect(nodeState(goal, 'N-010').base).toBe('t1');
    expect(goal.proof?.first?.tree).toBe('t0');
    expect(beginLanding(step, at, { from: 't1', to: 't2' }, alive)).toBe(true);
    expect(run.lane.landing).toEqual({ from: 't1', to: 't2' });
    landed(step, at);
    expect(run.lane).toEqual({ worktree: '/repo', base: 't1' });
  });

  test('does not land on a tree it was not judged on', () => {
    const { step, goal } = begin();
    const run = give(step, goal, 'N-010');
    const at = { goal: goal.id, run: run.id };
    expect(beginLanding(step, at, { from: 't9', to: 't2' }, alive)).toBe(false);
  });

  test('begins beside another goal that writes in the tree, where there may be lanes', () => {
    const { step, goal } = begin(1, plan([writer('N-010')], []));
    const give = (of: Goal, more: object) =>
      dispatchTo(
        step,
        { goal: of.id, node: 'N-010', by: FIXER, worktree: '/repo', ...more },
        't0',
        alive,
      );
    expect(give(goal, {}).kind).toBe('bound');
    const other = another(step, writer('N-010'));
    expect(give(other, {})).toEqual({ kind: 'tree-busy', by: `${goal.id}/N-010` });
    const lane = { worktree: '/lanes/other', base: 't0' };
    expect(give(other, { lane, besideOthers: true })).toMatchObject({
      kind: 'bound',
      at: { run: { lane: { ...lane, lands_in: '/repo' } } },
    });
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('that may land at any moment has a run of another goal wait that would write there', () => {
    const { step, goal } = begin();
    const run = give(step, goal, 'N-010');
    const other = another(step, writer('N-010'), writer('N-020'));
    const about = { goal: other.id, node: 'N-010', by: FIXER, worktree: '/repo' };
    reported(step, run);
    expect(dispatchTo(step, about, 't0', alive)).toEqual({
      ...{ kind: 'tree-busy', by: `${goal.id}/N-010` },
    });
  });

  test('does not land while a run of another goal writes in that tree', () => {
    const { step, goal } = begin();
    const run = give(step, goal, 'N-010');
    const other = another(step, writer('N-010'));
    const about = { goal: other.id, node: 'N-010', by: FIXER, worktree: '/repo' };
    expect(dispatchTo(step, about, 't0', alive).kind).toBe('bound');
    const [at, trees] = [
      { goal: goal.id, run: run.id },
      { from: 't0', to: 't2' },
    ];
    expect(beginLanding(step, at, trees, alive)).toBe(false);
    // Nobody comes back to it: else it would wait for good.
    expect(beginLanding(step, at, trees, () => false)).toBe(true);
    expect(nodeState(other, 'N-010').status).toBe('ready');
  });

  test('that a client makes is held until its files are there, once', () => {
    const { step, goal } = begin();
    const about = { goal: goal.id, node: 'N-010', by: FIXER, worktree: '/repo', lane: null };
    const given = dispatchTo(step, about, 't0', alive);
    const run = given.kind === 'bound' ? given.at.run : undefined;
    expect(run?.lane).toMatchObject({ worktree: '/repo', awaited: true });
    const beside = dispatchTo(step, { ...about, node: 'N-020' }, 't0', alive);
    expect(beside).toMatchObject({ kind: 'bound' });
    expect(stateViolations(step.state)).toEqual([]);
    expect(run && laneShown(run)).toBeUndefined();
    const at = { goal: goal.id, run: run?.id ?? '' };
    expect(laneReady(step, at, '/repo/.claude/worktrees/agent-a1', 't1')).toBe(true);
    expect(run?.lane).toEqual({
      worktree: '/repo/.claude/worktrees/agent-a1',
      base: 't1',
      lands_in: '/repo',
    });
    expect(laneReady(step, at, '/elsewhere', 't2')).toBe(false);
    expect(run && laneShown(run)).toBe('.claude/worktrees/agent-a1');
  });
});

describe('work that does not fit to what came meanwhile', () => {
  const conflict = {
    kind: 'lane-conflict' as const,
    paths: ['src/a/x.ts'],
    nodes: ['N-020'],
  };

  function conflicting(step: Step, goal: Goal) {
    const run = give(step, goal, 'N-010');
    return report(step, run, { conflict, passes: false, dir: 'artifacts/mine' });
  }

  test('is done again by another run, which has both patches and costs no attempt', () => {
    const { step, goal } = begin();
    const other = give(step, goal, 'N-020');
    landed(step, { goal: goal.id, run: other.id });
    report(step, other, { dir: 'artifacts/theirs', summary: 'adds b' });
    expect(conflicting(step, goal)).toEqual({ kind: 'failed', because: conflict });
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 0 });
    const said = findingsOf(goal, 'N-010').join('\n');
    expect(said).toContain('src/a/x.ts');
    expect(said).toContain('.wukong/artifacts/mine/patch.diff');
    expect(said).toContain('.wukong/artifacts/theirs/patch.diff (adds b)');
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('is a question to a person the third time', () => {
    const { step, goal } = begin();
    conflicting(step, goal);
    conflicting(step, goal);
    expect(conflicting(step, goal)).toEqual({ kind: 'blocked', because: conflict });
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'blocked', kind: 'conflict' });
    expect(reasonOf(goal, 'N-010')).toContain('N-020');
    expect(Object.values(step.state.escalations ?? {})).toHaveLength(1);
  });
});

test('whether a node would be done is asked before it is', () => {
  const { step, goal } = begin();
  const run = give(step, goal, 'N-010');
  reported(step, run);
  const about = { run: run.id, key: `k-${run.id}` };
  const asked = (more: Partial<Judged>) =>
    wouldBeDone(structuredClone(step.state), step.now, about, judged(more));
  expect(asked({})).toBe(true);
  expect(asked({ passes: false })).toBe(false);
  expect(asked({ status: 'blocked', questions: ['which?'] })).toBe(false);
});
