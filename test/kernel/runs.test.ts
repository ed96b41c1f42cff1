import { describe, expect, test } from 'vitest';
import { parkGoal } from '../../runtime/kernel/park.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { abortGoal, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { reopenNode } from '../../runtime/kernel/requests/reopen.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { agentEnded, dropOffer, loseRun, startRun } from '../../runtime/kernel/requests/runs.ts';
import { openStep } from '../../runtime/kernel/requests/step.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { nodeState, retiredRun } from '../../runtime/kernel/state/queries.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import { agentOf, atBody, call, mustCall, pass, report, reporterOf, untilBody } from './drive.ts';
import {
  alive,
  begin,
  CLIENT,
  FIX,
  findingsOf,
  judged,
  node,
  noticesOf,
  plan,
  reasonOf,
  typesOf,
} from './plan.ts';
import { OWNED } from './walk.ts';

describe('a run', () => {
  test('that only claims success does not open the node that needs it', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    const verdict = report(step, run, { passes: false, level: 'L0', missing: ['Cite a file.'] });
    expect(verdict).toEqual({ kind: 'send-back', missing: ['Cite a file.'], left: 2 });
    expect(nodeState(goal, 'N-001').status).toBe('running');
    expect(nodeState(goal, 'N-010').status).toBe('pending');
  });

  test('is sent back three times, then fails, and its findings stand in the next attempt', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    const weak = { passes: false, level: 'L0', missing: ['Cite a file.'] } as const;
    const kinds = [1, 2, 3, 4].map(() => report(step, run, weak).kind);
    expect(kinds).toEqual(['send-back', 'send-back', 'send-back', 'failed']);
    expect(nodeState(goal, 'N-001')).toMatchObject({
      status: 'ready',
      attempts: 1,
    });
    expect(findingsOf(goal, 'N-001')).toEqual(['Cite a file.']);
  });

  test('gets a new id and number each time, and after the last the user is asked once', () => {
    const { step, goal } = begin();
    const ids = ['no idea', 'no words', 'no time'].map((summary) => {
      const run = mustCall(step, 'ear');
      report(step, run, { status: 'failed', summary });
      return `${run.id} ${run.number}`;
    });
    expect(ids).toEqual([
      '2026-11-21-ear-0001 1',
      '2026-11-21-ear-0002 2',
      '2026-11-21-ear-0003 3',
    ]);
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'blocked', kind: 'retries' });
    const told = step.state.sessions.s1?.notices.map(({ kind }) => kind);
    expect(told).toEqual(['node-ended', 'node-ended', 'node-waits']);
    expect(call(step, 'ear').kind).toBe('refused');
  });

  test('has a larger number than all of its issue had, whichever goal of that closed last', () => {
    const { step, goal } = begin(FIX, 'org/repo#7 the decoder crashes');
    for (let i = 0; i < 2; i += 1) {
      report(step, mustCall(step, 'ear'), { status: 'failed', summary: 'no idea' });
    }
    const nextDay = openStep(step.state, '2026-11-22T10:00:00.000Z');
    const owner = ofSession('s2', CLIENT, '');
    const other = startGoal(nextDay, owner, 'org/repo#7 it does again', FIX);
    expect(mustCall(nextDay, 'ear', 's2').id).toBe('2026-11-22-ear-0001');
    abortGoal(nextDay, goal, { kind: 'text', text: 'by hand' });
    abortGoal(nextDay, other, { kind: 'text', text: 'by hand' });
    const later = openStep(step.state, '2026-11-23T10:00:00.000Z');
    startGoal(later, owner, 'org/repo#7 and again', FIX);
    expect(mustCall(later, 'ear', 's2').id).toBe('2026-11-23-ear-0003');
  });

  test('whose node was done before is not said to have failed as often as it ran', () => {
    const { step, goal } = begin();
    for (const role of ['ear', 'eye', 'body', 'tongue'] as const) pass(step, role);
    const rework = { verdict: 'rework', reopen: 'N-030', findings: ['a'] } as const;
    pass(step, 'nose', rework);
    for (let i = 0; i < 2; i += 1) report(step, mustCall(step, 'tongue'), { status: 'failed' });
    expect(nodeState(goal, 'N-030').status).toBe('blocked');
    expect(reasonOf(goal, 'N-030')).toMatch(/^Its 3 runs are used up; the last failed: /);
  });

  test('that never started costs no retry', () => {
    const { step, goal } = begin();
    loseRun(step, goal, mustCall(step, 'ear'), { kind: 'text', text: 'its agent never started' });
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'ready', attempts: 0 });
  });

  test('that never starts three times in a row is not offered for ever', () => {
    const { step, goal } = begin();
    for (let i = 0; i < 3; i += 1)
      dropOffer(step, goal, mustCall(step, 'ear'), { kind: 'text', text: 'not started' });
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'blocked', kind: 'not-started' });
    expect(noticesOf(step)[0]).toContain('could not be started');
  });

  test('in another working tree is measured from there', () => {
    const { step, goal, run: first } = atBody();
    loseRun(step, goal, first, { kind: 'text', text: 'client gone' });
    const answer = call(step, 'body', { worktree: '/elsewhere' });
    expect(answer.kind === 'bound' && answer.at.run.lane.base).not.toBe(first.lane.base);
  });

  test('of a closed goal is remembered by its agent, so that its calls can be refused', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    startRun(step, goal, run, { agentId: 'a1', background: true, via: 'test' });
    abortGoal(step, goal, { kind: 'text', text: 'enough' });
    expect(retiredRun(step.state, 'a1')).toBe(run.id);
  });

  test('of an aborted goal is remembered by its call if its agent was not seen yet', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    abortGoal(step, goal, { kind: 'text', text: 'enough' });
    expect(retiredRun(step.state, agentOf(run).tool_use_id)).toBe(run.id);
  });

  test('bound by its guard first learns from its launch that it is in the background', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    startRun(step, goal, run, { agentId: 'a1', background: false, via: 'guard' });
    startRun(step, goal, run, { agentId: 'a1', background: true, via: 'PostToolUse' });
    expect(agentOf(run).background).toBe(true);
  });

  test('that Esc broke off is reported at Stop, which continues nothing else', () => {
    const { step, goal } = begin(plan([node('N-010', 'eye'), node('N-020', 'eye')], []));
    const run = mustCall(step, 'eye');
    startRun(step, goal, run, { agentId: 'a1', background: false, via: 'guard' });
    const request = { sessionId: 's1', listed: [], started: () => [] };
    expect(stopSession(step, request, alive).kind).toBe('allow');
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'blocked', kind: 'interrupted' });
    expect(noticesOf(step)[0]).toContain('/wukong_resume');
    expect(stopSession(step, request, alive).kind).toBe('continue');
  });

  test('is not counted as gone by a Stop that does not say what still runs', () => {
    for (const background of [true, false]) {
      const { step, goal } = begin();
      const run = mustCall(step, 'ear');
      startRun(step, goal, run, { agentId: 'a1', background, via: 'test' });
      const request = { sessionId: 's1', listed: undefined, started: () => [] };
      for (let i = 0; i < 3; i += 1) {
        expect(stopSession(step, request, alive).kind).toBe('allow');
      }
      expect(run).toMatchObject({ by: { unlisted: false }, ended: null });
    }
  });

  test('is gone if two Stops in a row do not list it, not two among others', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    startRun(step, goal, run, { agentId: 'a1', background: true, via: 'test' });
    const stop = (listed: string[]) =>
      stopSession(step, { sessionId: 's1', listed, started: () => [] }, alive);
    for (const listed of [[], ['a1'], []]) stop(listed);
    expect(run.ended).toBeNull();
    stop([]);
    expect(run.ended?.outcome).toBe('stopped');
  });

  test('that the user killed is held, not dispatched again', () => {
    const { step, goal } = begin();
    agentEnded(step, goal, mustCall(step, 'ear'), { kind: 'agent-stopped' });
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'blocked', kind: 'stopped' });
  });

  test('that ended without a report has used up an attempt', () => {
    const { step, goal } = begin();
    agentEnded(step, goal, mustCall(step, 'ear'), { kind: 'no-report' });
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'ready', attempts: 1 });
  });

  test('that met a usage limit parks the goal and costs nothing', () => {
    const { step, goal } = begin();
    parkGoal(step, goal, mustCall(step, 'ear'), { kind: 'text', text: 'rate limit' });
    expect(goal.status).toBe('paused');
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'ready', attempts: 0 });
  });

  test('that failed of a limit gets its attempt back when the limit becomes known after it', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    agentEnded(step, goal, run, { kind: 'agent-error' });
    parkGoal(step, goal, run, { kind: 'text', text: 'rate limit' });
    expect(goal.status).toBe('paused');
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'ready', attempts: 0 });
    expect(run.ended?.outcome).toBe('lost');
  });

  test('that gets its attempt back waits if what its node needs is open again meanwhile', () => {
    const { step, goal } = begin();
    pass(step, 'ear');
    for (let tries = 0; tries < 3; tries += 1) {
      agentEnded(step, goal, mustCall(step, 'eye'), { kind: 'agent-error' });
    }
    const run = Object.values(goal.runs).at(-1);
    if (!run) throw new Error('no run was dispatched');
    expect(nodeState(goal, run.node)).toMatchObject({ status: 'blocked', kind: 'retries' });
    const failed = [{ gate: 'lint', says: 'src/a.js:3: too long' }];
    reopenNode(step, goal, 'N-001', 'N-001', { kind: 'final-gate', failed }, []);
    expect(noticesOf(step).at(-1)).toContain('the gate "lint" fails: src/a.js:3: too long');
    parkGoal(step, goal, run, { kind: 'text', text: 'rate limit' });
    expect(nodeState(goal, run.node)).toMatchObject({ status: 'pending', attempts: 2 });
    expect(nodeState(goal, 'N-001').status).toBe('ready');
  });

  test('whose report is being verified keeps it through an outage', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    const received = {
      from: reporterOf(run, 'a1'),
      key: 'k',
      file: 'report.md',
    };
    receiveReport(step, { ...received, transcript: '', verifier: CLIENT }, alive);
    parkGoal(step, goal, run, { kind: 'text', text: 'the API answered with an error: 529' });
    expect(goal.status).toBe('paused');
    expect(nodeState(goal, 'N-001').status).toBe('verify');
    expect(settleReport(step, run.id, 'k', judged(), true).kind).toBe('done');
  });

  test('that failed by its report gets nothing back for an outage after it', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    report(step, run, { passes: false, level: 'L0', missing: ['Cite a file.'] }, true);
    parkGoal(step, goal, run, { kind: 'text', text: 'rate limit' });
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'ready', attempts: 1 });
    expect(run.ended?.outcome).toBe('failed');
  });

  test('that is over may report as it likes: that is written down and changes nothing', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    loseRun(step, goal, run, { kind: 'text', text: 'client gone' });
    const before = structuredClone(goal);
    expect(report(step, run).kind).toBe('ignored');
    expect(typesOf(step.facts).at(-1)).toBe('run.refused');
    expect(goal).toEqual(before);
  });

  test('of a role that changes files is never done without a change', () => {
    const { step, goal, run } = atBody();
    const nothing = { passes: false, changed: [], missing: ['Change a file.'] };
    for (let i = 0; i < 3; i += 1) report(step, run, nothing);
    expect(report(step, run, nothing).kind).toBe('blocked');
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'no-change' });
  });

  test('after a lost one is measured from where the node’s work began', () => {
    const { step, goal, run: first } = atBody();
    loseRun(step, goal, first, { kind: 'text', text: 'client gone' });
    const second = mustCall(step, 'body');
    expect(second.lane.base).toBe(first.lane.base);
    report(step, second);
    pass(step, 'tongue');
    expect(pass(step, 'nose', { verdict: 'rework', findings: ['too slow'] }).ended?.outcome).toBe(
      'success',
    );
    expect(mustCall(step, 'tongue').lane.base).not.toBe(first.lane.base);
  });

  test('that writes never begins without a tree to measure it from', () => {
    const { step, goal } = untilBody();
    const before = structuredClone(goal);
    expect(call(step, 'body', { tree: null }).kind).toBe('no-tree');
    expect(goal).toEqual(before);
    expect(pass(step, 'body').lane.base).not.toBeNull();
    pass(step, 'tongue');
    expect(call(step, 'nose', { tree: null }).kind).toBe('bound');
  });

  test('with questions blocks its node and tells the user what is asked', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    report(step, run, { status: 'blocked', questions: ['Which format?'], passes: false });
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'blocked', kind: 'questions' });
    expect(noticesOf(step)[0]).toContain('Which format?');
    expect(noticesOf(step)[0]).toContain('/wukong_resume');
  });
});

test('a dispatch whose tool call has no id binds nothing', () => {
  const { step, goal } = begin(plan([node('N-010', 'eye'), node('N-020', 'ear')], []));
  const request = { by: toAgent('s1', '', CLIENT), prompt: '', worktree: '/r' };
  for (const role of ['eye', 'ear'] as const) {
    expect(dispatch(step, { ...request, role }, null, alive)).toMatchObject({
      kind: 'refused',
      because: { kind: 'nameless' },
    });
  }
  expect(goal.runs).toEqual({});
});

test('an agent is not bound to a node that something else carries out', () => {
  const executor = { type: 'headless', name: 'codex' } as const;
  const { step, goal } = begin(plan([node('N-010', 'eye', { executor })], []));
  expect(call(step, 'eye')).toMatchObject({
    kind: 'refused',
    because: { kind: 'other-executor', node: 'N-010', executor },
  });
  expect(goal.runs).toEqual({});
});

describe('a run left behind by another goal of its client', () => {
  const WRITES = plan([node('N-020', 'body')], []);
  const owner = (sessionId: string) => ofSession(sessionId, CLIENT, '');

  function interrupted(background: boolean) {
    const { step, goal } = begin(WRITES);
    const run = mustCall(step, 'body');
    startRun(step, goal, run, { agentId: 'a1', background, via: 'test' });
    return { step, goal, run };
  }

  function stop(step: Parameters<typeof stopSession>[0], sessionId: string, listed: string[] = []) {
    return stopSession(step, { sessionId, listed, started: () => [] }, alive);
  }

  test('is over if the user rejected its call, and the tree is free', () => {
    const { step, goal, run } = interrupted(false);
    startGoal(step, owner('s1'), 'other', WRITES, [agentOf(run).tool_use_id]);
    expect(goal.status).toBe('paused');
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'ready', attempts: 0 });
    expect(call(step, 'body').kind).toBe('bound');
  });

  test('is over when the goal that is resumed in its place takes the tree', () => {
    const { step, goal, run } = interrupted(false);
    const other = startGoal(step, owner('s2'), 'other', WRITES);
    const taken = { ...OWNED, goalId: other.id, answer: '', take: true };
    resumeGoal(step, { ...taken, interrupted: [agentOf(run).tool_use_id] }, alive);
    expect(goal.status).toBe('paused');
    expect(call(step, 'body').kind).toBe('bound');
  });

  test('is over at the next Stop, which could not come while it ran in the foreground', () => {
    for (const session of ['s1', 's2']) {
      const { step, goal } = interrupted(false);
      startGoal(step, owner(session), 'other', WRITES);
      expect(call(step, 'body', { session }).kind).toBe('tree-busy');
      stop(step, session);
      expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'ready', attempts: 0 });
      expect(call(step, 'body', { session }).kind).toBe('bound');
    }
  });

  test('keeps the tree while its agent may work: in the background, or listed', () => {
    for (const background of [true, false]) {
      const { step, run } = interrupted(background);
      startGoal(step, owner('s1'), 'other', WRITES);
      stop(step, 's1', background ? [] : ['a1']);
      stop(step, 's1', background ? [] : ['a1']);
      expect(run.ended).toBeNull();
      expect(call(step, 'body').kind).toBe('tree-busy');
    }
  });

  test('of another client is not looked at', () => {
    const { step, run } = interrupted(false);
    startGoal(step, ofSession('s2', { pid: 4343, started: '1' }, ''), 'other', WRITES);
    stop(step, 's2');
    expect(run.ended).toBeNull();
  });
});

describe('the words of a person', () => {
  const eyes = plan([node('N-010', 'eye'), node('N-020', 'eye'), node('N-030', 'eye')], []);

  function asked() {
    const { step, goal } = begin(eyes);
    for (const question of ['Delete table A?', 'Which port?']) {
      report(step, mustCall(step, 'eye'), { status: 'blocked', questions: [question] });
    }
    const resume = (nodeId: string | null, answer: string) =>
      resumeGoal(step, { ...OWNED, nodeId, answer }, alive);
    const answersOf = (id: string) => nodeState(goal, id).answers;
    return { step, goal, resume, answersOf };
  }

  test('go to one node: where several wait it has to be named, and the hint names it', () => {
    const { step, goal, resume, answersOf } = asked();
    expect(noticesOf(step)[0]).toContain('/wukong_resume G-0001 N-010 <');
    const before = structuredClone(goal);
    expect(resume(null, 'yes, delete it')).toMatchObject({
      kind: 'choose-node',
      nodes: ['N-010', 'N-020'],
    });
    expect(goal).toEqual(before);
    expect(resume('N-010', 'yes, delete it')).toMatchObject({ unblocked: ['N-010'] });
    expect(resume(null, '8080')).toMatchObject({ unblocked: ['N-020'] });
    expect([answersOf('N-010'), answersOf('N-020')]).toEqual([['yes, delete it'], ['8080']]);
  });

  test('are not those of a node that was only held beside the one that asks', () => {
    const { step, goal, resume, answersOf } = asked();
    agentEnded(step, goal, mustCall(step, 'eye'), { kind: 'agent-stopped' });
    resume('N-020', '8080');
    expect(resume(null, 'yes, delete it')).toMatchObject({ unblocked: ['N-010', 'N-030'] });
    expect([answersOf('N-010'), answersOf('N-030')]).toEqual([['yes, delete it'], []]);
  });
});

describe('an audit', () => {
  function upToNose() {
    const { step, goal } = begin();
    for (const role of ['ear', 'eye', 'body', 'tongue'] as const) pass(step, role);
    return { step, goal };
  }

  test('that asks for rework opens the nearest writing node again, with its findings', () => {
    const { step, goal } = upToNose();
    pass(step, 'nose', { verdict: 'rework', findings: ['no test for truncation'] });
    expect(nodeState(goal, 'N-030')).toMatchObject({
      status: 'ready',
      reopened: 1,
    });
    expect(findingsOf(goal, 'N-030')).toEqual(['no test for truncation']);
    expect(nodeState(goal, 'N-020').status).toBe('done');
    expect(nodeState(goal, 'N-040').status).toBe('pending');
    expect(nodeState(goal, 'N-050').status).toBe('pending');
    pass(step, 'tongue');
    expect(nodeState(goal, 'N-040').status).toBe('ready');
  });

  test('may name the node to open; everything between waits again', () => {
    const { step, goal } = upToNose();
    pass(step, 'nose', { verdict: 'rework', reopen: 'G-0001/N-020', findings: ['leaks'] });
    expect(nodeState(goal, 'N-020').status).toBe('ready');
    expect(nodeState(goal, 'N-030').status).toBe('pending');
    expect(nodeState(goal, 'N-040').status).toBe('pending');
    for (const role of ['body', 'tongue', 'nose', 'mind'] as const) pass(step, role);
    expect(goal.specs.every((spec) => nodeState(goal, spec.id).status === 'done')).toBe(true);
  });

  test('that never ends is ended by the retries of the node it judges', () => {
    const { step, goal } = upToNose();
    for (let i = 0; i < 2; i += 1) {
      pass(step, 'nose', { verdict: 'rework', findings: ['still'] });
      pass(step, 'tongue');
    }
    pass(step, 'nose', { verdict: 'rework', findings: ['still'] });
    expect(nodeState(goal, 'N-030')).toMatchObject({ status: 'blocked', kind: 'retries' });
  });

  test('that rejects the change asks the user', () => {
    const { step, goal } = upToNose();
    pass(step, 'nose', { verdict: 'reject', findings: ['unsafe'] });
    expect(nodeState(goal, 'N-040')).toMatchObject({ status: 'blocked', kind: 'rejected' });
  });
});
