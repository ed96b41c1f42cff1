// Lanes of which the log says nothing: the client was killed when it had made one, or the log is another one by now.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../rig/repository.ts';
import { ended, wukong } from '../run/driven.ts';
import { lanesLeft, leftInGit, repositoryOf } from './parts.ts';

const GONE = 'claude agent agent-x (pid 999999999 start 1)';

test('wukong gc names those whose client is gone, takes the ones with nothing of their own, and leaves all else', async () => {
  const repository = await repositoryOf({});
  onTestFinished(() => repository.remove());
  const { path, root } = repository;
  const agent = async (id: string, lock?: string): Promise<string> => {
    const lane = join(path, '.claude', 'worktrees', `agent-${id}`);
    await git(path, 'worktree', 'add', '--quiet', '-b', `worktree-agent-${id}`, lane);
    if (lock !== undefined) await git(path, 'worktree', 'lock', '--reason', lock, lane);
    return lane;
  };
  const empty = await agent('empty', GONE);
  const worked = await agent('worked', GONE);
  writeFileSync(join(worked, 'work.js'), 'work');
  const committed = await agent('committed', GONE);
  writeFileSync(join(committed, 'work.js'), 'work');
  await git(committed, 'add', '--all');
  await git(committed, 'commit', '--quiet', '--message', 'Work');
  const others = [await agent('busy', `claude agent agent-busy (pid ${process.pid})`)];
  others.push(await agent('free'), await agent('mine', 'mine'));
  const logs = join(root, 'state', 'wukong', 'lanes', 'L-before');
  mkdirSync(logs, { recursive: true });
  await git(path, 'worktree', 'add', '--quiet', '--detach', join(logs, 'G-0001-N-010'));

  const told = await ended(wukong(repository, 'gc'));
  expect(told.out).toContain(`${empty}, of which the log knows nothing; nobody is in it`);
  for (const lane of others) expect(told.out).not.toContain(lane);
  expect(existsSync(empty)).toBe(true);

  const json = JSON.parse((await ended(wukong(repository, 'gc', '--json'))).out);
  expect(json.lanes).toContainEqual({ path: empty, stays: null });
  expect(json.lanes).toContainEqual({ path: worked, stays: 'what was done there is nowhere else' });

  const gone = await ended(wukong(repository, 'gc', '--yes'));
  expect(gone, gone.out).toMatchObject({ code: 0 });
  expect(gone.out).toContain('Removed: 2 lanes, ');
  for (const lane of [worked, committed]) {
    const why = 'it stays: what was done there is nowhere else';
    expect(gone.out).toMatch(new RegExp(`${lane}, .*${why}`));
    expect(existsSync(join(lane, 'work.js'))).toBe(true);
  }
  expect(existsSync(empty)).toBe(false);
  expect(lanesLeft(repository)).toEqual([]);
  const left = [worked, committed, ...others].map((lane) => `worktree ${lane}`);
  expect(
    (await leftInGit(repository)).filter((line) => line.startsWith('worktree /')).sort(),
  ).toEqual(left.sort());
  expect(await git(path, 'branch', '--list', 'worktree-agent-empty')).toBe('');
});
