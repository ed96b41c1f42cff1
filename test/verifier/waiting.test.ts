// Gates that take longer than a hook may wait. The agent is held for a while, then it may stop, and a
// process of its own finishes the work; nothing an agent did is done again for that.

import { expect, test } from 'vitest';
import { describeVerify, nowInCopy } from '../../runtime/cli/goals/verify-view.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { Checked } from './checked.ts';

test('an agent whose gates pass while it is held is done, and hears nothing', async () => {
  await using checked = await Checked.working();
  const hook = checked.start(checked.report());
  (await checked.gates.next()).end(0);
  expect(await hook.ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(checked.ofType('node.done')).toMatchObject([{ node_id: 'N-001' }]);
  expect(checked.ofType('verify.detached')).toEqual([]);
  const [run] = checked.ofType('run.dispatched');
  expect(checked.ofType('SubagentStop')).toMatchObject([
    {
      node_id: 'N-001',
      run_id: run?.run_id,
      payload: { agent: 'eye', result: 'done', summary: 'Looked at it.', evidence_level: 'L1' },
    },
  ]);
  const [stop] = checked.ofType('SubagentStop');
  expect(stop?.payload.artifacts).toContain('evidence.md');
});

test('the record of the last report says what was proven, although the goal was closed meanwhile', async () => {
  await using checked = await Checked.working({ alone: true });
  const hook = checked.start(checked.report());
  (await checked.gates.next()).end(0);
  expect((await hook.ended).code).toBe(0);
  expect(checked.ofType('graph.completed')).toHaveLength(1);
  expect(checked.ofType('SubagentStop')).toMatchObject([
    { node_id: 'N-001', payload: { result: 'done', evidence_level: 'L1' } },
  ]);
});

test('the same agent goes on when a gate fails while it is held', async () => {
  await using checked = await Checked.working();
  const hook = checked.start(checked.report());
  (await checked.gates.next()).end(3);
  const { block } = { block: JSON.parse((await hook.ended).stdout) };
  expect(block).toMatchObject({ decision: 'block' });
  expect(block.reason).toContain('one');
  expect(checked.ofType('run.sent_back')).toHaveLength(1);
  const again = checked.start(checked.report('a1', { stop_hook_active: true }));
  (await checked.gates.next()).end(0);
  expect((await again.ended).stdout).toBe('');
  expect(checked.ofType('run.dispatched')).toHaveLength(1);
  expect(checked.ofType('node.done')).toHaveLength(1);
});

test('an agent may stop before its gates are through, and what they find is settled without it', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  expect(await checked.say(checked.report())).toBe('');
  expect(checked.ofType('verify.detached')).toHaveLength(1);
  expect(checked.ofType('SubagentStop')).toMatchObject([
    { node_id: 'N-001', payload: { agent: 'eye', result: 'verify', evidence_level: 'L0' } },
  ]);
  const gate = await checked.gates.next();
  expect(await checked.status()).toMatch(/N-001 is being checked: gate "one" has run for \d+ s\./);
  gate.end(0);
  await checked.event('node.done');
  const said = await checked.say(checked.stop());
  expect(said).toContain('N-009 eye');
});

test('what fails when the agent is gone becomes a new run with the findings in its work order', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.say(checked.report());
  (await checked.gates.next()).end(1);
  expect((await checked.event('run.ended')).payload).toMatchObject({ outcome: 'failed' });
  expect(checked.ofType('run.sent_back')).toEqual([]);
  expect(await checked.say(checked.stop())).toContain('N-001 eye');
  expect(await checked.dispatch('a2')).toMatch(/gate .*one/i);
});

test('a gate that runs in a copy is told from the same one in the tree', () => {
  const since = '2026-11-23T14:00:00.000Z';
  const now = Date.parse('2026-11-23T14:00:07.600Z');
  const gate = { state: 'gate', gate: 'npm test', since } as const;
  expect(describeVerify(gate, now)).toBe('is being checked: gate "npm test" has run for 8 s.');
  expect(describeVerify({ ...gate, copy: true }, now)).toBe(
    'is being checked: gate "npm test" has run for 8 s in a clean copy.',
  );
  expect(describeVerify({ ...gate, copy: true, side: 'red' }, now)).toBe(
    'is being checked: gate "npm test" has run for 8 s on the tree before the change, in a clean copy.',
  );
});

test('what runs in a copy is said by its node and what it is run for, while its process lives', () => {
  const goal = { id: 'G-0001', runs: { 'R-1': { node: 'N-020' } } } as unknown as Goal;
  const child = { pid: process.pid, started: null };
  const since = '2026-11-23T14:00:00.000Z';
  const copy = { worktree: null, host: 'h', process: child, goal: 'G-0001', since, child };
  const runner = { ...copy, run: 'R-1', gate: 'npm test', side: 'sealed' };
  expect(nowInCopy(goal, [runner])).toEqual({
    text: 'N-020 runs npm test with the tests as they were before the work, in a clean copy',
    since,
  });
  expect(nowInCopy(goal, [{ ...runner, run: null, side: 'of a later version' }])?.text).toBe(
    'G-0001 runs npm test in a clean copy',
  );
  for (const other of [{ worktree: '/r' }, { goal: 'G-0002' }, { gate: null }, { process: NOBODY }])
    expect(nowInCopy(goal, [{ ...runner, ...other }])).toBeUndefined();
});

const NOBODY = { pid: 0, started: null };
