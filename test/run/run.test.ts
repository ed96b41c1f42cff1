// `wukong run` on the example, with a deterministic script for an executor.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { CLI, ended, events, REQUEST, repositoryWith, until, waiting, wukong } from './driven.ts';

const NOBODY = { pid: 0, started: null };

describe('a goal that is run without a session', () => {
  test('goes from red to green, at the level the runtime saw for itself', async () => {
    const repository = await repositoryWith();
    const run = await ended(wukong(repository, 'run', REQUEST, '--track', 'fix', '--json'));
    expect(run.code).toBe(0);
    const lines = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({
      command: 'run',
      ok: true,
      goal: 'G-0001',
      end: 'completed',
    });
    expect(existsSync(join(repository.path, '.wukong', lines.at(-1).summary))).toBe(true);
    const claimed = events(repository, 'usage.claimed');
    expect(claimed.at(-1)?.payload.models).toMatchObject({ m: { input: 10, output: 20 } });
    expect(events(repository, 'usage.recorded')).toEqual([]);
    const order = await ended(wukong(repository, 'order', 'show', String(claimed[0]?.run_id)));
    expect(order.out).toMatch(/says it used 30 tokens.*holds as used/);
    const levels = events(repository, 'node.done').map(({ node_id, payload }) => [
      node_id,
      payload.level,
    ]);
    expect(levels).toEqual([
      ['N-001', 'L1'],
      ['N-010', 'L1'],
      ['N-020', 'L3'],
      ['N-030', 'L3'],
      ['N-040', 'L1'],
      ['N-050', 'L1'],
    ]);
  });

  test('has a test that shows the fault before it is fixed, where that is asked for', async () => {
    const repository = await repositoryWith();
    const asked = ['--track', 'fix_small', '--reproduce', 'first'];
    const run = await ended(wukong(repository, 'run', REQUEST, ...asked));
    expect(run.code, run.out).toBe(0);
    const done = events(repository, 'node.done').map(({ node_id }) => node_id);
    expect(done).toEqual(['N-040', 'N-010', 'N-020', 'N-030']);
    expect(events(repository, 'graph.completed').at(-1)?.payload).toMatchObject({
      fault: { kind: 'shown' },
    });
    const misused = await ended(wukong(repository, 'run', REQUEST, '--reproduce', 'last'));
    expect([misused.code, misused.out]).toEqual([2, expect.stringContaining('takes "first"')]);
  });

  test('does not end by an executor that lies about its tests: each next one is told why', async () => {
    const repository = await repositoryWith('lies');
    const run = await ended(wukong(repository, 'run', 'change it', '--track', 'direct'));
    expect(run.code).toBe(3);
    expect(run.out).toContain('waits for you');
    const [first, ...more] = events(repository, 'run.ended');
    expect(first?.payload).toMatchObject({ outcome: 'failed', counts: true });
    expect(JSON.stringify(first?.payload.findings)).toContain('tests');
    expect(more.length).toBeGreaterThan(0);
    expect(events(repository, 'node.done')).toEqual([]);
    const second = events(repository, 'run.dispatched')[1]?.run_id;
    const folder = join(repository.path, '.wukong', 'artifacts');
    const [session = ''] = events(repository, 'goal.created').map(
      ({ payload }) => payload.artifacts,
    );
    const order = join(folder, String(session), 'N-010', String(second), 'work_order.json');
    expect(JSON.parse(readFileSync(order, 'utf8')).findings.length).toBeGreaterThan(0);
  });

  test('is handed back by Ctrl-C without an attempt spent, and goes on when it is run again', async () => {
    const repository = await repositoryWith('waits', '~/held');
    const held = join(repository.root, 'held');
    writeFileSync(held, '');
    const child = wukong(repository, 'run', REQUEST, '--track', 'direct');
    const end = ended(child);
    const [executor = NOBODY] = await waiting(held);
    child.kill('SIGINT');
    expect((await end).code).toBe(130);
    expect(isAlive(executor)).toBe(false);
    const [stopped] = events(repository, 'run.ended');
    expect(stopped?.payload).toMatchObject({
      outcome: 'stopped',
      counts: false,
      because: { kind: 'executor-ended', how: 'interrupted' },
    });
    expect(events(repository, 'goal.owned').at(-1)?.payload).toMatchObject({
      owner: { kind: 'nobody' },
    });
    rmSync(held);
    expect(await ended(wukong(repository, 'run', 'G-0001'))).toMatchObject({ code: 0 });
  });

  test('is taken over from a driver that was killed, and what that one left running is ended', async () => {
    const { repository, held, child, executor } = await driverAtWork();
    const refused = await ended(wukong(repository, 'run', 'G-0001'));
    expect(refused).toMatchObject({ code: 3, out: expect.stringContaining('Another driver') });
    expect(isAlive(executor)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    rmSync(held);
    expect(await ended(wukong(repository, 'run'))).toMatchObject({ code: 0 });
    expect(isAlive(executor)).toBe(false);
    const [lost] = events(repository, 'run.ended');
    expect(lost?.payload).toMatchObject({ outcome: 'lost', counts: false });
    const [leased] = events(repository, 'run.leased');
    expect(existsSync(String(leased?.payload.folder))).toBe(false);
  });

  test('is nobody’s when its driver was killed, and what that one had started is ended, without anybody after it', async () => {
    const { repository, child, executor } = await driverAtWork();
    child.kill('SIGKILL');
    await until(() => !isAlive(executor) && events(repository, 'goal.owned').length > 0);
    expect(events(repository, 'run.ended').map(({ payload }) => payload)).toMatchObject([
      { outcome: 'lost', counts: false, because: { kind: 'executor-ended', how: 'lease-lost' } },
    ]);
    expect(events(repository, 'goal.owned').at(-1)?.payload.owner).toEqual({ kind: 'nobody' });
    const [leased] = events(repository, 'run.leased');
    await until(() => !existsSync(String(leased?.payload.folder)));
  });

  test('counts only for who took it over: a driver that was frozen meanwhile changes nothing, and touches no worker of the other', async () => {
    const repository = await repositoryWith('waits', '~/held');
    const held = join(repository.root, 'held');
    writeFileSync(held, '');
    const child = wukong(repository, 'run', REQUEST, '--track', 'direct');
    const loser = ended(child);
    await waiting(held);
    // Frozen with the lock it would hold up the other one's first step.
    const lock = join(repository.path, '.wukong', 'events.lock');
    await until(() => events(repository, 'run.leased').length > 0 && !existsSync(lock));
    child.kill('SIGSTOP');
    const winner = ended(wukong(repository, 'run', 'G-0001', '--take'));
    const [, worker = NOBODY] = await waiting(held, 2);
    await until(() => events(repository, 'run.leased').length === 2);
    const before = events(repository);
    child.kill('SIGCONT');
    await loser;
    expect(events(repository)).toEqual(before);
    expect(isAlive(worker)).toBe(true);
    writeFileSync(`${held}.go`, '');
    expect(await winner).toMatchObject({ code: 0 });
    const outcomes = events(repository, 'run.ended').map(({ payload }) => payload.outcome);
    expect(outcomes).toEqual(['replaced', 'success']);
  });

  test('is begun by no agent and by no other executor', async () => {
    const repository = await repositoryWith();
    const env = { ...systemPaths(), ...gitEnvironment(), HOME: repository.root, WUKONG_DEPTH: '1' };
    const child = spawn(process.execPath, [CLI, 'run', REQUEST], { cwd: repository.path, env });
    expect(await ended(child)).toMatchObject({ code: 3 });
    expect(events(repository, 'goal.created')).toEqual([]);
  });
});

/** A driver whose executor is at work until `held` is taken away, as the log knows. */
async function driverAtWork() {
  const repository = await repositoryWith('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const child = wukong(repository, 'run', REQUEST, '--track', 'direct');
  const [executor = NOBODY] = await waiting(held);
  await until(() => events(repository, 'run.leased').length > 0);
  return { repository, held, child, executor };
}
