// A lane goes when nothing of it is lost and nobody is in it, and nothing of it is left.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lanePath, makeLanesFolder } from '../../../runtime/evidence/lanes/lane-place.ts';
import { makeLane } from '../../../runtime/evidence/lanes/make-lane.ts';
import { lanesOf, removeLane } from '../../../runtime/evidence/lanes/remove-lane.ts';
import { LaneRepo, NAME } from './lane-rig.ts';

let repo: LaneRepo;
beforeEach(() => {
  repo = new LaneRepo();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const about = (path: string) => ({ worktree: repo.top, objectsDir: repo.objectsDir, path });
const entries = () => {
  const folder = join(repo.top, '.git', 'worktrees');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a lane is removed', () => {
  test('with all that git knows of it, and the repository is as it was', async () => {
    repo.write('a.js').commit();
    const before = repo.ofThePerson();
    const { path, tree } = await repo.lane();
    expect(await removeLane({ ...about(path), expect: tree })).toEqual({ is: 'removed', kept: [] });
    expect([existsSync(path), entries(), readdirSync(dirname(path))]).toEqual([false, [], []]);
    expect(repo.ofThePerson()).toEqual(before);
    expect(existsSync(join(repo.top, '.git', 'worktrees'))).toBe(false);
    // Under its name there can be another one at once.
    repo.write('a.js', 'other');
    const again = await repo.lane();
    expect(await repo.tree(again.path)).toBe(again.tree);
  });

  test('not if somebody worked in it since its tree was taken', async () => {
    repo.write('a.js').commit();
    const { path, tree } = await repo.lane();
    writeFileSync(join(path, 'late.js'), 'late');
    const why = 'somebody worked in it since its tree was taken';
    expect(await removeLane({ ...about(path), expect: tree })).toEqual({ is: 'left', why });
    expect(readFileSync(join(path, 'late.js'), 'utf8')).toBe('late');
    expect(await removeLane(about(path))).toEqual({ is: 'removed', kept: [] });
  });

  test.runIf(process.platform === 'linux')('not while a process is in it', async () => {
    repo.write('d/a.js').commit();
    const { path } = await repo.lane();
    const inside = spawn(process.execPath, ['-e', 'console.log(1); process.stdin.resume()'], {
      cwd: join(path, 'd'),
    });
    await once(inside.stdout, 'data');
    const why = `process ${inside.pid} is in it`;
    expect(await removeLane(about(path))).toEqual({ is: 'left', why });
    inside.stdin.end();
    await once(inside, 'exit');
    expect(await removeLane(about(path))).toEqual({ is: 'removed', kept: [] });
  });

  test('not with a repository in it that nobody tracks, which no tree has', async () => {
    repo.write('a.js').commit();
    const { path, tree } = await repo.lane();
    execFileSync('git', ['clone', '-q', repo.top, join(path, 'clone')]);
    const why = 'clone in it is a repository of its own';
    expect(await removeLane({ ...about(path), expect: tree })).toEqual({ is: 'left', why });
    rmSync(join(path, 'clone'), { recursive: true });
    expect(await removeLane(about(path))).toEqual({ is: 'removed', kept: [] });
  });

  test('not while a person locked it', async () => {
    repo.write('a.js').commit();
    const { path } = await repo.lane();
    repo.git('worktree', 'lock', path);
    expect(await removeLane(about(path))).toEqual({
      is: 'left',
      why: 'it is locked (git worktree lock)',
    });
  });

  test('and what git ignores there is kept, but for links of ours, copies of it and what a build makes', async () => {
    repo.write('.gitignore', '.wukong/\nnode_modules/\n*.env\ntarget/\nnotes/\n').write('a.js');
    repo.write('node_modules/x/i.js').write('node_modules/@s/y/i.js').write('own.env', 'secret');
    repo.commit();
    const { path, tree } = await repo.lane();
    writeFileSync(join(path, 'own.env'), 'secret');
    writeFileSync(join(path, 'new.env'), 'new');
    for (const folder of ['target', 'notes/d', 'node_modules/z', 'node_modules/.cache']) {
      mkdirSync(join(path, folder), { recursive: true });
      writeFileSync(join(path, folder, 'f'), folder);
    }
    const kept = join(repo.base, 'kept');
    mkdirSync(kept);
    writeFileSync(join(kept, 'new.env'), 'of another lane');
    expect(await removeLane({ ...about(path), expect: tree, kept })).toEqual({
      is: 'removed',
      kept: ['new.env', 'node_modules/z', 'notes'],
    });
    expect(readFileSync(join(kept, 'new.env~1'), 'utf8')).toBe('new');
    expect(readFileSync(join(kept, 'notes/d/f'), 'utf8')).toBe('notes/d');
    expect(existsSync(join(repo.top, 'node_modules/x/i.js'))).toBe(true);
  });

  test('where its folder is gone already, and nothing of others goes', async () => {
    repo.write('a.js').commit();
    const { path } = await repo.lane();
    const other = join(repo.base, 'of-a-person');
    repo.git('worktree', 'add', '-q', '--detach', other);
    rmSync(path, { recursive: true });
    expect(await removeLane(about(path))).toEqual({ is: 'removed', kept: [] });
    expect(entries()).toEqual(['of-a-person']);
    expect(await removeLane(about(path))).toEqual({ is: 'removed', kept: [] });
    expect(await removeLane(about(repo.top))).toMatchObject({ is: 'left' });
    expect(existsSync(join(repo.top, 'a.js'))).toBe(true);
  });

  test.each([
    ['that holds nothing of its own', false],
    ['unless it has a commit that no other has', true],
  ])('with the branch that the client made for it, %s', async (_, commits) => {
    repo.write('a.js').commit();
    const path = join(repo.base, 'agent-x');
    repo.git('worktree', 'add', '-q', '-b', 'worktree-agent-x', path);
    if (commits) {
      writeFileSync(join(path, 'a.js'), 'work');
      execFileSync('git', ['commit', '-qam', 'work'], { cwd: path });
    }
    repo.write('b.js').commit();
    expect(await removeLane(about(path))).toEqual({ is: 'removed', kept: [] });
    expect(repo.git('branch', '--list', 'worktree-agent-x').trim() !== '').toBe(commits);
  });
});

describe('lanes of one log', () => {
  test('are named, by what is left of each', async () => {
    vi.stubEnv('XDG_STATE_HOME', join(repo.base, 'state'));
    repo.write('a.js').commit();
    const folder = await makeLanesFolder(repo.top, 'L-1');
    if (!folder.ok) throw new Error(folder.why);
    expect(await lanesOf(repo.top, 'L-1')).toEqual([]);
    const tree = await repo.tree();
    const names = [NAME, 'G-0001-N-040', 'G-0001-N-050'];
    for (const name of names) {
      const made = await makeLane({ ...repo.place, tree, path: lanePath('L-1', name) });
      expect(made.ok).toBe(true);
    }
    await repo.lane('elsewhere');
    rmSync(lanePath('L-1', NAME), { recursive: true });
    rmSync(join(repo.top, '.git', 'worktrees', 'G-0001-N-040'), { recursive: true });
    const lane = (name: string, entry: boolean, there: boolean) => ({
      path: lanePath('L-1', name),
      name,
      entry,
      folder: there,
    });
    expect(await lanesOf(repo.top, 'L-1')).toEqual([
      lane(NAME, true, false),
      lane('G-0001-N-040', false, true),
      lane('G-0001-N-050', true, true),
    ]);
  });
});
