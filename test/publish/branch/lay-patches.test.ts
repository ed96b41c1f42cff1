// The branch has what runs changed, as the person's git records it, and nothing of the person.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { layPatches } from '../../../runtime/publish/branch/lay-patches.ts';
import { listing } from '../../evidence/lanes/lane-rig.ts';
import { BranchRepo, TEN } from './branch-rig.ts';

let repo: BranchRepo;
beforeEach(() => {
  repo = new BranchRepo();
});

const file = (path: string): string => join(repo.top, path);

describe('a branch made of patches', () => {
  test('has what `git add` of the runs alone gives, through line ends and filters, and leaves all of the person as it is', async () => {
    repo.withCrypt().withLfs();
    const rules = '* text=auto\n*.key filter=crypt\n*.bin filter=lfs -text\n*.txt eol=crlf\n';
    repo.write('.gitattributes', rules).write('.gitignore', '.wukong/\nignored/\n');
    repo.write('a.js', TEN).write('mine.js', 'committed\n').write('win.txt', 'one\r\ntwo\r\n');
    repo.write('a.key', 'secret\n').write('big.bin', 'large 1').write('gone.js').commit();
    // The person: in the same file, staged, untracked, ignored.
    repo.write('a.js', TEN.replace('line 8', 'MINE 8')).write('mine.js', 'MINE\n');
    repo.write('staged.js', 'MINE staged\n').git('add', 'staged.js');
    repo.write('untracked.js', 'MINE\n').write('ignored/x.js', 'MINE\n');
    const work = (at: BranchRepo, a: string): void => {
      at.write('a.js', a.replace('line 1\n', 'run 1\n')).write('win.txt', 'one\r\nrun\r\n');
      at.write('a.key', 'secret\nrun\n')
        .write('new 新 "x".js', 'n\r\n')
        .write('big.bin', 'large 2');
      rmSync(join(at.top, 'gone.js'));
    };
    const patch = await repo.run(() => work(repo, readFileSync(file('a.js'), 'utf8')));
    const [git, tree, status] = [repo.ofThePerson(), listing(repo.top, '.wukong'), repo.status()];

    const laid = await repo.laid(patch);

    expect(laid).toBe(repo.recordedAlone((clone) => work(clone, TEN)));
    expect(repo.seen('log', '-p', '--format=', '-1', '--root', 'HEAD')).not.toContain('MINE');
    expect(repo.seen('diff', '--no-textconv', repo.head, laid)).not.toContain('MINE');
    expect(repo.seen('cat-file', 'blob', `${laid}:a.key`)).toBe('frperg\neha\n');
    const isOfLfs = ([name]: readonly [string, string]): boolean => name.startsWith('lfs/');
    const rest = (all: Readonly<Record<string, string>>) =>
      Object.entries(all).filter((one) => !isOfLfs(one));
    expect(rest(repo.ofThePerson())).toEqual(rest(git));
    expect(listing(repo.top, '.wukong')).toEqual(tree);
    expect(repo.status()).toBe(status);
  });

  test('has each patch on the one before', async () => {
    repo.write('a.js', TEN).commit();
    const one = await repo.run(() => repo.write('a.js', `${TEN}one\n`));
    const two = await repo.run(() => repo.write('a.js', `${TEN}one\ntwo\n`).write('b.js'));
    const laid = await repo.lay(one, two);
    expect(laid.ok && laid.value.map((tree) => repo.paths(tree))).toEqual([
      ['.gitignore', 'a.js'],
      ['.gitignore', 'a.js', 'b.js'],
    ]);
    expect(laid.ok && repo.seen('cat-file', 'blob', `${laid.value[1]}:a.js`)).toBe(
      `${TEN}one\ntwo\n`,
    );
  });

  test('leaves out a line of the person that stands between two runs', async () => {
    repo.write('a.js', TEN).commit();
    const one = await repo.run(() => repo.write('a.js', TEN.replace('line 1', 'one')));
    repo.write('a.js', TEN.replace('line 1', 'one').replace('line 5', 'MINE'));
    const two = await repo.run(() =>
      repo.write(
        'a.js',
        TEN.replace('line 1', 'one').replace('line 5', 'MINE').replace('line 9', 'two'),
      ),
    );
    const laid = await repo.laid(one, two);
    expect(repo.seen('cat-file', 'blob', `${laid}:a.js`)).toBe(
      TEN.replace('line 1', 'one').replace('line 9', 'two'),
    );
  });

  test('takes links, the bit to execute, a folder where a file was, and a name of two lines', async () => {
    repo.write('run.sh', 'x\n').write('was', 'file\n').write('dir/one', '1\n').commit();
    repo.write('run.sh', 'MINE\n');
    const odd = 'two\nlines.js';
    const work = (at: BranchRepo): void => {
      chmodSync(join(at.top, 'run.sh'), 0o755);
      rmSync(join(at.top, 'was'));
      at.write('was/inner.js');
      rmSync(join(at.top, 'dir'), { recursive: true });
      at.write('dir', 'now a file\n').write(odd);
      symlinkSync('run.sh', join(at.top, 'link'));
    };
    const laid = await repo.laid(await repo.run(() => work(repo)));
    expect(laid).toBe(repo.recordedAlone(work));
    expect(repo.paths(laid)).toContain(odd);
  });

  test('takes the commit of an inner repository that was added as it is', async () => {
    repo.write('a.js').commit();
    const patch = await repo.run(() => {
      mkdirSync(file('inner'));
      const at = ['-C', 'inner'];
      repo.git(...at, 'init', '-q');
      const by = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
      repo.git(...at, ...by, 'commit', '-q', '--allow-empty', '-m', 'x');
      repo.git('add', 'inner');
    });
    const inner = repo.git('-C', 'inner', 'rev-parse', 'HEAD').trim();
    expect(repo.seen('ls-tree', await repo.laid(patch), 'inner')).toBe(
      `160000 commit ${inner}\tinner\n`,
    );
  });

  test('is recorded by the attributes that the patch brings, and not by those that nobody committed', async () => {
    repo.withCrypt().write('a.txt', 'x\n').commit();
    repo.write('sub/.gitattributes', '* text eol=crlf\n');
    const work = (at: BranchRepo): void => {
      at.write('.gitattributes', '*.txt text eol=crlf\n*.key filter=crypt\n');
      at.write('new.txt', 'a\r\n').write('a.key', 'abc\n').write('sub/plain.js', 'abc\r\n');
    };
    const laid = await repo.laid(await repo.run(() => work(repo)));
    expect(laid).toBe(repo.recordedAlone(work));
    expect(repo.seen('cat-file', 'blob', `${laid}:a.key`)).toBe('nop\n');
    expect(repo.seen('cat-file', 'blob', `${laid}:sub/plain.js`)).toBe('abc\r\n');
  });

  test('is recorded by .git/info/attributes, as by `git add`', async () => {
    repo.withCrypt().write('a.js').commit().write('.git/info/attributes', '*.key filter=crypt\n');
    const laid = await repo.laid(await repo.run(() => repo.write('a.key', 'abc\n')));
    expect(repo.seen('cat-file', 'blob', `${laid}:a.key`)).toBe('nop\n');
  });

  test.each([
    ['core.autocrlf turns line ends', 'true', '', 'a.js', Buffer.from('a\r\nb\r\n')],
    [
      'a file is UTF-16',
      'false',
      '*.js working-tree-encoding=UTF-16LE\n',
      'a.js',
      Buffer.from('wide\n', 'utf16le'),
    ],
  ])('is what `git add` gives where %s', async (_, autocrlf, rules, path, bytes) => {
    repo
      .configured('core.autocrlf', autocrlf)
      .write('.gitattributes', rules)
      .write('o.md')
      .commit();
    const work = (at: BranchRepo): unknown => at.write(path, bytes);
    expect(await repo.laid(await repo.run(() => work(repo)))).toBe(repo.recordedAlone(work));
  });

  test('keeps CRLF that was committed where git would convert only new files', async () => {
    repo.write('a.js', 'a\r\nb\r\n').commit().write('.gitattributes', '* text=auto\n').commit();
    const work = (at: BranchRepo): unknown => at.write('a.js', 'a\r\nb\r\nrun\r\n');
    expect(await repo.laid(await repo.run(() => work(repo)))).toBe(repo.recordedAlone(work));
  });

  test('is the same from a linked working tree', async () => {
    repo
      .withCrypt()
      .write('.gitattributes', '*.key filter=crypt\n')
      .write('a.key', 'abc\n')
      .commit();
    const worktree = join(repo.base, 'linked 二');
    repo.git('worktree', 'add', '-q', '--detach', worktree);
    const before = await repo.tree(worktree);
    writeFileSync(join(worktree, 'a.key'), 'abc\nrun\n');
    const after = await repo.tree(worktree);
    const place = { ...repo.place, worktree };
    const laid = await layPatches(place, repo.head, [{ before, after, paths: ['a.key'] }]);
    const tree = laid.ok ? laid.value[0] : '';
    expect(repo.seen('cat-file', 'blob', `${tree}:a.key`)).toBe('nop\neha\n');
  });

  test('has nothing of what is ours', async () => {
    repo.write('a.js').commit();
    const patch = await repo.run(() => repo.write('a.js', 'run\n'));
    const laid = await repo.laid({ ...patch, paths: [...patch.paths, '.wukong/x', '.WUKONG/y'] });
    expect(repo.paths(laid)).toEqual(['.gitignore', 'a.js']);
  });

  test('is the commit itself where it has the change already', async () => {
    repo.write('a.js', 'old\n').commit();
    const patch = await repo.run(() => repo.write('a.js', 'run\n'));
    repo.git('commit', '-qam', 'x');
    expect(await repo.laid(patch)).toBe(repo.git('rev-parse', 'HEAD^{tree}').trim());
  });
});

describe('a patch is refused with its file', () => {
  test('where it changes lines beside uncommitted ones', async () => {
    repo.write('a.js', TEN).commit().write('a.js', TEN.replace('line 4', 'MINE'));
    const now = TEN.replace('line 4', 'MINE').replace('line 5', 'run');
    const patch = await repo.run(() => repo.write('a.js', now).write('b.js'));
    expect(await repo.refused(patch)).toEqual(['a.js: rests-on-uncommitted']);
  });

  test('where it changes a file that nobody committed', async () => {
    repo.write('a.js').commit().write('mine.js', TEN);
    const patch = await repo.run(() => repo.write('mine.js', `${TEN}run\n`));
    expect(await repo.refused(patch)).toEqual(['mine.js: rests-on-uncommitted']);
  });

  test('where it puts a file below one that only the person took away', async () => {
    repo.write('a', 'committed\n').commit();
    rmSync(file('a'));
    const patch = await repo.run(() => repo.write('a/b.js'));
    expect(await repo.refused(patch)).toEqual(['a/b.js: rests-on-uncommitted']);
  });

  test('where it changed bytes that are no text, as the person did', async () => {
    const bytes = (n: number): Buffer => Buffer.from([0, 1, n, ...Buffer.from(TEN), n]);
    repo.write('a.dat', bytes(1)).commit().write('a.dat', bytes(2));
    const patch = await repo.run(() => repo.write('a.dat', Buffer.concat([bytes(2), bytes(3)])));
    expect(await repo.refused(patch)).toEqual(['a.dat: rests-on-uncommitted']);
  });

  test('where its filter is not set up, so that what shall be hidden would be shown', async () => {
    repo.write('.gitattributes', '*.key filter=git-crypt\n').commit();
    const patch = await repo.run(() => repo.write('a.key', 'secret\n'));
    expect(await repo.refused(patch)).toEqual(['a.key: filter-missing']);
  });

  test('where its filter fails, though git would take the plain bytes', async () => {
    repo.configured('filter.crypt.clean', 'exit 3').write('.gitattributes', '*.key filter=crypt\n');
    repo.commit();
    const patch = await repo.run(() => repo.write('a.key', 'secret\n').write('b.js'));
    expect(await repo.refused(patch)).toEqual(['a.key: filter-failed']);
  });

  test('where LFS has its content nowhere', async () => {
    repo.withLfs().write('.gitattributes', '*.bin filter=lfs -text\n').commit();
    const patch = await repo.run(() => repo.write('a.bin', 'large'));
    repo.write('a.bin', 'other by now');
    expect(await repo.refused(patch)).toEqual(['a.bin: lfs-bytes-missing']);
    repo.keepForLfs('large');
    expect(repo.seen('cat-file', 'blob', `${await repo.laid(patch)}:a.bin`)).toContain('size 5\n');
  });

  test.each(['lfs', 'crypt'])(
    'where only attributes that nobody committed name its filter, %s',
    async (filter) => {
      repo.withLfs().withCrypt().write('a.js').commit();
      repo.write('.gitattributes', `*.bin filter=${filter}\n`);
      const patch = await repo.run(() => repo.write('a.bin', 'large'));
      expect(await repo.refused(patch)).toEqual(['a.bin: rests-on-uncommitted']);
    },
  );

  test('but not where a later patch brings that filter', async () => {
    repo.withCrypt().write('a.js').commit();
    const one = await repo.run(() => repo.write('a.key', 'abc\n'));
    const two = await repo.run(() => repo.write('.gitattributes', '*.key filter=crypt\n'));
    expect(repo.paths(await repo.laid(one, two))).toContain('a.key');
  });
});

test('LFS gets the content of a file that only the working tree has', async () => {
  repo.withLfs().write('.gitattributes', '*.bin filter=lfs -text\n').commit();
  const patch = await repo.run(() => repo.write('a.bin', 'large'));
  const store = file('.git/lfs/objects');
  expect(lstatSync(store, { throwIfNoEntry: false })).toBe(undefined);
  await repo.laid(patch);
  expect(Object.keys(listing(store))).toHaveLength(1);
});
