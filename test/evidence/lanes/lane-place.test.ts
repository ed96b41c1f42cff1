// Where lanes may lie, and which repositories have none.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  lanePath,
  lanesFolder,
  makeLanesFolder,
} from '../../../runtime/evidence/lanes/lane-place.ts';
import { whyNoLane } from '../../../runtime/evidence/lanes/why-no-lane.ts';
import { LaneRepo } from './lane-rig.ts';

let repo: LaneRepo;
beforeEach(() => {
  repo = new LaneRepo();
  vi.stubEnv('XDG_STATE_HOME', join(repo.base, 'state'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the folder of lanes', () => {
  test('is of the user, and nobody else may look into it', async () => {
    expect(await makeLanesFolder(repo.top, 'L-1')).toEqual({
      ok: true,
      path: join(repo.base, 'state/wukong/lanes/L-1'),
    });
    chmodSync(lanesFolder('L-1'), 0o755);
    await makeLanesFolder(repo.top, 'L-1');
    expect(statSync(lanesFolder('L-1')).mode & 0o777).toBe(0o700);
    expect(lanePath('L-1', 'G-0001-N-030')).toBe(join(lanesFolder('L-1'), 'G-0001-N-030'));
  });

  test('is where it really is, behind a link too', async () => {
    mkdirSync(join(repo.base, 'real'));
    symlinkSync(join(repo.base, 'real'), join(repo.base, 'state'));
    await makeLanesFolder(repo.top, 'L-1');
    expect(lanePath('L-1', 'x')).toBe(join(repo.base, 'real/wukong/lanes/L-1/x'));
  });

  test('is below no folder with a dot before its name', () => {
    vi.stubEnv('XDG_STATE_HOME', join(repo.base, '.state'));
    expect(lanesFolder('L-1')).not.toMatch(/\/\./);
    vi.stubEnv('XDG_STATE_HOME', undefined);
    vi.stubEnv('HOME', repo.base);
    expect(lanesFolder('L-1')).not.toMatch(/\/\.|^$/);
  });

  test('is not inside of the repository', async () => {
    vi.stubEnv('XDG_STATE_HOME', join(repo.top, 'state'));
    expect(await makeLanesFolder(repo.top, 'L-1')).toMatchObject({
      ok: false,
      why: expect.stringContaining('is inside of the repository; set XDG_STATE_HOME'),
    });
  });

  test('has no configuration of tools above it', async () => {
    writeFileSync(join(repo.base, 'package.json'), '{}');
    expect(await makeLanesFolder(repo.top, 'L-1')).toMatchObject({
      ok: false,
      why: expect.stringContaining(`would find ${join(repo.base, 'package.json')}`),
    });
  });

  test('is said to be impossible where a file is in its place', async () => {
    writeFileSync(join(repo.base, 'state'), '');
    expect(await makeLanesFolder(repo.top, 'L-1')).toMatchObject({ ok: false });
  });
});

describe('a repository has lanes', () => {
  const why = () => whyNoLane(repo.top, repo.objectsDir);

  test('if it has a commit and is a plain clone', async () => {
    expect(await why()).toBe('the repository has no commit yet');
    repo.write('a.js').commit();
    expect(await why()).toBeUndefined();
    const linked = join(repo.base, 'linked');
    repo.git('worktree', 'add', '-q', linked);
    expect(await whyNoLane(linked, repo.objectsDir)).toBeUndefined();
  });

  test('not with submodules', async () => {
    repo.write('a.js').commit();
    repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', repo.top, 'inner');
    expect(await why()).toBe('the repository has submodules');
    rmSync(join(repo.top, '.gitmodules'));
    expect(await why()).toBe('the repository has submodules');
  });

  test.each([false, true])('not with files of Git LFS, tracked or not (%s)', async (tracked) => {
    repo.write('.gitattributes', '*.bin filter=lfs\n').commit().write('a.bin');
    if (tracked) repo.commit();
    expect(await why()).toBe('a.bin is a file of Git LFS');
  });

  test('not if it is a shallow clone, a partial one, or a sparse checkout', async () => {
    repo.write('a.js').commit().write('b.js').commit();
    const clone = (...args: string[]) => {
      const to = join(repo.base, `clone${args.join('')}`);
      repo.git('config', 'uploadpack.allowFilter', 'true');
      repo.git('clone', '-q', ...args, `file://${repo.top}`, to);
      return whyNoLane(to, join(to, '.wukong', 'objects'));
    };
    expect(await clone('--depth=1')).toBe('the repository is a shallow clone');
    expect(await clone('--filter=blob:none')).toBe('the repository is a partial clone');
    expect(await clone('--sparse')).toBe('the working tree is a sparse checkout');
    expect(await clone()).toBeUndefined();
  });

  test.skipIf(process.getuid?.() === 0)('not where nothing can be written', async () => {
    repo.write('a.js').commit();
    chmodSync(join(repo.top, '.git'), 0o500);
    expect(await why()).toContain('nothing can be written in');
    chmodSync(join(repo.top, '.git'), 0o700);
  });

  test('not where there is none', async () => {
    expect(await whyNoLane(repo.base, repo.objectsDir)).toContain('git cannot read the repository');
  });

  test('not with a git that cannot merge without a working tree', async () => {
    const bin = join(repo.base, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), '#!/bin/sh\necho git version 2.37.9\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    expect(execFileSync('git', ['version'], { encoding: 'utf8' })).toContain('2.37.9');
    expect(await why()).toBe('lanes need git 2.38 or newer, and this is git version 2.37.9');
  });
});
