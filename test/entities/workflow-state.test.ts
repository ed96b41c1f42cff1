// One object that tells a program how a goal stands: what its specification asks of it, point by point.

import { describe, expect, test } from 'vitest';
import { namedPlaces } from '../../runtime/classify/named-place.ts';
import { STATE_FACTS } from '../../runtime/entities/workflow-sources.ts';
import { workflowState } from '../../runtime/entities/workflow-state.ts';
import { dispatchTo } from '../../runtime/kernel/drive/driven.ts';
import { resumeToken, waitingUnder } from '../../runtime/kernel/escalations/token.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import {
  type WorkflowState,
  workflowStateSchema,
} from '../../runtime/model/views/workflow-state.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, CLIENT, checkedBy, FIX, judged, node, plan } from '../kernel/plan.ts';
import { beginTimed, recordsOf } from '../kernel/timed.ts';
import { OWNED } from '../kernel/walk.ts';

const ANCHOR = { id: 'A-2026-k3f7', score: 9, parts: { words: 9 } };
const WHOLE = {
  ...FIX,
  terms: { priority: 80 },
  chosen: { reasons: ['fix: "crashes" says that something fails'], alternatives: ['feature'] },
  recalled: [{ nodes: ['N-010', 'N-020'], anchors: [ANCHOR] }],
};

function begin(of: Parameters<typeof beginTimed>[0] = WHOLE) {
  const { step, goal, wait } = beginTimed(of, 'src/decoder.js crashes on empty input');
  const types: readonly string[] = STATE_FACTS;
  const view = (): WorkflowState =>
    workflowState({
      goal,
      facts: recordsOf(step.facts).filter(({ type }) => types.includes(type)),
      tenant: 'me@here',
      project: 'repo',
      paths: namedPlaces(goal.request),
      logId: step.state.log_id,
    });
  return { step, goal, wait, view };
}

test('it has every group and field of its published schema, from the first event to the last', () => {
  const { step, view } = begin();
  expect(workflowStateSchema.parse(view())).toEqual(view());
  for (const role of ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'] as const) {
    pass(step, role, { level: 'L2' });
    expect(workflowStateSchema.parse(view())).toEqual(view());
  }
});

test('the score of a goal that has just begun counts its own criteria, until its ear wrote some', () => {
  const { step, goal, view } = begin();
  expect(goal.success_criteria.length).toBeGreaterThan(0);
  expect(view().scoring).toMatchObject({
    criteria_scores: goal.success_criteria.map((name) => ({ name, met: false })),
    total_score: 0,
  });
  pass(step, 'ear');
  expect(view().scoring.criteria_scores.map(({ name }) => name)).not.toEqual(goal.success_criteria);
});

describe('errors', () => {
  test('are all there ever were, oldest first, and the last of them beside', () => {
    const { step, view } = begin(plan([node('N-010', 'body', { max_retries: 2 })], []));
    const gate = (error: string) => [{ gate: 'unit', outcome: 'fail' as const, error }];
    for (const error of ['first', 'second']) {
      const run = mustCall(step, 'body');
      report(step, run, { passes: false, status: 'failed', gates: gate(error), level: 'L0' });
    }
    const { runtime, jobs } = view();
    const messages = runtime.errors.map(({ kind, message }) => `${kind}: ${message}`);
    expect(messages.filter((one) => one.startsWith('gate'))).toEqual([
      'gate fail: first',
      'gate fail: second',
    ]);
    expect(runtime.errors.length).toBeGreaterThanOrEqual(4);
    expect(runtime.last_error).toEqual(runtime.errors.at(-1));
    expect(jobs[0]).toMatchObject({ errors: runtime.errors, last_error: runtime.last_error });
    expect(runtime.retry_count).toBe(1);
  });
});

describe('checkpoints', () => {
  test('hold the query bundle that the inputs show', () => {
    const { view } = begin();
    const { inputs, checkpoints } = view();
    const loaded = checkpoints.find((one) => one.node === 'load_context');
    expect(loaded?.payload.query_bundle).toEqual(inputs.query_bundle);
    expect(inputs.query_bundle).toMatchObject({
      request: 'src/decoder.js crashes on empty input',
      track: 'fix',
      reasons: WHOLE.chosen.reasons,
      terms: { priority: 80 },
      paths: ['src/decoder.js'],
    });
  });

  test('hold the recalled anchors that the retrieval shows', () => {
    const { view } = begin();
    const { retrieval, checkpoints } = view();
    const retrieved = checkpoints.find((one) => one.node === 'retrieve_evidence');
    expect(retrieved?.payload.retrieved_chunks).toEqual(retrieval.retrieved_chunks);
    expect(retrieval.retrieved_chunks).toEqual([{ ...ANCHOR, nodes: ['N-010', 'N-020'] }]);
  });

  test('are numbered without gaps, one at the end of each node, each an event of the log', () => {
    const { step, view } = begin();
    pass(step, 'ear');
    const run = mustCall(step, 'eye');
    report(step, run, { questions: ['which?'], status: 'blocked', passes: false });
    const { checkpoints, trace } = view();
    expect(checkpoints.map(({ seq, node: of, status }) => [seq, of, status])).toEqual([
      [1, 'load_context', 'ok'],
      [2, 'retrieve_evidence', 'ok'],
      [3, 'N-001', 'ok'],
      [4, 'N-010', 'waiting'],
    ]);
    expect(trace.checkpoint_id).toBe(checkpoints.at(-1)?.checkpoint_id);
  });
});

test('a job has every field of its specification', () => {
  const [job] = begin().view().jobs;
  expect(Object.keys(job ?? {})).toEqual([
    'job_id',
    'job_type',
    'status',
    'retry_count',
    'thread_id',
    'trace_id',
    'resource',
    'payload',
    'last_error',
    'errors',
  ]);
});

test('the confidence is the lowest that a report states, and nothing where none does', () => {
  const { step, view } = begin();
  expect(view().scoring.confidence).toBe(null);
  pass(step, 'ear', { confidence: 0.9 });
  pass(step, 'eye', { confidence: 0.6 });
  pass(step, 'body', { level: 'L2' });
  expect(view().scoring.confidence).toBe(0.6);
});

test('what a person answered is their decision, and the token of the question is none any more', () => {
  const { step, goal, wait, view } = begin();
  const run = mustCall(step, 'ear');
  report(step, run, { questions: ['which?'], status: 'blocked', passes: false });
  expect(view().review).toMatchObject({ requires_human_review: true, human_decision: null });
  const before = tokenNow(step.state);
  expect(waitingUnder(step.state, before)).toEqual({ goal: goal.id, node: 'N-001' });
  wait(5);
  resumeGoal(step, { ...OWNED, answer: 'that one', by: 'me@here' }, alive);
  expect(view().review).toMatchObject({
    requires_human_review: false,
    human_decision: {
      what: 'answered',
      by: 'me@here',
      at: '2026-11-21T10:00:05.000Z',
      why: 'that one',
    },
  });
  expect(waitingUnder(step.state, before)).toBe(undefined);
});

test('a checkpoint of a node that is done holds its evidence, as the retrieval shows it', () => {
  const { step, view } = begin();
  pass(step, 'ear', { level: 'L1' });
  const { checkpoints, retrieval } = view();
  const done = checkpoints.find((one) => one.node === 'N-001');
  expect(done?.payload.evidence).toEqual(retrieval.evidence_bundle['N-001']);
  expect(done?.payload.evidence).toMatchObject({ level: 'L1', passes: true });
});

test('what waits comes with its token, and what somebody did with a question is told, also where it was ignored', () => {
  const { step, view } = begin();
  report(step, mustCall(step, 'ear'), { questions: ['which?'], status: 'blocked', passes: false });
  const token = tokenNow(step.state);
  const asked = view().review;
  expect(asked.human_review_payload).toMatchObject([
    { node: 'N-001', resume_token: token, escalation: { id: 'ESC-0001' } },
  ]);
  const response = { words: 'done by hand' };
  const payload = { id: 'ESC-0001', how: 'ignored', by: 'me@here', response } as const;
  step.emit({ type: 'escalation.closed', goal_id: 'G-0001', node_id: 'N-001', payload });
  const decision = { what: 'ignored', by: 'me@here', why: 'done by hand' };
  expect(view().review.human_decision).toMatchObject(decision);
});

test('a goal that waits out a limit asks nobody, and one that a person paused neither', () => {
  const parked = begin();
  const limit = { kind: 'api-error', said: 'limit', until: '2026-11-21T15:00:00.000Z' } as const;
  for (const because of [limit, { kind: 'by-person', from: 'session' } as const]) {
    parked.step.emit({ type: 'graph.paused', goal_id: 'G-0001', payload: { because } });
    expect(parked.view().review).toMatchObject({
      requires_human_review: false,
      human_review_payload: [{ node: null, kind: because.kind, escalation: null }],
    });
  }
  const past = { kind: 'deadline-passed', deadline: '2026-11-21T15:00:00.000Z' } as const;
  parked.step.emit({ type: 'graph.paused', goal_id: 'G-0001', payload: { because: past } });
  expect(parked.view().review.requires_human_review).toBe(true);
});

function tokenNow(state: Parameters<typeof waitingUnder>[0]): string {
  const [goal] = Object.values(state.goals);
  const token = goal && resumeToken(goal, state.log_id);
  if (token === undefined) throw new Error('nothing waits');
  return token;
}

test('a gate that is a criterion is scored once', () => {
  const { step, view } = begin(plan([node('N-010', 'body', checkedBy('npm test'))], []));
  pass(step, 'body', { gates: [{ gate: 'npm test', outcome: 'pass', command: 'npm test' }] });
  expect(view().scoring.criteria_scores).toHaveLength(1);
});

test('who carries out a node is named as it is set up, and what the runtime cites for a program is no citation', () => {
  const { step, view } = begin(plan([node('N-010', 'body')], []));
  expect(view().identity.supplier_id).toBe('subagent');
  const ref = { pid: 11, started: '1' };
  const by = { kind: 'process', name: 'fixer', ref } as const;
  const asked = { goal: 'G-0001', node: 'N-010', by, worktree: '/repo' };
  const given = dispatchTo(step, asked, 'tree-1', alive);
  if (given.kind !== 'bound') throw new Error(given.kind);
  const { run } = given.at;
  const from = { kind: 'run', goal: 'G-0001', run: run.id } as const;
  receiveReport(step, { from, key: 'k', file: 'r.md', transcript: '', verifier: CLIENT }, alive);
  settleReport(step, run.id, 'k', judged({ citations: { resolved: 1, total: 1 } }), false);
  expect(view()).toMatchObject({
    identity: { supplier_id: 'fixer' },
    scoring: { citation_coverage: null },
  });
});
