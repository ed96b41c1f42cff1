// What takes a daemon's place away from it: hooks turned off, Wukong taken out, its folder or its program replaced,
// another one beside it. It ends by itself, with nothing left at work.

import { appendFileSync, cpSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../scripts/example.ts';
import { git } from '../rig/repository.ts';
import { smallDisk } from '../rig/small-disk.ts';
import { ended, events, until, waiting, wukong } from '../run/driven.ts';
import { personAt } from '../run/person-at.ts';
import {
  atWork,
  completed,
  daemonEnds,
  isGone,
  nothingIsLeft,
  queue,
  repositoryThatAdmits,
  runEnds,
  said,
  started,
  takenUp,
} from './at-work.ts';
import { inForeground } from './in-foreground.ts';

test('wukong off ends it and what it began, and nothing starts it before wukong on', async () => {
  const { repository, pid, executor } = await atWork();
  const off = await personAt(repository, 'y', 'off');
  expect(off.stdout).toContain('The daemon was stopped.');
  expect([isGone(pid), isGone(executor)]).toEqual([true, true]);
  expect(runEnds(repository)).toEqual([['stopped', false]]);
  const again = await ended(wukong(repository, 'daemon', 'start'));
  expect(again).toMatchObject({ code: 3 });
  expect(again.out).toContain('wukong on');
  await nothingIsLeft(repository);
});

test('wukong uninstall ends it and what it began', async () => {
  const { repository, pid, executor } = await atWork();
  const taken = await personAt(repository, 'y', 'uninstall', '--yes');
  expect(taken.stdout).toContain('Wukong is gone from this clone.');
  expect([isGone(pid), isGone(executor)]).toEqual([true, true]);
  expect(existsSync(join(repository.path, '.wukong'))).toBe(false);
  await nothingIsLeft(repository);
});

test.each(['.wukong', '.'])(
  'where its %s is moved away it ends itself and what it began, makes nothing there again, and goes on where that is put',
  async (what) => {
    const { repository, pid, executor, goOn } = await atWork();
    const [from, to] = [join(repository.path, what), join(repository.root, 'away')];
    renameSync(from, to);
    await until(() => isGone(pid) && isGone(executor));
    await nothingIsLeft(repository);
    expect(existsSync(from)).toBe(false);
    renameSync(to, from);
    goOn();
    await started(repository);
    await until(() => completed(repository).length === 1);
    expect(runEnds(repository)[0]).toEqual(['lost', false]);
    expect(daemonEnds(repository)).toEqual(['gone']);
  },
);

test('Ctrl-C ends one in the foreground as a stop does', async () => {
  const repository = await repositoryThatAdmits('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  await queue(repository);
  const { child } = await inForeground(repository);
  await waiting(held);
  const closed = ended(child);
  child.kill('SIGINT');
  expect(await closed).toMatchObject({ code: 0 });
  expect(runEnds(repository)).toEqual([['stopped', false]]);
  expect(daemonEnds(repository)).toEqual(['asked']);
  await nothingIsLeft(repository);
});

test('of two that are started at once, one of them in another worktree, one is the daemon, and both say which', async () => {
  const repository = await repositoryThatAdmits();
  const worktree = join(repository.root, 'checkout', 'other');
  await git(repository.path, 'worktree', 'add', '--quiet', '-b', 'other', worktree);
  const both = await Promise.all(
    [repository, { ...repository, path: worktree }].map((one) => said(one, 'daemon', 'start')),
  );
  const [pid] = both.map((one) => one.pid);
  expect(both).toMatchObject([
    { code: 0, pid },
    { code: 0, pid },
  ]);
  expect(events(repository, 'daemon.started')).toHaveLength(1);
  await queue(repository);
  await until(() => completed(repository).length === 1);
  const { lines } = await said(repository, 'daemon', 'logs');
  expect(lines.join('\n')).toContain('G-0001');
  expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, pid });
});

test('where its program is replaced it begins nothing more, and its next version takes its place', async () => {
  const repository = await repositoryThatAdmits('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const program = join(repository.root, 'program');
  cpSync(join(PROJECT, 'dist'), join(program, 'dist'), { recursive: true });
  await queue(repository);
  const cli = join(program, 'dist', 'cli.js');
  const { pid } = await inForeground(repository, '', cli);
  await waiting(held);
  appendFileSync(join(program, 'dist', 'cli', 'main.js'), '// The next version.\n');
  await queue(repository);
  writeFileSync(`${held}.go`, '');
  await until(() => takenUp(repository).includes('G-0002'));
  // It waits until its next version is there.
  await until(() => isGone(pid));
  expect(daemonEnds(repository)).toEqual(['replaced']);
  const next = await said(repository, 'daemon');
  expect(next).toMatchObject({ running: true });
  const owners = events(repository, 'goal.owned').flatMap(({ goal_id, payload: { owner } }) => {
    const { ref } = owner as { ref?: { pid: number } };
    return ref ? [[goal_id, ref.pid]] : [];
  });
  expect(owners).toEqual([
    ['G-0001', pid],
    ['G-0002', next.pid],
  ]);
  expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0 });
});

test('where the disk of its log is full nothing is done twice, and it goes on when there is space', async (context) => {
  const repository = await repositoryThatAdmits('waits', '~/held');
  const data = join(repository.path, '.wukong');
  const before = join(repository.root, 'before');
  renameSync(data, before);
  const disk = smallDisk(data, 24 * 1024);
  if (typeof disk === 'string') return context.skip(`no small disk can be mounted here: ${disk}`);
  using _ = disk;
  cpSync(before, data, { recursive: true });
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  await queue(repository);
  const pid = await started(repository);
  await waiting(held);
  disk.fill();
  writeFileSync(`${held}.go`, '');
  await queueRefused(repository);
  expect(isGone(pid)).toBe(false);
  disk.empty();
  await until(() => completed(repository).length === 1);
  expect(isGone(pid)).toBe(false);
  expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: false });
  expect(await ended(wukong(repository, 'fsck'))).toMatchObject({ code: 0 });
  await nothingIsLeft(repository);
});

async function queueRefused(repository: Parameters<typeof queue>[0]): Promise<void> {
  const refused = await ended(wukong(repository, 'goal', 'add', 'more', '--template', 'direct'));
  expect(refused.out).toContain('The disk is full.');
}

test('what it says is followed over a kill into the daemon that is started next', async () => {
  const { repository, pid } = await atWork();
  const follower = wukong(repository, 'daemon', 'logs', '--follow');
  let heard = '';
  follower.stdout?.on('data', (piece: Buffer) => {
    heard += piece.toString('utf8');
  });
  await until(() => heard.includes(`process ${pid}`));
  process.kill(pid, 'SIGKILL');
  await until(() => isGone(pid));
  const next = await started(repository);
  await until(() => heard.includes(`daemon started by`) && heard.includes(`process ${next}`));
  expect(heard.split('\n').filter((line) => line.includes('daemon started by'))).toHaveLength(2);
  follower.kill('SIGINT');
});
