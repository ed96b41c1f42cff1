// Who runs gates on a working tree, after a process was frozen, or its machine asleep.

import { existsSync, mkdirSync, rmdirSync, utimesSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readRunner, treeLock, writeRunner } from '../../runtime/engine/gates/gate-runner.ts';
import { lockTree } from '../../runtime/engine/gates/tree-lock.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { makeRepository } from '../rig/repository.ts';

/** It looks after its lock every five seconds. */
const NOTICED = { timeout: 30_000, interval: 100 };

test('a lock that somebody else took meanwhile is let go without a fault, and its holder stays written down', async () => {
  const repository = await makeRepository({ installed: true });
  onTestFinished(() => repository.remove());
  const ws = findRepository(repository.path);
  if (!ws) throw new Error('no repository');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const about = { worktree: repository.path, goal: 'G-0001', run: null };
  const lock = await lockTree(ws, about, new AbortController().signal);
  const place = treeLock(ws, repository.path);
  const runner = readRunner(place);
  if (!runner) throw new Error('nobody is written down');
  rmdirSync(`${place}.lock`);
  mkdirSync(`${place}.lock`);
  writeRunner(place, { ...runner, goal: 'G-0002' });
  await vi.waitUntil(
    () => said.mock.calls.some(([text]) => `${text}`.includes('was lost')),
    NOTICED,
  );
  await lock?.release();
  expect(readRunner(place)?.goal).toBe('G-0002');
});

test('a lock of one that was killed before it was written down is taken, though a clock was set back since', async () => {
  const repository = await makeRepository({ installed: true });
  onTestFinished(() => repository.remove());
  const ws = findRepository(repository.path);
  if (!ws) throw new Error('no repository');
  const folder = `${treeLock(ws, repository.path)}.lock`;
  mkdirSync(folder, { recursive: true });
  const tomorrow = new Date(Date.now() + 21 * 3_600_000);
  utimesSync(folder, tomorrow, tomorrow);
  // Each look is fifteen seconds after the last.
  let looks = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    return looks * 15_000;
  });
  onTestFinished(() => now.mockRestore());
  const about = { worktree: repository.path, goal: 'G-0001', run: null };
  const lock = await lockTree(ws, about, AbortSignal.timeout(20_000));
  expect(lock).toBeDefined();
  await lock?.release();
  expect(existsSync(folder)).toBe(false);
});

test('a lock that is held stays so though the clock was set forward since', async () => {
  const repository = await makeRepository({ installed: true });
  onTestFinished(() => repository.remove());
  const ws = findRepository(repository.path);
  if (!ws) throw new Error('no repository');
  const about = { worktree: repository.path, goal: 'G-0001', run: null };
  const lock = await lockTree(ws, about, new AbortController().signal);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect(
    await lockTree(ws, { ...about, goal: 'G-0002' }, AbortSignal.timeout(500)),
  ).toBeUndefined();
  await lock?.release();
});
