import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runGates } from '../../runtime/engine/gates/node-gates.ts';
import { callKey, type GateCall } from '../../runtime/evidence/gates/call-key.ts';
import { keepCall, recordedCall } from '../../runtime/kernel/state/kept-passes.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { must, start } from '../cli/goals.ts';
import { Sandbox } from '../install/temporary.ts';
import { makeCommandGate } from './samples.ts';

const CALL: GateCall = {
  goal: 'G-0001',
  node: 'N-010',
  run: '2026-11-21-body-0001',
  gate: makeCommandGate({ command: ['npm', 'test'] }),
  settings: 'a',
  worktree: '/w',
  tree: 't1',
};

test('a call has the key of another one only if node, run, command, arguments, settings and tree are the same', () => {
  const { gate } = CALL;
  const others: GateCall[] = [
    { ...CALL, goal: 'G-0002' },
    { ...CALL, node: 'N-020' },
    { ...CALL, run: null },
    { ...CALL, gate: { ...gate, command: ['npm', 'test', '--', 'x'] } },
    { ...CALL, gate: { ...gate, command: ['npm test'], shell: true } },
    { ...CALL, gate: { ...gate, cwd: 'packages/a' } },
    { ...CALL, gate: { ...gate, expect_exit: 1 } },
    { ...CALL, settings: 'b' },
    { ...CALL, worktree: '/v' },
    { ...CALL, tree: 't2' },
  ];
  const keys = new Set([CALL, ...others].map(callKey));
  expect(keys.size).toBe(others.length + 1);
  expect(callKey(structuredClone(CALL))).toBe(callKey(CALL));
});

test('a result is given back for an hour, and a goal keeps the newest', () => {
  const goal = {} as Goal;
  for (let n = 0; n < 40; n += 1) keepCall(goal, { key: `k${n}`, at: '2026-11-21T10:00:00.000Z' });
  keepCall(goal, { key: 'k39', at: '2026-11-21T11:00:00.000Z' });
  expect(goal.calls).toHaveLength(32);
  expect(recordedCall(goal, 'k38', '2026-11-21T10:59:59.000Z')).toBeDefined();
  expect(recordedCall(goal, 'k38', '2026-11-21T11:00:00.000Z')).toBeUndefined();
  expect(recordedCall(goal, 'k39', '2026-11-21T11:30:00.000Z')).toBeDefined();
  // A clock that was set back tells nothing.
  expect(recordedCall(goal, 'k38', '2026-11-21T09:00:00.000Z')).toBeUndefined();
  expect(recordedCall(goal, 'k0', '2026-11-21T10:30:00.000Z')).toBeUndefined();
});

test('a gate says that it begins before it does, and what passed on these files is not run again', async () => {
  using sandbox = await Sandbox.create();
  const count = "require('fs').appendFileSync('out/runs', 'x')";
  const gate = makeCommandGate({ name: 'count', command: [process.execPath, '-e', count] });
  sandbox.write('.gitignore', 'out/\n');
  sandbox.write('out/runs', '');
  sandbox.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
  await sandbox.wukong(['init', '--yes']);
  const { ws } = sandbox;
  const id = start(ws, 'the decoder crashes');
  const goalNow = () => must(ws, ({ state }) => state.goals[id]).value as Goal;
  const runs = () => readFileSync(join(sandbox.repo, 'out/runs'), 'utf8').length;
  const log = () => sandbox.read('.wukong/events.jsonl');
  const where = { worktree: sandbox.repo, folder: join(sandbox.root, 'logs'), ran: [] };
  const asRun = async () => (await runGates(ws, goalNow(), [gate], { ...where, run: null }))[0];

  const first = await asRun();
  expect(first).toMatchObject({ outcome: 'pass', key: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(log()).toContain(`"type":"gate.started"`);
  expect(log()).toContain(first?.key);
  // Nobody recorded its result: it may not have ended.
  expect(await asRun()).toMatchObject({ outcome: 'pass', key: first?.key });
  expect(runs()).toBe(2);

  const payload = { gate: 'count', outcome: 'pass', key: first?.key ?? '' } as const;
  must(ws, (step) => step.emit({ type: 'gate.finished', goal_id: id, payload }));
  const again = await asRun();
  expect(again).toMatchObject({ outcome: 'pass', key: first?.key, tree: first?.tree });
  expect(again?.notes?.[0]).toContain('was not run again');
  expect(runs()).toBe(2);

  // Who only looks gets what is true now, and leaves no trace.
  const before = log();
  await runGates(ws, goalNow(), [gate], where);
  expect(runs()).toBe(3);
  expect(log()).toBe(before);

  sandbox.write('src/new.js', 'export {};\n');
  expect((await asRun())?.key).not.toBe(first?.key);
  expect(runs()).toBe(4);
});
