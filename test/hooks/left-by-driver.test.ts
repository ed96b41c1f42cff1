// A driver was killed, and the process that looks after it as well. Whoever ends its runs ends what is left.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { endAfter } from '../../runtime/engine/drive/end-after.ts';
import { treeLock, writeRunner } from '../../runtime/engine/gates/gate-runner.ts';
import { leaseRun, noteCopy } from '../../runtime/kernel/drive/driven.ts';
import { endDriver } from '../../runtime/kernel/drive/end-driver.ts';
import { own } from '../../runtime/kernel/requests/goals.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import { hostName } from '../../runtime/workspace/host-name.ts';
import { isAlive, processRef } from '../../runtime/workspace/processes.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { giveRun, RUN } from '../executors/given-run.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';

const GONE = { pid: 2 ** 30, started: '1' };

/** An executor at work, with the copy of its order. */
async function atWork(name = 'wukong-order-') {
  const folder = temporaryFolder(name);
  const script = 'process.stdout.write("."); setInterval(() => {}, 1000)';
  const env = { WUKONG_ORDER_DIR: folder };
  const child = spawn(process.execPath, ['-e', script], { detached: true, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { executor: processRef(child.pid ?? 0), folder };
}

/** The same of a driver that is gone. */
async function leftBy(rig: Rig) {
  const { ws } = await giveRun(rig, GONE);
  const { executor, folder } = await atWork();
  const limits = { ttl_sec: 60, time_limit_sec: 60, no_output_limit_sec: null };
  const lease = { driver: GONE, process: executor, ...limits, folder };
  const leased = runStep(ws, (step) => {
    const goal = step.state.goals['G-0001'];
    if (goal) own(step, goal, { owner: { kind: 'driver', ref: GONE } });
    return leaseRun(step, 'G-0001', RUN, lease);
  });
  expect(leased).toMatchObject({ ok: true, value: true });
  return { ws, executor, folder };
}

test.each([
  [
    '/wukong_resume in a session',
    (rig: Rig) => {
      const payload = { prompt: '/wukong_resume G-0001', prompt_id: 'p1' };
      return rig.hook('UserPromptSubmit', payload, livingClient());
    },
  ],
  ['wukong resume', (rig: Rig) => rig.cli(['resume', 'G-0001'])],
  ['wukong goal cancel', (rig: Rig) => rig.person(['goal', 'cancel', 'G-0001'])],
] as const)('what a driver that is gone left is ended by %s', async (_what, act) => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const { executor, folder } = await leftBy(rig);
  await act(rig);
  await expect.poll(() => isAlive(executor)).toBe(false);
  expect(existsSync(folder)).toBe(false);
  const ends = rig.events('run.ended');
  expect(ends.map(({ run_id, payload }) => [run_id, payload.counts])).toEqual([[RUN, false]]);
});

test('every death of a driver reaches its node: the run is lost, and the node is ready again', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const { ws } = await leftBy(rig);
  const ended = runStep(ws, (step) => {
    const [left] = endDriver(step, GONE);
    // A second look finds nothing to end.
    expect(endDriver(step, GONE)).toEqual([]);
    return { left: left?.run.id, node: left?.goal.nodes['N-010']?.status };
  });
  expect(ended).toMatchObject({ value: { left: RUN, node: 'ready' } });
});

// By /proc.
test.runIf(process.platform === 'linux')(
  'what a driver started and could not record any more is ended by the folder of its order, and its gates',
  async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const { ws } = await giveRun(rig, GONE);
    const { executor, folder } = await atWork();
    const { executor: gate } = await atWork();
    const note = { goal: 'G-0001', run: RUN, gate: 'tests', since: '', host: hostName() };
    const runner = { ...note, worktree: rig.repo, process: GONE, child: gate };
    writeRunner(treeLock(ws, rig.repo), runner);
    runStep(ws, (step) => noteCopy(step, 'G-0001', RUN, { dir: folder, given: {} }));
    await endAfter(ws, GONE);
    await expect.poll(() => [executor, gate].map(isAlive)).toEqual([false, false]);
    expect(existsSync(folder)).toBe(false);
  },
);

test('a folder that is no copy of an order is never taken away, nor what works there ended', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const { ws } = await giveRun(rig, GONE);
  const { executor, folder } = await atWork('wukong-test-');
  runStep(ws, (step) => noteCopy(step, 'G-0001', RUN, { dir: folder, given: {} }));
  await endAfter(ws, GONE);
  expect([existsSync(folder), isAlive(executor)]).toEqual([true, true]);
});
