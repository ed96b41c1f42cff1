// Which processes are a run's, with real ones. What is not provably so is left alone.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markedBy } from '../../runtime/executors/reaping/marked.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

function folder(): string {
  const base = temporaryFolder('wukong-order-');
  mkdirSync(join(base, 'deep'));
  return base;
}

/** One that waits; when it is there. */
async function waits(cwd: string, env: Record<string, string>): Promise<ChildProcess> {
  const script = 'process.stdout.write("."); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', script], { cwd, env, detached: true });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

const refOf = ({ pid = 0 }: ChildProcess) => processRef(pid);

describe.runIf(process.platform === 'linux')('of a run is', () => {
  test('what has the folder of its order in its environment, or works in that folder', async () => {
    const order = folder();
    const leader = await waits('/', {});
    const mine = [
      await waits('/', { WUKONG_ORDER_DIR: order }),
      await waits(join(order, 'deep'), {}),
    ];
    const marked = markedBy({ since: refOf(leader), folder: order });
    expect(marked.sort()).toEqual(mine.map(({ pid }) => pid).sort());
  });

  test('nothing that only has its id or the beginning of its folder, or is older than the run', async () => {
    const order = folder();
    await waits(order, { WUKONG_ORDER_DIR: order });
    const leader = await waits('/', {});
    await waits('/', { WUKONG_RUN: '2026-02-14-body-0003' });
    await waits('/', { WUKONG_ORDER_DIR: `${order}-2` });
    expect(markedBy({ since: refOf(leader), folder: order })).toEqual([]);
  });

  test('nothing where nobody knows when the run began', async () => {
    const order = folder();
    await waits(order, { WUKONG_ORDER_DIR: order });
    expect(markedBy({ since: { pid: 1, started: null }, folder: order })).toEqual([]);
  });
});
