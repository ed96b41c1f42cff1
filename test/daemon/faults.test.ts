// A daemon that is killed, frozen or deaf, a clock that jumps, a full disk, a sealed log: each ends as it would for
// `wukong run`, and in the log.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, events, until, waiting, wukong } from '../run/driven.ts';
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
import { clockBy } from './clock-by.ts';
import { inForeground } from './in-foreground.ts';

describe('a daemon that is killed', () => {
  test('while it does nothing is missed by who looks, and by the next one, in the log', async () => {
    const repository = await repositoryThatAdmits();
    const pid = await started(repository);
    process.kill(pid, 'SIGKILL');
    await until(() => isGone(pid));
    const status = await ended(wukong(repository, 'daemon'));
    expect(status.out).toContain('ended without a word');
    expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, stopped: false });
    await started(repository);
    expect(daemonEnds(repository)).toEqual(['gone']);
  });

  test('at work has what it began ended and recorded by what waits beside it, and the next one goes on', async () => {
    const { repository, pid, executor, goOn } = await atWork();
    process.kill(pid, 'SIGKILL');
    await until(() => daemonEnds(repository).length > 0);
    expect(runEnds(repository)).toEqual([['lost', false]]);
    await nothingIsLeft(repository);
    expect(isGone(executor)).toBe(true);
    goOn();
    await started(repository);
    await until(() => completed(repository).length === 1);
    expect(events(repository, 'run.dispatched')).toHaveLength(2);
  });
});

describe('a daemon that is frozen', () => {
  test('is shown as such, keeps another one from starting, and is stopped with what it began', async () => {
    const { repository, pid, executor } = await atWork();
    process.kill(pid, 'SIGSTOP');
    expect(await said(repository, 'daemon')).toMatchObject({ running: true, frozen: true });
    const second = await ended(wukong(repository, 'daemon', 'start'));
    expect(second).toMatchObject({ code: 3 });
    expect(second.out).toContain(`kill -CONT ${pid}`);
    expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: false });
    expect([isGone(pid), isGone(executor)]).toEqual([true, true]);
    expect(runEnds(repository)).toEqual([['stopped', false]]);
    expect(daemonEnds(repository)).toEqual(['asked']);
    await nothingIsLeft(repository);
  });

  test('goes on where it was when it is thawed', async () => {
    const { repository, pid, goOn } = await atWork();
    process.kill(pid, 'SIGSTOP');
    goOn();
    process.kill(pid, 'SIGCONT');
    await until(() => completed(repository).length === 1);
    expect(events(repository, 'run.dispatched')).toHaveLength(1);
  });
});

/** As if it hung: what asks it to end does not come through. */
const DEAF = `const on = process.on.bind(process);
on('SIGTERM', () => {});
process.on = (name, heard) => (name === 'SIGTERM' ? process : on(name, heard));
`;

test('a daemon that does not answer is ended within ten seconds, with what it began and without an attempt', async () => {
  const repository = await repositoryThatAdmits('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  await queue(repository);
  const { pid } = await inForeground(repository, DEAF);
  const [executor] = await waiting(held);
  const from = performance.now();
  expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: true });
  expect(performance.now() - from).toBeLessThan(15_000);
  expect([isGone(pid), executor && isGone(executor)]).toEqual([true, true]);
  expect(runEnds(repository)).toEqual([['lost', false]]);
  expect(daemonEnds(repository)).toEqual(['gone']);
  await nothingIsLeft(repository);
});

test('a night asleep loses no run, and a clock that is set back keeps nothing from being taken up', async () => {
  const repository = await repositoryThatAdmits('waits', '~/held');
  const held = join(repository.root, 'held');
  const clock = join(repository.root, 'clock');
  writeFileSync(held, '');
  writeFileSync(clock, '0');
  await queue(repository);
  await inForeground(repository, clockBy(clock));
  await waiting(held);
  writeFileSync(clock, '9');
  writeFileSync(`${held}.go`, '');
  await until(() => completed(repository).length === 1);
  expect(events(repository, 'run.dispatched')).toHaveLength(1);
  writeFileSync(clock, '-24');
  await queue(repository);
  await until(() => takenUp(repository).includes('G-0002'));
});

test('a log that is sealed while it works goes on, for the daemon and for what it says', async () => {
  const { repository, goOn } = await atWork();
  expect(await said(repository, 'archive')).toMatchObject({ code: 0 });
  goOn();
  await until(() => completed(repository).length === 1);
  await queue(repository);
  await until(() => takenUp(repository).includes('G-0002'));
  expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: false });
  const { lines } = await said(repository, 'daemon', 'logs');
  expect(lines.join('\n')).toMatch(/G-0001.*G-0002.*The daemon ends: somebody stopped it/s);
  expect(await ended(wukong(repository, 'fsck'))).toMatchObject({ code: 0 });
});
