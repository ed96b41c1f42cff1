import { expect, test } from 'vitest';
import { decide } from '../../runtime/kernel/decide.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { own } from '../../runtime/kernel/requests/goals.ts';
import { endOrphans } from '../../runtime/kernel/requests/runs.ts';
import { scopeOf } from '../../runtime/kernel/requests/tell-owner.ts';
import { hasLivingOwner, isSameOwner, ofSession } from '../../runtime/kernel/state/owner.ts';
import {
  isForSession,
  isOffer,
  isOrphan,
  keysOf,
  sameAuthor,
} from '../../runtime/kernel/state/run-by.ts';
import { mayWrite, writerNow } from '../../runtime/kernel/state/writers.ts';
import type { Called } from '../../runtime/model/actors/run-by.ts';
import { EXECUTOR_TYPES } from '../../runtime/model/vocabulary.ts';
import { mustCall } from './drive.ts';
import { alive, begin, CLIENT, judged, node, plan, typesOf } from './plan.ts';

const WORKER = { pid: 77, started: '3' };
const PROCESS: Called = { kind: 'process', name: 'codex', ref: WORKER };
const PERSON: Called = { kind: 'person', name: 'ada' };

/** One node, given to somebody who is no agent of the session. */
function given(by: Called) {
  const { step, goal } = begin(plan([node('N-010', 'ear')], []));
  const at = { goal_id: goal.id, node_id: 'N-010', run_id: '2026-11-21-ear-0001' };
  const lane = { worktree: '/r', base: null };
  const payload = { role: 'ear' as const, seq: 1, number: 1, by, lane };
  step.emit({ type: 'run.dispatched', ...at, payload });
  const run = goal.runs[at.run_id];
  if (!run) throw new Error('no run');
  return { step, goal, run, at };
}

test('a run of a process is worked at from the start, and is lost with its process', () => {
  const { step, goal, run, at } = given(PROCESS);
  expect(isOffer(run)).toBe(false);
  expect(scopeOf(goal, run)).toEqual({ session_id: undefined, ...at });
  expect(decide(step.state, { isAlive: alive }, goal)).toMatchObject([{ type: 'await_run' }]);
  expect(endOrphans(step, goal, (one) => one.pid === WORKER.pid)).toBe(0);
  expect(endOrphans(step, goal, () => false)).toBe(1);
  expect(run.ended).toMatchObject({ outcome: 'lost' });
});

test('who was given a run by no session reports by its id, and the node passes', () => {
  const { step, goal, run } = given(PROCESS);
  const from = { kind: 'run', goal: goal.id, run: run.id } as const;
  const seen = { from, key: 'k', file: 'report.md', transcript: '', verifier: CLIENT };
  expect(receiveReport(step, seen, alive).kind).toBe('judge');
  expect(typesOf(step.facts)).not.toContain('run.started');
  expect(settleReport(step, run.id, 'k', judged({ worked: true }), true).kind).toBe('done');
  expect(receiveReport(step, { ...seen, key: 'later' }, alive).kind).toBe('refused');
  const nobody = { ...from, run: '2026-11-21-ear-0009' };
  expect(receiveReport(step, { ...seen, from: nobody }, alive).kind).toBe('not-ours');
});

test('a run of a person has no process that could be gone', () => {
  const { run } = given(PERSON);
  expect(isOrphan(run, () => false)).toBe(false);
  expect(keysOf(run)).toEqual([run.id]);
});

test('two runs are of one author by agent, by conversation or by process', () => {
  const { run } = given(PROCESS);
  expect(sameAuthor(run, { ...run, id: 'another' })).toEqual({ by: 'process', name: '77' });
  const other = { ...run, by: { ...PROCESS, ref: { pid: 77, started: '4' } } };
  expect(sameAuthor(run, other)).toBeUndefined();
  expect(sameAuthor(run, given(PERSON).run)).toBeUndefined();
});

test('a goal may be driven by a process, and then no session has it in focus', () => {
  const { step, goal } = begin();
  const driver = { kind: 'driver', ref: WORKER } as const;
  own(step, goal, { owner: driver });
  expect(goal.owner).toEqual(driver);
  expect(step.state.sessions).toEqual({});
  expect(hasLivingOwner(step.state, goal, (one) => one.pid === WORKER.pid)).toBe(true);
  expect(hasLivingOwner(step.state, goal, () => false)).toBe(false);
  expect(isSameOwner(goal.owner, ofSession('s1', CLIENT, '').owner)).toBe(false);
  step.emit({ type: 'goal.released', goal_id: goal.id, payload: { reason: 'other' } });
  expect(goal.owner).toEqual({ kind: 'nobody' });
  expect(hasLivingOwner(step.state, goal, alive)).toBe(false);
});

test('a person who carries out a step that changes files is no agent that may write', () => {
  const { step } = begin(plan([node('N-010', 'body'), node('N-020', 'ear')], []));
  expect(writerNow(step.state)).toBeUndefined();
  const run = mustCall(step, 'body');
  expect(writerNow(step.state)).toBe(run.id);
  expect(mayWrite({ role: 'body', by: { kind: 'person' } })).toBe(false);
  expect(mayWrite({ role: 'body', by: { kind: 'process' } })).toBe(true);
});

test('a session starts agents and skills, and hands out to persons; all else is for a driver', () => {
  const bySession = EXECUTOR_TYPES.filter(isForSession);
  expect(bySession).toEqual(['subagent', 'skill', 'human']);
  expect(EXECUTOR_TYPES.filter((type) => !isForSession(type))).toEqual([
    'command',
    'headless',
    'team',
  ]);
});
