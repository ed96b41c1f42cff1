// A test that has to show the fault before anything is fixed, and stands as it is from then on.

import { expect, test } from 'vitest';
import { packetOf } from '../../runtime/kernel/escalations/packet.ts';
import { sealBroken, sealedTests } from '../../runtime/kernel/graph/reproduced.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { acceptWork, isAwaited } from '../../runtime/kernel/requests/accept-work.ts';
import { judgeCall } from '../../runtime/kernel/requests/guard.ts';
import { waitingAt } from '../../runtime/kernel/requests/waiting-at.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { optionsOf } from '../../runtime/words/escalation/options.ts';
import { heldReason } from '../../runtime/words/held.ts';
import { nextText } from '../../runtime/words/waiting.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin, node, plan } from './plan.ts';

const FIRST = plan(
  [
    node('N-010', 'tongue', { reproduce: 'first' }),
    node('N-020', 'body'),
    node('N-030', 'tongue'),
    node('N-040', 'nose'),
  ],
  [
    ['N-010', 'N-020'],
    ['N-020', 'N-030'],
    ['N-030', 'N-040'],
  ],
);
const SEALED: Partial<Judged> = { tree: 't1', sealed: { 'test/a.test.js': 'b1' } };
const ASK = 'The fault is not shown: `npm test` passes. Bring a test.';
const UNSHOWN: Partial<Judged> = {
  passes: false,
  missing: [ASK],
  fault: { shown: false, why: 'it passes', ask: [ASK], isAll: true },
  tree: 't1',
};
const UNTESTED: Partial<Judged> = {
  status: 'blocked',
  passes: false,
  questions: ['It shows on the device alone. Go on without a test?'],
};

const NOW = '2026-11-21T10:00:01.000Z';
const edits = (path: string) => ({ tool: 'Edit', path, command: '', now: NOW });

test('the body may not edit the test that showed the fault, and may write any other', () => {
  const { step, goal } = begin(FIRST);
  pass(step, 'tongue', SEALED);
  expect(sealedTests(goal)).toEqual(SEALED.sealed);
  const at = { goal, run: mustCall(step, 'body') };
  const because = { kind: 'sealed-test', path: 'test/a.test.js' } as const;
  expect(judgeCall(step.state, at, edits('test/a.test.js'))).toEqual({
    ok: false,
    kind: 'held',
    because,
  });
  expect(heldReason(because).why).toBe(
    'test/a.test.js showed the fault before anything was fixed, and is sealed.',
  );
  expect(judgeCall(step.state, at, edits('test/b.test.js'))).toEqual({ ok: true });
});

test('who tests the fix may add to it', () => {
  const { step, goal } = begin(FIRST);
  pass(step, 'tongue', SEALED);
  pass(step, 'body', { tree: 't2' });
  const at = { goal, run: mustCall(step, 'tongue') };
  expect(judgeCall(step.state, at, edits('test/a.test.js'))).toEqual({ ok: true });
});

test('who tests the fix takes nothing from it, and the body does not even add', () => {
  const { step, goal } = begin(FIRST);
  pass(step, 'tongue', SEALED);
  const of = (role: 'body' | 'tongue', removed: number | null) =>
    sealBroken(goal, role, [
      { path: 'test/a.test.js', removed },
      { path: 'test/b.test.js', removed: 3 },
    ]);
  expect([of('tongue', 0), of('tongue', 1), of('tongue', null), of('body', 0)]).toEqual([
    [],
    ['test/a.test.js'],
    ['test/a.test.js'],
    ['test/a.test.js'],
  ]);
});

test('it stays sealed when a judge sends the body back, and is open while its own node is', () => {
  const back = (reopen: string): Partial<Judged> => ({
    verdict: 'rework',
    reopen,
    findings: ['x'],
  });
  const { step, goal } = begin(FIRST);
  pass(step, 'tongue', SEALED);
  pass(step, 'body', { tree: 't2' });
  pass(step, 'tongue', { tree: 't3' });
  pass(step, 'nose', back('N-020'));
  const at = { goal, run: mustCall(step, 'body') };
  expect(judgeCall(step.state, at, edits('test/a.test.js'))).toMatchObject({ kind: 'held' });
  report(step, at.run, { tree: 't4' });
  pass(step, 'tongue', { tree: 't5' });
  pass(step, 'nose', back('N-010'));
  expect(sealedTests(goal)).toEqual({});
  pass(step, 'tongue', { tree: 't6', sealed: { 'test/a.test.js': 'b2' } });
  expect(sealedTests(goal)).toEqual({ 'test/a.test.js': 'b2' });
});

test('a test that shows nothing is sent back as often as other work, then waits for a person', () => {
  const { step, goal } = begin(FIRST);
  const run = mustCall(step, 'tongue');
  const kinds = [1, 2, 3, 4].map(
    () => report(step, run, { ...UNSHOWN, changed: ['test/a.test.js'] }).kind,
  );
  expect(kinds).toEqual(['send-back', 'send-back', 'send-back', 'blocked']);
  expect(nodeState(goal, 'N-010')).toMatchObject({ kind: 'not-shown' });
  expect(isAwaited(goal, { what: 'unproven' }, 'N-010')).toBe(true);
});

test('where no test was written it is asked for once', () => {
  const { step } = begin(FIRST);
  const run = mustCall(step, 'tongue');
  const kinds = [1, 2].map(() => report(step, run, { ...UNSHOWN, changed: [] }).kind);
  expect(kinds).toEqual(['send-back', 'blocked']);
});

test('a fault that no test can show is asked about, and a word of a person goes on without', () => {
  const { step, goal } = begin(FIRST);
  report(step, mustCall(step, 'tongue'), UNTESTED);
  const waiting = waitingAt(goal, 'N-010');
  if (!waiting) throw new Error('nothing waits');
  expect(nextText(waiting, 'session')).toBe(
    'To go on without a test, type: /wukong_resume G-0001 N-010 --unproven <why>. Otherwise: answer with /wukong_resume G-0001 N-010 <your answer>.',
  );
  const asked = { goal: goal.id, node: 'N-010', reason: 'ambiguous' } as const;
  const packet = packetOf(goal, 'N-010', waiting.because);
  expect(optionsOf({ ...asked, packet }).map(({ name }) => name)).toEqual([
    'answer',
    'unproven',
    'cancel',
  ]);
  const word = { what: 'unproven', why: 'only on the device', by: 'u@h' } as const;
  expect(acceptWork(step, goal, 'N-010', word)).toEqual(['N-010']);
  const at = { goal, run: mustCall(step, 'body') };
  expect(judgeCall(step.state, at, edits('test/a.test.js'))).toEqual({ ok: true });
});

test('what another node asks is no question of a test', () => {
  const { step, goal } = begin(FIRST);
  pass(step, 'tongue', SEALED);
  report(step, mustCall(step, 'body'), UNTESTED);
  expect(isAwaited(goal, { what: 'unproven' }, 'N-020')).toBe(false);
});
