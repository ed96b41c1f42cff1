// P5: disk full: clean failure, the old files intact, work goes on when space returns.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../runtime/log/create-log.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { smallDisk } from '../rig/small-disk.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { counted } from './counted.ts';
import { Tally } from './tally.ts';
import { acknowledged, write, writerArgs } from './writers.ts';

const KB = 1024;

test('P5 a disk that is really full: what was acknowledged is there, and it goes on with space', async (context) => {
  const disk = smallDisk(mkdtempSync(join(tmpdir(), 'wukong-disk-')), 512);
  if (typeof disk === 'string') {
    context.skip(`no small disk can be mounted here: ${disk}`);
    return;
  }
  using _ = disk;
  using tally = new Tally('P5 full disk');
  mkdirSync(join(disk.path, '.git'));
  const ws = findRepository(disk.path);
  if (!ws) throw new Error('no repository');
  createLog(ws);
  const task = { repo: ws.root, name: 'full', count: 80, sizes: [20 * KB, 3 * KB, 500] };
  const full = await write(task);
  tally.rounds += 80;
  const done = acknowledged(full);
  tally.faults += 80 - done.length;
  expect(tally.faults).toBeGreaterThan(0);
  // Each that was not recorded got a clear answer.
  const said = full.stderr.trim().split('\n');
  expect(said).toHaveLength(tally.faults);
  for (const line of said) expect(JSON.parse(line)).toMatchObject({ code: 'ENOSPC' });
  const texts = () => counted(ws).flatMap((record) => record.payload.prompt ?? []);
  for (const text of done) if (!texts().includes(text)) tally.lose(text);
  for (const cache of [files.state(ws), files.taskgraph(ws)]) {
    if (statSync(cache, { throwIfNoEntry: false })) JSON.parse(readFileSync(cache, 'utf8'));
  }
  const before = texts();

  const more = spawnSync('mount', ['-o', 'remount,size=4096k', disk.path]);
  expect(more.status).toBe(0);
  const later = await write({ repo: ws.root, name: 'later', count: 5, sizes: [20 * KB] });
  expect(later).toMatchObject({ code: 0, stderr: '' });
  expect(texts().slice(0, before.length)).toEqual(before);
  for (const text of acknowledged(later)) if (!texts().includes(text)) tally.lose(text);
  expect(new Set(texts()).size).toBe(texts().length);
});

test.skipIf(process.platform === 'win32')(
  'P5 a limit on the size of files: clean failure, and it goes on without the limit',
  () => {
    using at = temporaryWorkspace();
    using tally = new Tally('P5 ulimit -f');
    const args = writerArgs({ repo: at.ws.root, name: 'limited', count: 30, sizes: [3 * KB] });
    // 32 KB: the log reaches it first.
    const script = 'ulimit -f 32; trap "" XFSZ; exec "$@"';
    const limited = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args]);
    const done = acknowledged({ stdout: limited.stdout.toString() });
    tally.rounds = 30;
    tally.faults = 30 - done.length;
    expect(tally.faults).toBeGreaterThan(0);
    expect(done.length).toBeGreaterThan(0);
    const texts = () => counted(at.ws).flatMap((record) => record.payload.prompt ?? []);
    for (const text of done) if (!texts().includes(text)) tally.lose(text);
    const free = spawnSync(
      process.execPath,
      writerArgs({ repo: at.ws.root, name: 'free', count: 3 }),
    );
    expect(free.status).toBe(0);
    for (const text of [...done, ...acknowledged({ stdout: free.stdout.toString() })]) {
      if (texts().filter((each) => each === text).length !== 1) tally.lose(text);
    }
  },
);

test.each(['state.json', 'taskgraph.json', 'torn-'])(
  'P5 %s is never replaced by half of itself',
  async (name) => {
    using at = temporaryWorkspace();
    await write({ repo: at.ws.root, name: 'one', count: 6, sizes: [400] });
    if (name === 'torn-') {
      const bytes = readFileSync(files.log(at.ws));
      writeFileSync(files.log(at.ws), bytes.subarray(0, bytes.length - 9));
    } else {
      rmSync(files.state(at.ws), { force: true });
    }
    const old = readState(at.ws);
    const events = old.ok ? old.state.log.events : 0;
    for (const how of ['short', 'ENOSPC']) {
      await write(
        { repo: at.ws.root, name: how },
        { op: 'writeSync', path: name, how, untilEnd: true },
      );
    }
    for (const cache of [files.state(at.ws), files.taskgraph(at.ws)]) {
      if (statSync(cache, { throwIfNoEntry: false })) JSON.parse(readFileSync(cache, 'utf8'));
    }
    expect(counted(at.ws).length).toBeGreaterThanOrEqual(events);
    expect(await write({ repo: at.ws.root, name: 'after' })).toMatchObject({ code: 0, stderr: '' });
  },
);

test('P5 a lock that could not be written is in nobody’s way', async () => {
  using at = temporaryWorkspace();
  const full = { op: 'writeSync', path: 'events.lock', how: 'ENOSPC' };
  expect((await write({ repo: at.ws.root, name: 'full' }, full)).stderr).toContain('ENOSPC');
  expect(existsSync(files.lock(at.ws))).toBe(false);
});
