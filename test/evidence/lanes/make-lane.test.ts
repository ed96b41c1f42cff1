// A lane holds the tree it was made of, to the byte, and nothing of the person's own repository has changed.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { layLane, makeLane, moveLane } from '../../../runtime/evidence/lanes/make-lane.ts';
import { LaneRepo, listing } from './lane-rig.ts';

let repo: LaneRepo;
beforeEach(() => {
  repo = new LaneRepo();
});

describe('a lane', () => {
  test('holds what is in the working tree, committed or not, and shows the same to git', async () => {
    repo
      .write('src/文件 1.js')
      .write('gone.js')
      .write('edited.js')
      .write('bin/run')
      .write('staged.js');
    symlinkSync('src/文件 1.js', join(repo.top, 'link'));
    repo.write('kept.log').commit().write('.gitignore', '.wukong/\n*.log\n').commit();
    chmodSync(join(repo.top, 'bin/run'), 0o755);
    rmSync(join(repo.top, 'gone.js'));
    repo.write('edited.js', 'edited\r\n').write('new/untracked é.js').write('out.log');
    repo.git('rm', '-q', '--cached', 'staged.js');
    const before = [repo.ofThePerson(), listing(repo.top, '.wukong')];
    const { path, tree } = await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    expect([repo.ofThePerson(), listing(repo.top, '.wukong')]).toEqual(before);
    expect(listing(path)).toEqual(listing(repo.top, '.wukong', 'out.log'));
    expect(lstatSync(join(path, 'bin/run')).mode & 0o111).toBe(0o111);
    expect(readlinkSync(join(path, 'link'))).toBe('src/文件 1.js');
    // Taken out of the index alone, it is a file like any other there.
    expect(repo.status(path)).toBe(
      repo.status().replace('D  staged.js\n', '').replace('?? staged.js\n', ''),
    );
    expect(git(path, 'rev-parse', 'HEAD')).toBe(git(repo.top, 'rev-parse', 'HEAD'));
  });

  test('has the very bytes, whatever filters, line ends and hooks are set up', async () => {
    repo.git('config', 'core.autocrlf', 'true');
    repo.git('config', 'filter.x.clean', 'sed s/shown/hidden/');
    repo.git('config', 'filter.x.smudge', `touch '${join(repo.base, 'ran')}'; cat`);
    repo.write('.git/hooks/post-checkout', `#!/bin/sh\ntouch '${join(repo.base, 'ran')}'\n`);
    chmodSync(join(repo.top, '.git/hooks/post-checkout'), 0o755);
    repo.write('.gitattributes', '* text=auto\n*.js filter=x\n*.c ident\n');
    repo.write('crlf.md', 'a\r\nb\r\n').write('lf.md', 'a\nb\n').write('a.js', 'shown\n');
    repo.write('id.c', '$Id$\n').commit();
    repo.write('new.md', 'c\r\n');
    const { path, tree } = await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    for (const name of ['crlf.md', 'lf.md', 'a.js', 'id.c', 'new.md']) {
      expect(readFileSync(join(path, name)).equals(readFileSync(join(repo.top, name)))).toBe(true);
    }
    expect(existsSync(join(repo.base, 'ran'))).toBe(false);
    expect(repo.status(path)).toBe(repo.status());
  });

  test('tracks what a person added although git ignores it', async () => {
    repo.write('.gitignore', '.wukong/\n*.log\n').commit();
    repo.write('forced.log').git('add', '-f', 'forced.log');
    const { path, tree } = await repo.lane();
    expect(existsSync(join(path, 'forced.log'))).toBe(true);
    writeFileSync(join(path, 'forced.log'), 'changed\n');
    expect(await repo.changed(tree, await repo.tree(path))).toEqual(['M forced.log']);
  });

  test('has the committed files of Wukong, which are in no tree', async () => {
    rmSync(join(repo.top, '.gitignore'));
    repo
      .write('.wukong/config.yaml')
      .write('.wukong/.gitignore', 'objects\n')
      .write('a.js')
      .commit();
    const { path, tree } = await repo.lane();
    expect(repo.status(path)).toBe('');
    expect(await repo.tree(path)).toBe(tree);
  });

  test('knows a change made in it, at once', async () => {
    repo.write('a.js').write('b.js').commit();
    const { path, tree } = await repo.lane();
    writeFileSync(join(path, 'a.js'), 'a.jt\n');
    rmSync(join(path, 'b.js'));
    writeFileSync(join(path, 'c.js'), '');
    expect(await repo.changed(tree, await repo.tree(path))).toEqual(['M a.js', 'D b.js', 'A c.js']);
    expect(await repo.tree()).toBe(tree);
  });

  test('is one of several, made at the same time', async () => {
    repo.write('a.js').commit();
    const tree = await repo.tree();
    const before = repo.ofThePerson();
    const paths = ['G-0001-N-010', 'G-0001-N-020', 'G-0002-N-010'].map((name) => repo.path(name));
    const made = await Promise.all(paths.map((path) => makeLane({ ...repo.place, tree, path })));
    expect(made.map(({ ok }) => ok)).toEqual([true, true, true]);
    writeFileSync(join(paths[0] ?? '', 'a.js'), 'x\n');
    expect(await Promise.all(paths.slice(1).map((path) => repo.tree(path)))).toEqual([tree, tree]);
    expect(repo.ofThePerson()).toEqual(before);
    // As git sees them.
    expect(repo.git('worktree', 'list').trim().split('\n')).toHaveLength(4);
  });

  test('is made though git stops at the entry of one that somebody is making just now', async () => {
    repo.write('a.js');
    repo.commit();
    const half = join(repo.top, '.git', 'worktrees', 'half');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'gitdir'), `${join(repo.lanes, 'half', '.git')}\n`);
    writeFileSync(join(half, 'HEAD'), repo.git('rev-parse', 'HEAD'));
    writeFileSync(join(half, 'commondir'), '');
    const elsewhere = join(repo.lanes, 'elsewhere');
    expect(() => repo.git('worktree', 'add', '--detach', elsewhere)).toThrow('worktree add');
    setTimeout(() => writeFileSync(join(half, 'commondir'), '../..\n'), 500);
    const { path } = await repo.lane();
    expect(existsSync(join(path, 'a.js'))).toBe(true);
  });

  test('is made again where a person deleted its folder', async () => {
    repo.write('a.js').commit();
    const { path, tree } = await repo.lane();
    rmSync(path, { recursive: true });
    expect(await repo.lane()).toEqual({ path, tree });
    expect(await repo.tree(path)).toBe(tree);
    rmSync(path, { recursive: true });
    repo.git('worktree', 'prune');
    await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
  });

  test('is known to git again where its entry was pruned, with what was in it', async () => {
    repo.write('a.js').commit();
    const { path, tree } = await repo.lane();
    writeFileSync(join(path, 'work.js'), 'work\n');
    rmSync(join(repo.top, '.git', 'worktrees'), { recursive: true });
    const made = await makeLane({ ...repo.place, tree, path });
    expect(made).toMatchObject({ ok: true });
    expect(await repo.tree(path)).toBe(tree);
    const was = made.ok ? (made.was ?? '') : '';
    expect(await repo.changed(tree, was)).toEqual(['A work.js']);
    expect(repo.git('worktree', 'list')).toContain(realpathSync(path));
  });

  test('is whole after one that was killed while it was filled', async () => {
    repo.write('a.js').write('sub/b.js').commit();
    const { path, tree } = await repo.lane();
    for (const name of ['a.js', 'sub']) rmSync(join(path, name), { recursive: true });
    rmSync(join(git(path, 'rev-parse', '--absolute-git-dir'), 'index'));
    await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    expect(repo.status(path)).toBe('');
  });

  test('is not made where something else is', async () => {
    repo.write('a.js').commit();
    mkdirSync(repo.path(), { recursive: true });
    execFileSync('git', ['init', '-q'], { cwd: repo.path() });
    const tree = await repo.tree();
    expect(await makeLane({ ...repo.place, tree, path: repo.path() })).toEqual({
      ok: false,
      why: `${repo.path()} is there, and is no lane`,
    });
  });
});

describe('what is installed', () => {
  beforeEach(() => {
    repo.write('.gitignore', '.wukong/\nnode_modules/\ntarget/\nout/\n').write('a.js');
    repo.write('node_modules/x/index.js').write('node_modules/@s/y/index.js').write('target/o');
    repo.write('packages/own/index.js').write('node_modules/.cache/z');
    symlinkSync('../packages/own', join(repo.top, 'node_modules', 'own'));
    repo.commit();
  });

  test('is there by links in a folder that git ignores, built output and caches are not', async () => {
    const { path, tree } = await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    const modules = join(path, 'node_modules');
    expect(lstatSync(modules).isDirectory()).toBe(true);
    expect(readlinkSync(join(modules, 'x'))).toBe(join(repo.top, 'node_modules/x'));
    expect(existsSync(join(modules, '@s/y/index.js'))).toBe(true);
    expect(realpathSync(join(modules, 'own'))).toBe(join(realpathSync(path), 'packages/own'));
    expect([existsSync(join(modules, '.cache')), existsSync(join(path, 'target'))]).toEqual([
      false,
      false,
    ]);
    expect(repo.status(path)).toBe(repo.status());
  });

  test('is there where it ignores itself from within', async () => {
    repo.write('.venv/.gitignore', '*\n').write('.venv/lib/x.py').write('.venv/pyvenv.cfg');
    const { path, tree } = await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    expect(existsSync(join(path, '.venv/lib/x.py'))).toBe(true);
  });

  test('is left out where git would not ignore it in the lane', async () => {
    repo
      .write('.gitignore', '.wukong/\n')
      .write('.git/info/exclude', '/vendor/*/\n/node_modules\n/target\n');
    repo.write('vendor/x/y.php');
    const { path, tree } = await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    expect(existsSync(join(path, 'node_modules/x/index.js'))).toBe(true);
  });
});

describe('a lane moves', () => {
  test('to another tree by what differs, and keeps what git ignores', async () => {
    repo.write('.gitignore', '.wukong/\n*.log\n').write('a.js').write('d/b.js').write('c').commit();
    const { path, tree } = await repo.lane();
    writeFileSync(join(path, 'own.log'), 'mine');
    repo.write('a.js', 'other\n').write('c.js').write('forced.log').git('add', '-f', 'forced.log');
    rmSync(join(repo.top, 'd'), { recursive: true });
    rmSync(join(repo.top, 'c'));
    repo.write('d').write('c/e.js');
    const to = await repo.tree();
    expect(await moveLane({ path, objectsDir: repo.objectsDir, from: tree, to })).toEqual({
      ok: true,
      was: tree,
    });
    expect(await repo.tree(path)).toBe(to);
    expect(readFileSync(join(path, 'own.log'), 'utf8')).toBe('mine');
    expect(await moveLane({ path, objectsDir: repo.objectsDir, from: to, to: tree })).toMatchObject(
      { ok: true },
    );
    expect(await repo.tree(path)).toBe(tree);
  });

  test('only from the tree that it holds, and else nothing of it changes', async () => {
    repo.write('a.js').commit();
    const { path, tree } = await repo.lane();
    writeFileSync(join(path, 'work.js'), 'work');
    repo.write('a.js', 'x');
    const before = listing(path);
    const moved = { path, objectsDir: repo.objectsDir, to: await repo.tree() };
    expect(await moveLane({ ...moved, from: tree })).toEqual({
      ok: false,
      why: `the lane ${path} holds other files than those of its tree`,
    });
    expect(listing(path)).toEqual(before);
    // An ignored file stands where the other tree has one.
    writeFileSync(
      join(git(path, 'rev-parse', '--git-common-dir'), 'info/exclude'),
      'a.txt\nwork.js\n',
    );
    writeFileSync(join(path, 'a.txt'), 'mine');
    repo.write('a.txt').git('add', '-f', 'a.txt');
    expect(await moveLane({ ...moved, from: tree, to: await repo.tree() })).toEqual({
      ok: false,
      why: 'a.txt: a file is there that is in no tree',
    });
  });

  test('back to the HEAD of the person, whatever was committed in it', async () => {
    repo.write('a.js').commit();
    const { path } = await repo.lane();
    writeFileSync(join(path, 'work.js'), 'work');
    for (const args of [
      ['checkout', '-q', '-b', 'own'],
      ['add', '-A'],
      ['commit', '-qm', 'x'],
    ]) {
      git(path, ...args);
    }
    repo.write('b.js').commit().write('c.js');
    const { tree } = await repo.lane();
    expect(await repo.tree(path)).toBe(tree);
    expect(repo.status(path)).toBe(repo.status());
    expect(git(path, 'status', '--short', '--branch')).toContain('HEAD (no branch)');
    // What was made stays a branch, to be told of.
    expect(repo.git('branch', '--list', 'own')).toContain('own');
  });
});

test('a working tree that the client made, on its branch, gets the tree, and loses what is not in it', async () => {
  repo.write('.gitignore', '.wukong/\nnode_modules/\n').write('a.js').write('gone.js').commit();
  repo.write('node_modules/x/index.js').write('a.js', 'uncommitted\n').write('new.js');
  rmSync(join(repo.top, 'gone.js'));
  const path = join(repo.base, 'agent-x');
  repo.git('worktree', 'add', '-q', '-b', 'worktree-agent-x', path);
  writeFileSync(join(path, 'stray.js'), 'stray');
  const tree = await repo.tree();
  const before = repo.ofThePerson();
  const head = git(path, 'rev-parse', 'HEAD');
  const laid = await layLane({ path, objectsDir: repo.objectsDir, tree, main: repo.top });
  expect(laid).toMatchObject({ ok: true, linked: ['node_modules'] });
  expect(await repo.tree(path)).toBe(tree);
  expect(repo.ofThePerson()).toEqual(before);
  expect([git(path, 'branch', '--show-current'), git(path, 'rev-parse', 'HEAD')]).toEqual([
    'worktree-agent-x',
    head,
  ]);
  expect(repo.status(path)).toBe(repo.status());
  expect(
    await layLane({ path: repo.base, objectsDir: repo.objectsDir, tree, main: repo.top }),
  ).toEqual({
    ok: false,
    why: `${repo.base} is no working tree of this repository`,
  });
});

test('a tree with a repository of its own in it gets no lane', async () => {
  repo.write('a.js').commit();
  execFileSync('git', ['clone', '-q', repo.top, join(repo.top, 'inner')]);
  repo.git('add', 'inner');
  const tree = await repo.tree();
  expect(await makeLane({ ...repo.place, tree, path: repo.path() })).toEqual({
    ok: false,
    why: 'inner is a repository of its own',
  });
  expect(existsSync(repo.path())).toBe(false);
});

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
