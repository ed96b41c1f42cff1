// What a copy holds where git changes files on the way: the bytes that lie on the disk, or that a checkout would
// put there.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { differences } from '../../runtime/evidence/trees/differences.ts';
import { makeScratch } from '../../runtime/evidence/trees/scratch.ts';
import { readChange } from '../../runtime/proof/read-change.ts';
import { type Trees, whichTrees } from '../../runtime/proof/which-trees.ts';
import { Repo } from '../evidence/repo.ts';

let repo: Repo;
beforeEach(() => {
  repo = new Repo();
});

async function trees(asked: { base?: string; head?: string } = {}): Promise<Trees> {
  const found = await whichTrees(repo.place, { base: 'HEAD', ...asked });
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

async function differing({ base, head }: Trees): Promise<readonly string[]> {
  const found = await differences(repo.place, base.tree, head.tree);
  if (!found.ok) throw new Error(found.error.kind);
  return found.value.map(({ path }) => path).filter((path) => !path.startsWith('.wukong/'));
}

function copyOf(tree: string) {
  const owner = { owner: `${process.pid}-0`, isGone: () => false, sinceMs: Infinity };
  return makeScratch({ ...repo.place, ...owner, tree });
}

async function inCopy(tree: string, path: string): Promise<string> {
  const made = await copyOf(tree);
  if (!made.ok) throw new Error(made.why);
  await using scratch = made.scratch;
  return readFileSync(join(scratch.path, path), 'latin1');
}

async function doubts({ base, head, filtered }: Trees) {
  const sides = { base: base.tree, tree: head.tree };
  const change = await readChange({ ...repo.place, ...sides, filtered, product: [], checks: [] });
  if (!change.ok) throw new Error(change.error.kind);
  return change.value.doubts.filter(({ kind }) => kind === 'filtered');
}

describe('the working tree', () => {
  test('is judged as it lies on the disk, whatever a clean filter makes of it, also when that is gone', async () => {
    repo.write('a.js', 'faulty\n').commit();
    repo.write('.git/honest', 'right\n').write('.git/info/attributes', 'a.js filter=x\n');
    repo.git('config', 'filter.x.clean', 'cat .git/honest');
    repo.write('a.js', 'still faulty\n');
    const now = await trees();
    expect(await inCopy(now.head.tree, 'a.js')).toBe('still faulty\n');
    expect(await inCopy(now.base.tree, 'a.js')).toBe('faulty\n');
    // Git reads again what was written in the second in which it was added.
    utimesSync(join(repo.top, 'a.js'), 1e9, 1e9);
    repo.git('add', 'a.js');
    repo.git('config', '--remove-section', 'filter.x');
    rmSync(join(repo.top, '.git/info/attributes'));
    expect(repo.git('diff', 'a.js')).toBe('');
    expect(await inCopy((await trees()).head.tree, 'a.js')).toBe('still faulty\n');
  });

  test('keeps what was not changed by line ends or an encoding, with the bytes of the disk on both sides', async () => {
    repo.git('config', 'core.autocrlf', 'true');
    repo.write('.gitattributes', '*.txt working-tree-encoding=UTF-16LE\n');
    repo.write('crlf.js', 'a\r\n').write('lf.sh', '#!/bin/sh\n');
    repo.write('a.txt', Buffer.from('wide\r\n', 'utf16le')).write('b.js', 'a\r\n').commit();
    repo.write('b.js', 'b\r\n');
    const now = await trees();
    expect(await differing(now)).toEqual(['b.js']);
    for (const { tree } of [now.base, now.head]) {
      expect(await inCopy(tree, 'crlf.js')).toBe('a\r\n');
      expect(await inCopy(tree, 'lf.sh')).toBe('#!/bin/sh\n');
      expect(await inCopy(tree, 'a.txt')).toBe('w\0i\0d\0e\0\r\0\n\0');
    }
  });

  test('keeps the modes that git has, and what a sparse checkout left out', async () => {
    repo.write('a/run.sh').write('b/left.js');
    chmodSync(join(repo.top, 'a/run.sh'), 0o755);
    repo.commit();
    repo.git('config', 'core.fileMode', 'false');
    chmodSync(join(repo.top, 'a/run.sh'), 0o644);
    repo.git('sparse-checkout', 'set', 'a');
    expect(await differing(await trees())).toEqual([]);
  });

  test('is only read: git finds its index and its files as they were', async () => {
    repo.git('config', 'core.autocrlf', 'input');
    repo.write('a.js', 'a\r\n').commit();
    repo.write('a.js', 'b\r\n');
    const index = () => readFileSync(join(repo.top, '.git/index')).toString('hex');
    const before = index();
    await trees();
    expect(index()).toBe(before);
    expect(
      execFileSync('find', ['.git', '-newer', '.git/index', '-name', '*.lock'], {
        cwd: repo.top,
      }).toString(),
    ).toBe('');
  });
});

describe('a commit', () => {
  test('has the bytes that a checkout of it would have', async () => {
    repo.write('.gitattributes', '*.bat eol=crlf\n*.key filter=rot\n').write('a.bat', 'one\n');
    repo.git('config', 'filter.rot.clean', 'tr a-z n-za-m');
    repo.git('config', 'filter.rot.smudge', 'tr a-z n-za-m');
    repo.write('a.key', 'hello\n').write('a.js').commit();
    repo.write('a.bat', 'two\n').write('a.js', 'b\n').commit();
    const two = await trees({ base: 'HEAD~1', head: 'HEAD' });
    expect(await inCopy(two.base.tree, 'a.bat')).toBe('one\r\n');
    expect(await inCopy(two.head.tree, 'a.bat')).toBe('two\r\n');
    expect(await inCopy(two.head.tree, 'a.key')).toBe('hello\n');
    expect(await differing(two)).toEqual(['a.bat', 'a.js']);
    expect(await doubts(two)).toEqual([]);
  });

  test('is in doubt where a filter gave a changed file, or a source, other bytes than git has', async () => {
    repo.write('a.js', 'right\n').write('b.js', 'same\n').commit();
    repo.write('.git/info/attributes', '*.js filter=x\n');
    repo.git('config', 'filter.x.smudge', 'tr i u');
    repo.write('a.js', 'right now\n');
    const now = await trees();
    expect(await inCopy(now.base.tree, 'a.js')).toBe('rught\n');
    const filtered = { path: 'a.js', line: null, text: 'x', kind: 'filtered' };
    expect(await doubts(now)).toEqual([filtered]);
  });

  test('cannot be judged where a filter that has to run is not there, and what is missing is said', async () => {
    repo.write('.gitattributes', '*.key filter=crypt\n').write('a.key', 'locked\n').commit();
    repo.git('config', 'filter.crypt.required', 'true');
    repo.git('config', 'filter.crypt.smudge', 'no-such-program');
    repo.write('a.key', 'open\n');
    const { unmade } = await trees();
    expect(unmade).toMatch(
      /^git cannot give files of a commit the bytes they have here \(.*\)\. Set up/,
    );
  });
});

describe('what Git LFS keeps', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const pointer = (text: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(text)}\nsize ${text.length}\n`;

  beforeEach(() => {
    repo.write('a.bin', pointer('old')).commit();
    repo.write('.gitattributes', '*.bin filter=lfs -text\n').commit();
    // Of the tool nothing is here.
    repo.git('config', 'filter.lfs.required', 'true');
    repo.git('config', 'filter.lfs.clean', 'no-such-program');
  });

  test('is known by its hash: content that git has a pointer to is no change, and is in the copy', async () => {
    repo.write('a.bin', 'old').write('b.js');
    const now = await trees();
    expect(await differing(now)).toEqual(['b.js']);
    expect(await inCopy(now.head.tree, 'a.bin')).toBe('old');
  });

  test('comes from what was fetched where the working tree has other content, and is missed by name', async () => {
    repo.write('a.bin', 'new');
    const { base, head } = await trees();
    expect(await inCopy(head.tree, 'a.bin')).toBe('new');
    const why =
      'the content of a.bin is kept by Git LFS and is not here; get it with: git lfs fetch --all';
    expect(await copyOf(base.tree)).toEqual({ ok: false, why });
    const oid = sha256('old');
    const kept = join(repo.top, '.git/lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, 'forged');
    expect(await copyOf(base.tree)).toEqual({ ok: false, why });
    writeFileSync(kept, 'old');
    expect(await inCopy(base.tree, 'a.bin')).toBe('old');
  });

  test('is a pointer in the copy where it is one in the working tree', async () => {
    const made = await copyOf((await trees()).head.tree);
    if (!made.ok) throw new Error(made.why);
    await using scratch = made.scratch;
    expect(scratch.locked.map(({ path }) => path)).toEqual(['a.bin']);
  });
});

test('a submodule whose files were edited is told: no tree has them', async () => {
  const inner = new Repo();
  inner.write('lib.js').commit();
  const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.top];
  repo.git(...add, 'deps/a');
  repo.git(...add, 'deps/b');
  repo.commit().write('deps/a/left-by-a-build.o').write('deps/b/lib.js', 'edited\n');
  const { base, head, unheld, sinceMs } = await trees();
  expect(unheld).toEqual(['deps/b']);
  expect(sinceMs).toBe(Number(repo.git('show', '-s', '--format=%ct', 'HEAD')) * 1000);
  repo.write('a.js');
  const sides = { base: base.tree, tree: (await trees()).head.tree, unheld };
  const change = await readChange({ ...repo.place, ...sides, product: [], checks: [] });
  expect(change.ok && change.value.doubts).toEqual([
    { path: 'deps/b', line: null, text: '', kind: 'dependencies' },
  ]);
  expect(head.tree).toBe(base.tree);
});
