// `wukong daemon`: what is queued is carried out without anybody, and what is not admitted is left.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsStamp } from '../../runtime/engine/daemon/wake.ts';
import { keepConfirmed } from '../../runtime/workspace/local-config.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { writeLocal } from '../rig/local-config.ts';
import {
  atWorkIn,
  ended,
  events,
  REQUEST,
  repositoryFor,
  repositoryWith,
  until,
  waiting,
  wukong,
} from '../run/driven.ts';
import { personAt } from '../run/person-at.ts';
import { admitScripts, completed, handedBack, queue, said, started, takenUp } from './at-work.ts';

const DIRECT = ['--template', 'direct'];

describe('a daemon', () => {
  test('carries out what a person queued, and leaves what nobody did until a person admits it', async () => {
    const repository = await repositoryWith();
    await personAt(repository, 'y', 'goal', 'add', REQUEST, ...DIRECT, '--priority', '10');
    expect(events(repository, 'goal.created').at(-1)?.payload.queued).toMatchObject({
      terminal: expect.anything(),
    });
    const script = await ended(
      wukong(repository, 'goal', 'add', 'by a script', ...DIRECT, '--priority', '90'),
    );
    expect(script.out).toContain('wukong goal admit G-0002');
    const pid = await started(repository);
    await until(() => completed(repository).includes('G-0001'));
    const status = await said(repository, 'daemon');
    expect(status).toMatchObject({ running: true, pid, proposals: ['G-0002'], next: [] });
    expect(await ended(wukong(repository, 'goal', 'admit', 'G-0002'))).toMatchObject({ code: 3 });
    const admitted = await personAt(repository, 'y', 'goal', 'admit', 'G-0002');
    expect(admitted.stdout).toContain('Admitted: G-0002');
    await until(() => takenUp(repository).includes('G-0002'));
    const again = await said(repository, 'daemon', 'start');
    expect(again).toMatchObject({ code: 0, pid });
    expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: false });
    expect(events(repository, 'daemon.stopped').at(-1)?.payload).toMatchObject({
      because: 'asked',
    });
    const afterwards = await said(repository, 'daemon');
    expect(afterwards).toMatchObject({ running: false });
    expect(afterwards.decided).toContainEqual(expect.objectContaining({ goal: 'G-0002' }));
    await until(() => atWorkIn(repository).length === 0);
  });

  test('that is stopped ends what it started, uses up no attempt, and goes on where it was', async () => {
    const repository = await repositoryWith('waits', '~/held');
    const held = join(repository.root, 'held');
    writeFileSync(held, '');
    await personAt(repository, 'y', 'goal', 'add', REQUEST, ...DIRECT);
    await started(repository);
    const [executor] = await waiting(held);
    expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: false });
    expect(executor && isAlive(executor)).toBe(false);
    expect(events(repository, 'run.ended').map(({ payload }) => payload)).toMatchObject([
      { outcome: 'stopped', counts: false },
    ]);
    writeFileSync(`${held}.go`, '');
    await started(repository);
    await until(() => completed(repository).length === 1);
    expect(events(repository, 'run.dispatched')).toHaveLength(2);
  });

  test('says why it leaves a goal that nobody can carry out, and takes it up when a person sets somebody up', async () => {
    const repository = await repositoryFor(['eye']);
    admitScripts(repository);
    await queue(repository);
    await started(repository);
    await until(() => handedBack(repository).length > 0);
    expect(handedBack(repository)).toEqual(['for-session']);
    const left = await said(repository, 'daemon');
    expect(left).toMatchObject({ next: [], at_work: [] });
    expect(left.waits).toMatchObject([
      { goal: 'G-0001', why: expect.stringMatching(/N-010.*\/wukong_resume G-0001/) },
    ]);
    const status = await ended(wukong(repository, 'status'));
    expect(status.out).toMatch(/Next: The daemon leaves it: .*\/wukong_resume G-0001/);
    const file = join(repository.path, '.wukong', 'config.local.yaml');
    const local = JSON.parse(readFileSync(file, 'utf8'));
    local.executors.fixer.roles = ['body'];
    writeLocal(repository.path, JSON.stringify(local));
    await until(() => completed(repository).length === 1);
  });

  test('looks again when a person confirms what they set before', async () => {
    const { path } = await repositoryFor(['eye']);
    const ws = findRepository(path);
    if (!ws) throw new Error('no repository');
    writeFileSync(files.localConfig(ws), '{}');
    const set = settingsStamp(ws);
    keepConfirmed(ws, { text: '{}', isAsked: true });
    expect(settingsStamp(ws)).not.toBe(set);
  });
});
