// Who verifies a report, and that it is settled once, by whoever is written down for it.

import { expect, test } from 'vitest';
import { pauseByPerson } from '../../runtime/kernel/reports/pause.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import {
  deadVerifiers,
  detachReport,
  isHeldFor,
  restartVerify,
  verifiedBy,
} from '../../runtime/kernel/reports/verifier.ts';
import { abortGoal, pauseGoal } from '../../runtime/kernel/requests/goals.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import { mustCall, reporterOf } from './drive.ts';
import { alive, begin, judged, typesOf } from './plan.ts';

const HOOK = { pid: 1001, started: '1' };
const VERIFIER = { pid: 1002, started: '1' };
const ANOTHER = { pid: 1003, started: '1' };

/** All but these are alive. */
const without = (...gone: ProcessRef[]) => {
  const pids = new Set([0, ...gone.map(({ pid }) => pid)]);
  return ({ pid }: ProcessRef) => !pids.has(pid);
};

function reported() {
  const { step, goal } = begin();
  const run = mustCall(step, 'ear');
  const seen = {
    from: reporterOf(run, 'a1'),
    file: 'report.md',
    transcript: '',
  };
  receiveReport(step, { ...seen, key: 'k', verifier: VERIFIER, waiter: HOOK }, alive);
  return { step, goal, run };
}

test('a report that was settled is not settled again, by anybody', () => {
  const { step, run } = reported();
  expect(settleReport(step, run.id, 'k', judged(), false)).toEqual({ kind: 'done' });
  const facts = step.facts.length;
  expect(settleReport(step, run.id, 'k', judged({ passes: false }), true).kind).toBe('ignored');
  expect(verifiedBy(step.state, run.id, 'k', VERIFIER)).toBeUndefined();
  expect(step.facts).toHaveLength(facts);
});

test('the agent can be sent back as long as its hook waits, and lives', () => {
  const { step, run } = reported();
  expect(isHeldFor(run, alive)).toBe(true);
  expect(isHeldFor(run, without(HOOK))).toBe(false);
  expect(detachReport(step, run.id, 'k')).toBe(true);
  expect(isHeldFor(run, alive)).toBe(false);
  expect(detachReport(step, run.id, 'another report')).toBe(false);
  expect(typesOf(step.facts).filter((type) => type === 'verify.detached')).toHaveLength(1);
});

test('only a verifier that is gone is replaced, once, and then it is no longer the one', () => {
  const { step, goal, run } = reported();
  expect(restartVerify(step, goal.id, run.id, ANOTHER, alive)).toBeUndefined();
  const isAlive = without(VERIFIER);
  expect(deadVerifiers(goal, isAlive)).toEqual([run.id]);
  expect(restartVerify(step, goal.id, run.id, ANOTHER, isAlive)).toBe('k');
  expect(restartVerify(step, goal.id, run.id, HOOK, isAlive)).toBeUndefined();
  expect(verifiedBy(step.state, run.id, 'k', VERIFIER)).toBeUndefined();
  expect(verifiedBy(step.state, run.id, 'k', ANOTHER)?.run).toBe(run);
  // The agent of the first one is gone.
  expect(isHeldFor(run, isAlive)).toBe(false);
});

test('a person’s pause takes the report from its verifier; a pause of the graph’s own does not', () => {
  const own = reported();
  pauseGoal(own.step, own.goal, { kind: 'text', text: 'gates still run' });
  expect(verifiedBy(own.step.state, own.run.id, 'k', VERIFIER)).toBeDefined();
  const { step, goal, run } = reported();
  pauseByPerson(step, goal, 'session');
  expect(verifiedBy(step.state, run.id, 'k', VERIFIER)).toBeUndefined();
  expect(deadVerifiers(goal, without())).toEqual([run.id]);
  // Nobody begins again before it is resumed.
  expect(restartVerify(step, goal.id, run.id, ANOTHER, without())).toBeUndefined();
});

test('nothing is left to verify of a goal that was aborted', () => {
  const { step, goal, run } = reported();
  abortGoal(step, goal, { kind: 'text', text: 'enough' });
  expect(verifiedBy(step.state, run.id, 'k', VERIFIER)).toBeUndefined();
  expect(settleReport(step, run.id, 'k', judged(), true).kind).toBe('ignored');
});

test('Stop waits for a report whose agent was let go, though the client still lists that agent', () => {
  const request = { sessionId: 's1', listed: ['a1'], started: () => [] };
  const held = reported();
  expect(stopSession(held.step, request, alive).kind).toBe('allow');
  const { step, run } = reported();
  detachReport(step, run.id, 'k');
  expect(stopSession(step, request, alive).kind).toBe('wait');
  expect(stopSession(step, request, without(VERIFIER)).kind).toBe('verify-again');
});
