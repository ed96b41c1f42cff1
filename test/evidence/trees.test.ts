import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import { patch } from '../../runtime/evidence/trees/tree-changes.ts';
import { Repo } from './repo.ts';
import { temporaryFolder } from './temporary.ts';

/**
 * Every file of a .git with its bytes and times. Objects without times: git renews the time of an
 * object it would have written and finds there already, so that gc keeps it.
 */
function fingerprint(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const time = path.includes('/objects/') ? '' : statSync(path).mtimeMs;
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${path} ${time} ${digest}`;
    })
    .join('\n');
}

describe('a snapshot', () => {
  test.each(['.gitignore', '.git/info/exclude'])(
    'is recorded where %s has .wukong as a whole, as an installation for one clone does',
    async (rules) => {
      const repo = new Repo();
      repo.write(rules, '/.wukong/\n').write('a.js').write('.wukong/b.js');
      const names = rules === '.gitignore' ? ['.gitignore', 'a.js'] : ['a.js'];
      expect(await repo.files()).toEqual(names);
      // Beside what git says of an inner repository that has no commit.
      execFileSync('git', ['init', '-q', join(repo.top, 'inner')]);
      const taken = await snapshot(repo.place);
      expect(taken).toMatchObject({ ok: true, value: { skipped: ['inner'] } });
      expect(await repo.files()).toEqual(names);
    },
  );

  test('is recorded where git ignores .claude as a whole, or all but what is named', async () => {
    for (const rules of ['/.claude\n', '/.wukong\n/.claude/\n', '/*\n!/.gitignore\n!/a.js\n']) {
      const repo = new Repo().write('.gitignore', rules).write('a.js');
      repo.write('.wukong/b.js').write('.claude/settings.json').write('.claude/worktrees/c.js');
      expect(await repo.files()).toEqual(['.gitignore', 'a.js']);
    }
  });

  test('holds tracked and untracked files, not ignored ones and not .wukong', async () => {
    const repo = new Repo()
      .write('a.js')
      .write('.gitignore', 'out/\n')
      .write('.wukong/config.yaml')
      .commit();
    repo.write('目录/新 文件.js').write('out/b.js').write('.wukong/events.jsonl');
    expect(await repo.files()).toEqual(['.gitignore', 'a.js', '目录/新 文件.js']);
  });

  test('puts no object behind a link that a pull made of a folder of the objects', async () => {
    const repo = new Repo().write('a.js').commit();
    const outside = temporaryFolder('wukong-outside-');
    await repo.tree();
    for (let first = 0; first < 256; first += 1) {
      const folder = join(repo.objectsDir, first.toString(16).padStart(2, '0'));
      rmSync(folder, { recursive: true, force: true });
      symlinkSync(outside, folder);
    }
    repo.write('b.js');
    await expect(repo.tree()).rejects.toMatchObject({
      inTheWay: { file: expect.stringMatching(/^\.wukong\/objects\/[0-9a-f]{2}$/), is: 'link' },
    });
    expect(readdirSync(outside)).toEqual([]);
  });

  test('never writes to .git, and leaves no index behind', async () => {
    const repo = new Repo().write('a.js').commit();
    repo.write('a.js', 'changed').write('b.js');
    writeFileSync(
      join(repo.top, '.git', 'hooks', 'post-index-change'),
      '#!/bin/sh\ntouch "$GIT_DIR/hooked"\n',
    );
    chmodSync(join(repo.top, '.git', 'hooks', 'post-index-change'), 0o755);
    const before = fingerprint(join(repo.top, '.git'));
    const tree = await repo.tree();
    await repo.changed(tree, await repo.tree());
    expect(fingerprint(join(repo.top, '.git'))).toBe(before);
    expect(readdirSync(repo.objectsDir).filter((name) => name.startsWith('index-'))).toEqual([]);
  });

  test('takes away what one that was killed left, and nothing of one that is at work, whatever the clock says', async () => {
    const repo = new Repo().write('a.js').commit();
    await repo.tree();
    const [mine, gone] = [`index-${process.pid}-1`, 'index-999999999-1'];
    for (const name of [mine, gone]) mkdirSync(join(repo.objectsDir, name));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await repo.tree();
    const left = readdirSync(repo.objectsDir).filter((name) => name.startsWith('index-'));
    expect(left).toEqual([mine]);
  });

  test('is none of another folder that git was made to look at instead', async () => {
    const repo = new Repo().write('a.js').commit();
    const other = temporaryFolder('elsewhere ');
    writeFileSync(join(other, 'a.js'), 'other');
    writeFileSync(join(other, '.git'), `gitdir: ${join(repo.top, '.git')}\n`);
    repo.git('config', 'core.worktree', other);
    expect(await snapshot(repo.place)).toMatchObject({
      ok: false,
      error: { kind: 'no-git-repository', path: repo.top },
    });
    repo.git('config', 'core.worktree', repo.top);
    expect(await repo.files()).toEqual(['a.js']);
  });

  test('does not depend on what is staged', async () => {
    const repo = new Repo().write('a.js').commit().write('a.js', 'new').write('b.js');
    const before = await repo.tree();
    repo.git('add', '-A');
    expect(await repo.tree()).toBe(before);
  });

  test.each([
    ['an empty repository', (repo: Repo) => repo, []],
    ['a repository without commits', (repo: Repo) => repo.write('a.js'), ['a.js']],
    [
      'a split index',
      (repo: Repo) => {
        repo.write('a.js').commit().git('update-index', '--split-index');
        return repo;
      },
      ['a.js'],
    ],
    ['an unfinished merge', conflicted, ['a.js']],
  ])('works in %s', async (_name, make, files) => {
    const repo = make(new Repo());
    const before = fingerprint(join(repo.top, '.git'));
    expect(await repo.files()).toEqual(files);
    expect(fingerprint(join(repo.top, '.git'))).toBe(before);
  });

  test('works in a linked worktree, and from a folder inside one', async () => {
    const repo = new Repo().write('a.js').commit();
    const linked = join(repo.base, 'linked 二');
    repo.git('worktree', 'add', '-q', '-b', 'other', linked);
    mkdirSync(join(linked, 'sub'));
    writeFileSync(join(linked, 'sub', 'only-here.js'), 'x');
    expect(await repo.files(linked)).toEqual(['a.js', 'sub/only-here.js']);
    expect(await repo.files(join(linked, 'sub'))).toEqual(['a.js', 'sub/only-here.js']);
    expect(await repo.files()).toEqual(['a.js']);
  });

  test('is the same for many taken at once', async () => {
    const repo = new Repo().write('a.js').commit().write('b.js');
    const trees = await Promise.all([1, 2, 3, 4].map(() => repo.tree()));
    expect(new Set(trees).size).toBe(1);
  });

  test('has of repositories inside those alone that git tracks, and names the others', async () => {
    const repo = new Repo().write('a.js').commit().write('b.js');
    const inside = (name: string): void => {
      execFileSync('git', ['clone', '-q', repo.top, join(repo.top, name)], { stdio: 'ignore' });
    };
    for (const name of ['added', 'sub/left out']) inside(name);
    repo.commit();
    repo.git('rm', '-q', '--cached', 'sub/left out');
    const before = await repo.tree();
    for (const name of ['clone', 'sub/clone 三', 'of two\nlines']) inside(name);
    repo.git('worktree', 'add', '-q', 'wt', '-b', 'one');
    execFileSync('git', ['init', '-q', join(repo.top, 'without 三')]);
    // The second one knows what the first saw.
    for (const _ of [1, 2]) expect(await repo.tree()).toBe(before);
    expect(await repo.files()).toEqual(['a.js', 'added', 'b.js', 'sub/left out']);
    const taken = await snapshot(repo.place);
    const skipped = ['without 三', 'clone', 'of two\nlines', 'sub/clone 三', 'wt'];
    expect(taken).toMatchObject({ ok: true, value: { skipped } });
  });

  test('shows a change that hides behind "assume unchanged", "skip worktree" or an old date', async () => {
    const repo = new Repo().write('a.js', 'one').write('b.js', 'one').write('c.js', 'one').commit();
    const before = await repo.tree();
    repo.git('update-index', '--assume-unchanged', 'a.js');
    repo.git('update-index', '--skip-worktree', 'b.js');
    repo.git('config', 'core.trustctime', 'false');
    const { atime, mtime } = statSync(join(repo.top, 'c.js'));
    for (const path of ['a.js', 'b.js', 'c.js']) repo.write(path, 'two');
    utimesSync(join(repo.top, 'c.js'), atime, mtime);
    expect(await repo.changed(before, await repo.tree())).toEqual(['M a.js', 'M b.js', 'M c.js']);
  });

  test('of a folder without a repository is a failure with git’s own words', async () => {
    const folder = temporaryFolder('wukong-plain-');
    const taken = await snapshot({ worktree: folder, objectsDir: join(folder, 'objects') });
    expect(taken).toMatchObject({ ok: false, error: { kind: 'no-git-repository', path: folder } });
    if (!taken.ok && taken.error.kind === 'no-git-repository') {
      expect(taken.error.stderr).toContain('not a git repository');
    }
  });

  test('does not follow the caller’s GIT variables to another repository', async () => {
    const repo = new Repo().write('a.js').commit();
    const other = new Repo().write('other.js').commit();
    vi.stubEnv('GIT_DIR', join(other.top, '.git'));
    vi.stubEnv('GIT_INDEX_FILE', join(other.top, '.git', 'index'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await repo.files()).toEqual(['a.js']);
  });
});

describe('the difference of two snapshots', () => {
  test('names added, changed, deleted and replaced files, a rename as both', async () => {
    const repo = new Repo().write('a.js').write('b.js').write('旧 名.js').write('link').commit();
    const before = await repo.tree();
    repo.write('a.js', 'new').write('带 空格/c.js');
    rmSync(join(repo.top, 'b.js'));
    renameSync(join(repo.top, '旧 名.js'), join(repo.top, '新 名.js'));
    rmSync(join(repo.top, 'link'));
    symlinkSync('a.js', join(repo.top, 'link'));
    expect((await repo.changed(before, await repo.tree())).sort()).toEqual(
      ['A 带 空格/c.js', 'A 新 名.js', 'D b.js', 'D 旧 名.js', 'M a.js', 'T link'].sort(),
    );
  });

  test('as a patch brings the one tree to the other, binary files too', async () => {
    const repo = new Repo()
      .write('a.js')
      .write('bin', Buffer.from([0, 1, 2, 255]))
      .commit();
    const before = await repo.tree();
    repo
      .write('a.js', 'new\n')
      .write('bin', Buffer.from([255, 0, 3]))
      .write('图/新 一.bin', Buffer.from([0, 200]));
    const after = await repo.tree();
    const made = await patch({ worktree: repo.top, objectsDir: repo.objectsDir, before, after });
    if (!made.ok) throw new Error(JSON.stringify(made.error));

    repo.git('checkout', '-q', '.');
    repo.git('clean', '-qfd', '-e', '.wukong');
    expect(await repo.tree()).toBe(before);
    writeFileSync(join(repo.base, 'x.patch'), made.value);
    repo.git('apply', join(repo.base, 'x.patch'));
    expect(await repo.tree()).toBe(after);
  });

  test('as a patch holds only the named paths, taken literally, and nothing for none', async () => {
    const repo = new Repo().write('a.js').commit();
    const before = await repo.tree();
    repo.write('[a].js').write('a.js', 'new').write('*.js');
    const after = await repo.tree();
    const of = async (paths: string[]) => {
      const made = await patch({
        worktree: repo.top,
        objectsDir: repo.objectsDir,
        before,
        after,
        paths,
      });
      return made.ok
        ? [...made.value.toString().matchAll(/^diff --git a\/(.*) b\//gm)].map((m) => m[1])
        : [];
    };
    expect(await of(['[a].js'])).toEqual(['[a].js']);
    expect(await of(['*.js'])).toEqual(['*.js']);
    expect(await of([])).toEqual([]);
    const many = Array.from({ length: 3_000 }, (_, index) => `none/file-${index}.js`);
    expect(await of([...many, 'a.js'])).toEqual(['a.js']);
  });
});

function conflicted(repo: Repo): Repo {
  repo.write('a.js', 'base').commit();
  repo.git('checkout', '-q', '-b', 'side');
  repo.write('a.js', 'side').commit();
  repo.git('checkout', '-q', 'main');
  repo.write('a.js', 'main').commit();
  try {
    repo.git('merge', 'side');
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
  return repo;
}
