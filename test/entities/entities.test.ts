// A goal, its nodes, runs, artifacts and decisions in the words of work orders.

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { attempts, budgets, trace } from '../../runtime/entities/audits.ts';
import type { Entities } from '../../runtime/entities/entities.ts';
import { recordUsage } from '../../runtime/kernel/budget/record-usage.ts';
import { abortGoal, own } from '../../runtime/kernel/requests/goals.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { gateLog } from '../../runtime/kernel/views/gate-log.ts';
import type { ByModel } from '../../runtime/model/usage/usage.ts';
import { artifactSchema } from '../../runtime/model/views/entities/artifact.ts';
import { decisionSchema } from '../../runtime/model/views/entities/decision.ts';
import { goalEntitySchema } from '../../runtime/model/views/entities/goal.ts';
import { runEntitySchema } from '../../runtime/model/views/entities/run.ts';
import { workItemSchema } from '../../runtime/model/views/entities/work-item.ts';
import { escalationSchema } from '../../runtime/model/views/escalation.ts';
import { call, mustCall, pass, report } from '../kernel/drive.ts';
import { alive, CLIENT, FIX, node, plan } from '../kernel/plan.ts';
import { beginTimed } from '../kernel/timed.ts';
import { OWNED } from '../kernel/walk.ts';
import { entities } from './history.ts';

const SCHEMAS = z.strictObject({
  goals: z.array(goalEntitySchema),
  work_items: z.array(workItemSchema),
  runs: z.array(runEntitySchema),
  artifacts: z.array(artifactSchema),
  decisions: z.array(decisionSchema),
  escalations: z.array(escalationSchema),
});

function begin(of = FIX) {
  const { step, goal, wait } = beginTimed(of, 'the decoder crashes');
  return { step, goal, wait, all: (): Entities => entities(goal, step.facts) };
}

test('every entity has each field that its published schema names', () => {
  const { step, all } = begin();
  const stored = [{ name: 'report.md', sha256: 'a'.repeat(64), bytes: 9 }];
  pass(step, 'ear', { artifacts: stored, decisions: ['two bytes, because the header says so'] });
  mustCall(step, 'eye');
  expect(SCHEMAS.parse(all())).toEqual(all());
});

describe('a work item', () => {
  test('has the words of work orders for where it stands', () => {
    const { step, goal, all } = begin();
    const states = () => all().work_items.map(({ status }) => status);
    expect(states().slice(0, 2)).toEqual(['ready', 'queued']);
    const run = mustCall(step, 'ear');
    expect(states()[0]).toBe('in_progress');
    report(step, run, { questions: ['which one?'], status: 'blocked', passes: false });
    expect(states()[0]).toBe('blocked');
    abortGoal(step, goal, { kind: 'by-person', from: 'shell' });
    const [first] = all().work_items;
    expect([first?.status, first?.metadata.closed_as]).toEqual(['queued', 'cancelled']);
    expect(all().goals[0]).toMatchObject({ status: 'cancelled', completed_at: null });
  });

  test('depends on what has to succeed before it, and on nothing else', () => {
    const branches = plan(
      [node('N-010', 'body'), node('N-020', 'tongue'), node('N-030', 'mind')],
      [
        ['N-010', 'N-020', 'on_failure'],
        ['N-010', 'N-030'],
      ],
    );
    const { all } = begin(branches);
    expect(all().work_items.map(({ dependencies }) => dependencies)).toEqual([
      [],
      [],
      ['G-0001/N-010'],
    ]);
  });

  test('is of the kind its template says, else of that of its role', () => {
    const nodes = [
      node('N-010', 'body', { type: 'refactor', estimated_effort: 'L' }),
      node('N-020', 'tongue'),
      node('N-030', 'nose'),
    ];
    const { all } = begin(plan(nodes, []));
    expect(all().work_items.map(({ type, estimated_effort }) => [type, estimated_effort])).toEqual([
      ['refactor', 'L'],
      ['test', null],
      ['analysis', null],
    ]);
  });

  test('is assigned to its executor, and names the commands it is checked by', () => {
    const command = { type: 'test', name: 'unit', command: ['npm', 'test'], mustPass: true };
    const gate = { ...command, type: 'test' as const, expect_exit: 0, timeout_sec: 60 };
    const builtin = { type: 'builtin', name: 'references', mustPass: true } as const;
    const verification_plan = { deterministic: [gate, builtin] };
    const { all } = begin(plan([node('N-010', 'body', { verification_plan })], []));
    const [item] = all().work_items;
    expect(item?.assigned_to).toBe('subagent:body');
    expect(item?.verification_plan.deterministic).toEqual([
      { type: 'test', name: 'unit', command: 'npm test', mustPass: true },
      { type: 'builtin', name: 'references', command: null, mustPass: true },
    ]);
  });
});

describe('a run', () => {
  test('that came to nothing says why and what followed, and keeps its number', () => {
    const { step, goal, wait, all } = begin();
    const lost = mustCall(step, 'ear');
    wait(5);
    loseRun(step, goal, lost, { kind: 'client-gone' });
    const asking = mustCall(step, 'ear');
    report(step, asking, { questions: ['which?'], status: 'blocked', passes: false });
    resumeGoal(step, { ...OWNED, answer: 'that one' }, alive);
    pass(step, 'ear');
    const told = attempts(all()).map(({ run_number, status, next_action }) => [
      run_number,
      status,
      next_action,
    ]);
    expect(told).toEqual([
      [1, 'aborted', 'retry'],
      [2, 'failed', 'escalate'],
      [3, 'success', 'done'],
    ]);
    const [first, second] = all().runs;
    expect(first?.ended_at).toBe('2026-11-21T10:00:05.000Z');
    expect(second?.error_message).toContain('which?');
  });

  test('that waits for a person is escalated, and one that works has no end', () => {
    const { step, all } = begin();
    const run = mustCall(step, 'ear');
    expect(all().runs).toMatchObject([{ status: 'running', ended_at: null, next_action: null }]);
    report(step, run, { questions: ['which?'], status: 'blocked', passes: false });
    expect(all().runs).toMatchObject([{ status: 'failed', next_action: 'escalate' }]);
    expect(all().decisions.at(-1)).toMatchObject({
      decision_type: 'escalated',
      work_item_id: 'G-0001/N-001',
      rationale: expect.stringContaining('which?'),
    });
  });
});

test('what a person was asked is one entity, a decision, and a line of the trace, under one id', () => {
  const { step, goal, all } = begin();
  report(step, mustCall(step, 'ear'), { questions: ['which?'], status: 'blocked', passes: false });
  expect(all().escalations).toMatchObject([
    { id: 'ESC-0001', work_item_id: 'G-0001/N-001', reason: 'ambiguous', status: 'pending' },
  ]);
  const escalated = all().decisions.filter(({ decision_type }) => decision_type === 'escalated');
  expect(escalated).toMatchObject([
    { work_item_id: 'G-0001/N-001', rationale: 'ESC-0001: which?' },
  ]);
  resumeGoal(step, { ...OWNED, answer: 'the second' }, alive);
  const [row, ...more] = trace(all()).filter(({ kind }) => kind === 'escalation');
  expect([row?.status, row?.detail, more]).toEqual(['resolved', 'ESC-0001: which?', []]);
  expect(goal.status).toBe('running');
});

test('a run that failed names what it failed of, by a signature that the next one of the same has too', () => {
  const { step, all } = begin();
  for (const line of [3, 40]) {
    const summary = `refused at a.js:${line}`;
    report(step, mustCall(step, 'ear'), { status: 'failed', passes: false, summary });
  }
  const [first, second] = all().runs;
  expect(first).toMatchObject({ error_message: 'refused at a.js:3', next_action: 'retry' });
  expect(first?.error_signature).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(second?.error_signature).toBe(first?.error_signature);
});

function models(tokens: number): ByModel {
  const counted = { input: tokens, output: 0, cache_creation: 0, cache_read: 5, usd: tokens / 100 };
  return { 'claude-opus-5-5': counted };
}

describe('artifacts', () => {
  const file = (name: string) => ({ name, sha256: 'a'.repeat(64), bytes: 1 });

  test('are what a run left, not what it was given, each of its type', () => {
    const { step, all } = begin();
    const names = [
      'work_order.json',
      'report.md',
      'outcome.json',
      'patch.diff',
      'gate-unit.log',
      'red.log',
      'transcript.md',
      'other.log',
    ];
    pass(step, 'ear', { artifacts: names.map(file), changed: ['src/a.js'] });
    const types = all().artifacts.map(({ id, type }) => [id.replace(/^[^/]+\//, ''), type]);
    expect(types).toEqual([
      ['report.md', 'report'],
      ['outcome.json', 'evidence'],
      ['patch.diff', 'patch'],
      ['gate-unit.log', 'test_result'],
      ['red.log', 'test_result'],
      ['transcript.md', 'log'],
      ['other.log', 'log'],
      ['code/src/a.js', 'code'],
    ]);
  });

  test('are also the branch and the pull request that a goal was published as, with base, commits and number', () => {
    const { step, all } = begin();
    pass(step, 'ear', {});
    const [run = ''] = Object.keys(step.state.goals['G-0001']?.runs ?? {});
    const [base, tip, tree] = ['a', 'b', 'c'].map((one) => one.repeat(40)) as [
      string,
      string,
      string,
    ];
    const commits = [{ node: 'N-010', steps: [run], id: tip, tree }];
    const branch = { name: 'wukong/G-0001-a', base, onto: 'main', tip, commits };
    const scope = { goal_id: 'G-0001' };
    step.emit({
      type: 'branch.made',
      ...scope,
      payload: { ...branch, verdict: 'shown', failed: [], same: true },
    });
    const pull = { number: 7, url: 'https://github.com/o/r/pull/7', node_id: 'P', draft: true };
    step.emit({ type: 'post.sent', ...scope, payload: { key: 'pull', pull } });
    const left = all().artifacts.slice(-2);
    expect(left.map(({ id, type, path }) => [id, type, path])).toEqual([
      [`${run}/wukong/G-0001-a`, 'branch', 'wukong/G-0001-a'],
      [`${run}/pr/7`, 'pr', pull.url],
    ]);
    expect(
      left.map(({ metadata: { base, commit, commits, number } }) => [
        base,
        commit,
        commits,
        number,
      ]),
    ).toEqual([
      [base, tip, 1, null],
      ['main', tip, 1, 7],
    ]);
    expect(artifactSchema.array().safeParse(left).error).toBeUndefined();
  });

  test('belong to a run, and it names them', () => {
    const { step, all } = begin();
    pass(step, 'ear', { artifacts: [file('report.md')] });
    const { runs, artifacts } = all();
    expect(runs[0]?.artifacts).toEqual(artifacts.map(({ id }) => id));
    expect(artifacts[0]?.run_id).toBe(runs[0]?.id);
  });
});

describe('audits', () => {
  test('of a budget leave open what has no limit, and count runs and the main agent', () => {
    const limited = { ...FIX, terms: { budget: { max_tokens: 100, max_cost_usd: 2 } } };
    const { step, goal, all } = begin(limited);
    const run = pass(step, 'ear');
    own(step, goal, ofSession('s2', CLIENT, '/t/s2.jsonl', 1000));
    recordUsage(step, goal, [
      { run: run.id, from: 0, models: models(20), read: { bytes: 9 }, prices: '2026-11-23' },
      { from: 1000, models: models(10), read: { bytes: 1009 }, prices: '2026-11-23' },
    ]);
    expect(all().runs[0]).toMatchObject({
      tokens_used: 20,
      cost_usd: 0.2,
      model_used: 'claude-opus-5-5',
    });
    expect(budgets(all())).toMatchObject([
      { budget_tokens: 100, used_tokens: 30, remaining_tokens: 70, budget_usd: 2 },
    ]);
    expect(budgets(all())[0]?.used_usd).toBeCloseTo(0.3);
    expect(budgets(begin().all())).toMatchObject([
      { budget_tokens: null, used_tokens: 0, remaining_tokens: null },
    ]);
  });

  test('say of a patch how many lines it has and what it stands on, and of tests how many passed', () => {
    const { step, all } = begin(plan([node('N-010', 'body')], []));
    const answer = call(step, 'body', { head: 'main 4f2a9c1' });
    if (answer.kind !== 'bound') throw new Error(answer.kind);
    const file = (name: string) => ({ name, sha256: 'a'.repeat(64), bytes: 9 });
    const tests = { passed: 12, failed: 1, skipped: 2, total: 15 };
    report(step, answer.at.run, {
      artifacts: ['patch.diff', 'gate-npm-test.log', 'gate-lint.log', gateLog('检查')].map(file),
      gates: ['npm test', '检查'].map((gate) => ({
        gate,
        outcome: 'pass',
        counts: { tests },
      })),
      lines: [
        { path: 'src/a.js', added: 40, removed: 3 },
        { path: 'src/b.js', added: 10, removed: 7 },
      ],
    });
    const found = new Map(all().artifacts.map(({ id, metadata }) => [id.split('/')[1], metadata]));
    expect(found.get('patch.diff')).toMatchObject({
      lines_added: 50,
      lines_deleted: 10,
      base: 'main',
      commit: '4f2a9c1',
      passed: null,
    });
    expect(found.get('gate-npm-test.log')).toMatchObject({
      passed: 12,
      failed: 1,
      skipped: 2,
      coverage: null,
      lines_added: null,
    });
    expect(found.get(gateLog('检查'))).toMatchObject({ passed: 12 });
    expect(found.get('gate-lint.log')).toMatchObject({ passed: null });
  });

  test('trace a goal down to its artifacts', () => {
    const { step, all } = begin(plan([node('N-010', 'ear')], []));
    const stored = [{ name: 'report.md', sha256: 'a'.repeat(64), bytes: 9 }];
    pass(step, 'ear', { artifacts: stored, decisions: ['JSON, because others read it'] });
    const rows = trace(all()).map(({ kind, what, detail }) => `${kind} ${what}: ${detail}`);
    expect(rows).toEqual([
      'goal fix: the decoder crashes',
      'decision plan_chosen: A person named the plan fix.',
      'work_item analysis: ear work',
      'run #1: ',
      'decision plan_chosen: JSON, because others read it',
      'artifact report: artifacts/x/report.md',
      'artifact code: src/a.js',
    ]);
  });
});
