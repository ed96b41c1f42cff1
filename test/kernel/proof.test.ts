import { describe, expect, test } from 'vitest';
import { auditsItself } from '../../runtime/kernel/graph/audit.ts';
import {
  asksRedGreen,
  isStale,
  lastWriter,
  proofOf,
  provenCheck,
} from '../../runtime/kernel/graph/proof.ts';
import type { Measured } from '../../runtime/kernel/reports/judged.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { deadVerifiers } from '../../runtime/kernel/reports/verifier.ts';
import { acceptTests } from '../../runtime/kernel/requests/accept-tests.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import { agentOf, atBody, call, mustCall, pass, report, untilBody } from './drive.ts';
import { alive, begin, FIX, judged, typesOf } from './plan.ts';
import { RED } from './timed.ts';

const outputs = (tree: string, changed: string[]) => ({ tree, changed, level: 'L2' as const });

function measured(more: Partial<Measured>): Measured {
  return { ...RED, ...more };
}

describe('the first tree of a goal', () => {
  test('is that before its first writing run, whatever comes later', () => {
    const { step, goal } = begin();
    pass(step, 'ear');
    expect(goal.proof).toBeUndefined();
    pass(step, 'eye');
    const run = mustCall(step, 'body');
    const first = run.lane.base;
    expect(proofOf(goal).first?.tree).toBe(first);
    report(step, run, outputs('t1', ['a']));
    pass(step, 'tongue');
    expect(proofOf(goal).first?.tree).toBe(first);
  });
});

describe('a check', () => {
  test('counts for the whole goal once it was red, for as long as it is green', () => {
    const { step, goal } = untilBody();
    const green = measured({ side: 'green', outcome: 'pass', tree: 't1' });
    const sealed = measured({ side: 'sealed', outcome: 'pass', tree: 't1' });
    pass(step, 'body', { ...outputs('t1', ['a']), measured: [sealed, measured({}), green] });
    expect(provenCheck(goal)).toMatchObject({ command: ['npm', 'test'], red: 'red', green: 't1' });
    const broken = measured({ side: 'green', tree: 't2' });
    pass(step, 'tongue', { ...outputs('t2', ['b']), measured: [broken] });
    expect(provenCheck(goal)).toBeUndefined();
    expect(proofOf(goal).checks).toHaveLength(1);
  });

  test('that passed before, or could not run there, is none, and green alone makes none', () => {
    const { step, goal } = untilBody();
    const passes = measured({ outcome: 'pass' });
    const green = measured({ side: 'green', outcome: 'pass', tree: 't1' });
    const other = measured({ side: 'green', outcome: 'pass', tree: 't1', command: ['make'] });
    pass(step, 'body', { ...outputs('t1', ['a']), measured: [passes, green, other] });
    expect(provenCheck(goal)).toBeUndefined();
  });

  test('is asked for where the template of the goal says so, whatever its name', () => {
    const asks = (more: Partial<Plan>) => asksRedGreen(begin({ ...FIX, ...more }).goal);
    expect(asks({ name: 'feature', proof: 'red_green' })).toBe(true);
    expect(asks({ name: 'hotfix', proof: 'none' })).toBe(false);
  });

  test('is asked for by the name of the template in logs that say nothing else', () => {
    const named = (name: string) => asksRedGreen({ template: { name, version: 1, sha256: '' } });
    expect(['fix', 'hotfix', 'security_fix', 'urgent-fix'].map(named)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['feature', 'refactor', 'direct', 'prefix', 'fixture'].map(named)).not.toContain(true);
  });
});

describe('evidence', () => {
  test('is stale after a later change in its goal, and reopens nothing', () => {
    const { step, goal } = untilBody();
    const body = pass(step, 'body', outputs('t1', ['a']));
    expect(isStale(goal, body)).toBe(false);
    const tongue = pass(step, 'tongue', outputs('t2', ['b']));
    expect([body, tongue].map((run) => isStale(goal, goal.runs[run.id] ?? run))).toEqual([
      true,
      false,
    ]);
    expect(nodeState(goal, 'N-020').status).toBe('done');
    step.emit({
      type: 'evidence.renewed',
      goal_id: goal.id,
      payload: { tree: 't2', gates: [], check: null },
    });
    expect(isStale(goal, goal.runs[body.id] ?? body)).toBe(false);
  });

  test('that does not hold at the end is for the last node that wrote the files concerned', () => {
    const { step, goal } = untilBody();
    pass(step, 'body', outputs('t1', ['a', 'both']));
    pass(step, 'tongue', outputs('t2', ['b', 'both']));
    expect(lastWriter(goal, ['a'])).toBe('N-020');
    expect(lastWriter(goal, ['both'])).toBe('N-030');
    expect(lastWriter(goal, [])).toBe('N-030');
    expect(lastWriter(goal, ['somebody else'])).toBeUndefined();
  });
});

describe('changed tests', () => {
  const seal = { tree: 't1', held: false, why: 'tests were changed', changed: ['M a'], named: [] };
  const result = { passes: false, level: 'L1' as const, missing: ['Put them back.'], seal };

  test('that do not hold wait for a person after three times, and are judged once more when one accepts them', () => {
    const { step, goal, run } = atBody();
    const ends = [1, 2, 3, 4].map(() => report(step, run, result).kind);
    expect(ends).toEqual(['send-back', 'send-back', 'send-back', 'blocked']);
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'tests-changed' });
    const accepted = { files: { 'test/a.js': 'abc' }, why: 'right', by: 'me' };
    expect(acceptTests(step, goal, 'N-020', accepted)).toBe('judged-again');
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'verify', run: run.id, attempts: 0 });
    expect(deadVerifiers(goal, alive)).toEqual([]);
    expect(deadVerifiers(goal, (process) => process.pid !== 0)).toEqual([run.id]);
    expect(proofOf(goal).accepted).toEqual({ 'test/a.js': 'abc' });
    acceptTests(step, goal, 'N-020', { ...accepted, files: { 'test/a.js': 'def', b: '' } });
    expect(proofOf(goal).accepted).toEqual({ 'test/a.js': 'def', b: '' });
  });

  test('that were accepted end the node by the report that is there, and another fault of it by a new run', () => {
    for (const [judgement, status] of [
      [{ passes: true, level: 'L2' as const, missing: [] }, 'done'],
      [{ passes: false, level: 'L1' as const, missing: ['Cite it.'] }, 'ready'],
    ] as const) {
      const { step, goal, run } = atBody();
      report(step, run, { ...result, onlySeal: true });
      acceptTests(step, goal, 'N-020', { files: { a: 'abc' }, why: 'right', by: 'me' });
      const key = goal.runs[run.id]?.report?.key ?? '';
      settleReport(step, run.id, key, judged(judgement), true);
      expect(nodeState(goal, 'N-020')).toMatchObject({ status, attempts: 1 });
      expect(stateViolations(step.state)).toEqual([]);
      expect(typesOf(step.facts).filter((type) => type === 'run.dispatched')).toHaveLength(3);
    }
  });
});

describe('an auditor', () => {
  test('that is the agent or the conversation of an author is none, and the node is handed out again', () => {
    const { step, goal } = untilBody();
    const body = pass(step, 'body', outputs('t1', ['a']));
    pass(step, 'tongue', outputs('t2', ['b']));
    const nose = mustCall(step, 'nose');
    expect(auditsItself(goal, nose)).toBeUndefined();
    expect(
      auditsItself(goal, { ...nose, by: { ...agentOf(nose), agent_id: agentOf(body).agent_id } }),
    ).toMatch(/also made the change of N-020/);
    const talk = { transcript: '/t/agent-x.jsonl' };
    Object.assign(agentOf(body), talk);
    expect(auditsItself(goal, { ...nose, by: { ...agentOf(nose), ...talk } })).toMatch(
      /same conversation/,
    );
    expect(auditsItself(goal, { ...nose, id: body.id })).toMatch(/itself/);

    const audit = 'its agent also made the change';
    expect(report(step, nose, { verdict: 'accept', passes: false, audit }).kind).toBe('failed');
    expect(nodeState(goal, 'N-040').status).toBe('ready');
    expect(typesOf(step.facts)).not.toContain('node.reopened');
  });
});

describe('a branch switched between two attempts', () => {
  const start = (heads: readonly (string | undefined)[]) => {
    const { step } = untilBody();
    return heads.map((head) => {
      const bound = call(step, 'body', { head });
      if (bound.kind !== 'bound') throw new Error(bound.kind);
      const run = { ...bound.at.run };
      report(step, bound.at.run, { status: 'failed', passes: false });
      return run.lane.base;
    });
  };

  test('is not the change of the node', () => {
    const [first, second] = start(['refs/heads/main a', 'refs/heads/other b']);
    expect(second).not.toBe(first);
  });

  test.each([
    ['commits', 'refs/heads/main b'],
    ['a new branch made there', 'refs/heads/fix a'],
    ['nothing known', undefined],
  ])('but %s are its work', (_name, head) => {
    const [first, second] = start(['refs/heads/main a', head]);
    expect(second).toBe(first);
  });
});
