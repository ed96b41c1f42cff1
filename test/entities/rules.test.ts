// What work orders promise, each broken once.

import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../runtime/documents/template.ts';
import { collect } from '../../runtime/inspect/collect.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import {
  closeViolations,
  promiseViolations,
  uncheckedNodes,
} from '../../runtime/kernel/views/goal-rules.ts';
import type { Fact } from '../../runtime/model/facts/fact.ts';
import type { Finding } from '../../runtime/model/finding.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { explainFinding } from '../../runtime/words/explain-finding.ts';
import { put, workspace } from '../documents/workspace.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, CLIENT, FIX } from '../kernel/plan.ts';
import { beginTimed, recordsOf } from '../kernel/timed.ts';
import { OWNED } from '../kernel/walk.ts';

function begin() {
  // These tests spoil the plan.
  const { step, goal } = beginTimed(structuredClone(FIX), 'the decoder crashes');
  pass(step, 'ear');
  return { step, goal };
}

test('nothing is broken on the way of a goal that asks, is answered and goes on', () => {
  const { step, goal } = begin();
  const run = mustCall(step, 'eye');
  expect(promiseViolations(goal)).toEqual([]);
  report(step, run, { questions: ['which?'], status: 'blocked', passes: false });
  expect(promiseViolations(goal)).toEqual([]);
  resumeGoal(step, { ...OWNED, answer: 'that one' }, alive);
  pass(step, 'eye');
  expect(promiseViolations(goal)).toEqual([]);
});

describe('of a goal in its state', () => {
  const broken: ReadonlyArray<readonly [string, (goal: Goal) => void]> = [
    ['G-0001: has no title.', (goal) => Object.assign(goal, { title: ' ' })],
    ['G-0001: has no success criterion.', (goal) => Object.assign(goal, { success_criteria: [] })],
    [
      'G-0001: its budget has max_tokens 0, which allows nothing.',
      (goal) => Object.assign(goal, { terms: { budget: { max_tokens: 0 } } }),
    ],
    [
      'G-0001: these nodes wait for each other: N-040, N-050.',
      (goal) =>
        goal.edges.push({ from: 'N-050', to: 'N-040', condition: 'on_success', outcome: 'open' }),
    ],
    [
      'G-0001/N-030: is ready before what it needs is done: N-020.',
      (goal) => Object.assign(goal.nodes['N-030'] ?? {}, { status: 'ready' }),
    ],
    [
      'G-0001/N-010: waits although all that it needs is done.',
      (goal) => Object.assign(goal.nodes['N-010'] ?? {}, { status: 'pending' }),
    ],
    [
      '2026-11-21-ear-0001: used -1 tokens, fewer than none.',
      (goal) => {
        for (const run of Object.values(goal.runs)) {
          if (run.outputs) run.outputs.output_tokens = -1;
        }
      },
    ],
  ];

  test.each(broken)('%s', (said, spoil) => {
    const { goal } = begin();
    expect(promiseViolations(goal)).toEqual([]);
    spoil(goal);
    expect(promiseViolations(goal).map(told)).toContain(said);
  });
});

describe('of a goal that is closed', () => {
  test('no run is active, and where it was completed nothing is left to do', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'eye');
    expect(closeViolations(goal, false).map(told)).toEqual([
      `G-0001: was closed while runs were active: ${run.id}.`,
    ]);
    report(step, run);
    expect(closeViolations(goal, false)).toEqual([]);
    expect(closeViolations(goal, true).map(told)).toEqual([
      'G-0001: was completed while nodes were open: N-020, N-030, N-040, N-050.',
    ]);
  });

  test('a node without a check is a note: plans of older versions have some', () => {
    const { goal } = begin();
    expect(uncheckedNodes(goal)).toHaveLength(6);
    const gate = { type: 'builtin', name: 'references', mustPass: true } as const;
    for (const spec of goal.specs) spec.verification_plan.deterministic = [gate];
    expect(uncheckedNodes(goal)).toEqual([]);
  });
});

describe('of facts', () => {
  const stored = (name: string, bytes: number, run = '2026-11-21-ear-0001'): Fact => ({
    type: 'artifacts.stored',
    goal_id: 'G-0001',
    node_id: 'N-001',
    run_id: run,
    payload: { dir: 'artifacts/x', artifacts: [{ name, sha256: 'f00d', bytes }] },
  });

  test.each([
    [
      'an artifact belongs to a run that was dispatched',
      [stored('a', 1, 'nobody')],
      'nobody: left',
    ],
    ['no artifact is smaller than nothing', [stored('a', -1)], 'artifact a has -1 bytes'],
    [
      'what has one hash has one size',
      [stored('a', 1), stored('b', 2)],
      'artifact b has the SHA-256 f00d of one of another size',
    ],
  ] as const)('%s', (_, facts, said) => {
    const { step } = begin();
    expect(findings(step.facts)).toEqual([]);
    for (const fact of facts) step.emit(fact);
    expect(findings(step.facts)).toEqual([expect.stringContaining(said)]);
  });

  test('no run is dispatched past the budget', () => {
    const { step, goal } = begin();
    const used = { input: 150, output: 0, cache_creation: 0, cache_read: 0, usd: null };
    step.emit({
      type: 'goal.set',
      goal_id: goal.id,
      payload: { terms: { budget: { max_tokens: 100 } }, by: 'u@host' },
    });
    step.emit({
      type: 'usage.recorded',
      goal_id: goal.id,
      payload: { models: { m: used }, prices: '2026-11-23', read: { bytes: 0 } },
    });
    expect(findings(step.facts)).toEqual([]);
    const lane = { worktree: '/repo', base: null };
    step.emit({
      type: 'run.dispatched',
      goal_id: goal.id,
      node_id: 'N-010',
      run_id: '2026-11-21-eye-0002',
      payload: {
        role: 'eye',
        seq: 2,
        number: 1,
        lane,
        by: toAgent('s1', 'toolu_x', CLIENT),
      },
    });
    expect(findings(step.facts)).toEqual([
      expect.stringContaining('was dispatched when 150 of 100 tokens were used already'),
    ]);
  });

  test('a goal allows its runs some tool', () => {
    const { step } = beginTimed({ ...FIX, allowed_actions: [] }, 'the decoder crashes');
    expect(findings(step.facts)).toEqual(['G-0001: allows its runs no tool at all.']);
  });
});

describe('a plan', () => {
  const DIRECT =
    'name: mine\nversion: 1\ndescription: d\nsuccess_criteria: [it works]\nallowed_actions: [read, run_test, bash]\nnodes:\n  - { id: N-010, title: t, role: body }\n';

  test('has a check for each node, where the repository has none as well', async () => {
    const ws = workspace({ '.wukong/templates/mine.yaml': DIRECT });
    const plan = await loadTemplate(ws, 'mine', []);
    expect(plan.ok && plan.value.nodes[0]?.verification_plan.deterministic).toMatchObject([
      { name: 'references' },
    ]);
  });

  test('is narrowed by what a person allows, in whichever words, and never widened', async () => {
    const ws = workspace({ '.wukong/templates/mine.yaml': DIRECT });
    const narrowed = await loadTemplate(ws, 'mine', [], { allow: ['Read', 'shell', 'edit'] });
    expect(narrowed.ok && narrowed.value.allowed_actions).toEqual(['read', 'bash']);
    put(ws.root, { '.wukong/templates/mine.yaml': DIRECT.replace('run_test, bash', 'grep') });
    const nothing = await loadTemplate(ws, 'mine', [], { allow: ['edit'] });
    expect(!nothing.ok && nothing.error).toMatchObject({ kind: 'bad-file' });
    expect(JSON.stringify(nothing)).toContain('edit leaves nothing');
  });
});

function told(violation: Extract<Finding, { kind: 'entity' }>['violation']): string {
  return explainFinding({ severity: 'finding', kind: 'entity', violation }).message;
}

/** What `wukong fsck` finds in entities. */
function findings(facts: Parameters<typeof recordsOf>[0]): string[] {
  const collected = collect(workspace(), new Set());
  for (const record of recordsOf(facts)) {
    collected.take(record as Parameters<typeof collected.take>[0]);
  }
  return collected.finish(true).map((finding) => explainFinding(finding).message);
}
