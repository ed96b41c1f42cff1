// A tree holds the bytes that files have, however git was set up and whatever was recorded before.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { putFiles } from '../../runtime/engine/changes/put-files.ts';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import { patch } from '../../runtime/evidence/trees/tree-changes.ts';
import { Repo } from './repo.ts';
import { temporaryFolder } from './temporary.ts';

let repo: Repo;
beforeEach(() => {
  repo = new Repo();
});

function bytesOf(tree: string, path: string): Buffer {
  return execFileSync('git', ['cat-file', 'blob', `${tree}:${path}`], {
    cwd: repo.top,
    env: { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(repo.objectsDir) },
  });
}

/** By one that knows nothing. */
async function fresh(): Promise<string> {
  const objectsDir = join(temporaryFolder('wukong-fresh-'), 'objects');
  const taken = await snapshot({ worktree: repo.top, objectsDir });
  if (!taken.ok) throw new Error(JSON.stringify(taken.error));
  return taken.value.tree;
}

const kept = () => readdirSync(repo.objectsDir).filter((name) => name.startsWith('files-'));

describe('a tree', () => {
  test('has the bytes of the disk, whatever line ends, an encoding, a filter or $Id$ make of them', async () => {
    repo.git('config', 'core.autocrlf', 'true');
    repo.git('config', 'filter.x.clean', 'echo hidden');
    repo.git('config', 'filter.x.required', 'true');
    repo.write(
      '.gitattributes',
      '*.txt working-tree-encoding=UTF-16LE\n*.js filter=x\n*.c ident\n*.sh eol=lf\n',
    );
    const files = {
      'crlf.md': Buffer.from('a\r\nb\r\n'),
      'wide.txt': Buffer.from('w\r\n', 'utf16le'),
      'a.js': Buffer.from('shown\n'),
      'id.c': Buffer.from('$Id: 1 $\n'),
      'run.sh': Buffer.from('#!/bin/sh\r\n'),
    };
    for (const [path, bytes] of Object.entries(files)) repo.write(path, bytes);
    for (const commit of [() => repo, () => repo.commit()]) {
      commit();
      const tree = await repo.tree();
      for (const [path, bytes] of Object.entries(files)) {
        expect(bytesOf(tree, path).equals(bytes), path).toBe(true);
      }
    }
  });

  test('as a patch is taken by `git apply` where git ends lines with CRLF', async () => {
    repo.git('config', 'core.autocrlf', 'true');
    const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\r\n`);
    repo.write('a.js', lines.join('')).write('gone.js', 'x\r\n').commit();
    const before = await repo.tree();
    repo.write('a.js', lines.join('').replace('line 7', 'other')).write('new.js', 'n\r\nm\r\n');
    rmSync(join(repo.top, 'gone.js'));
    const after = await repo.tree();
    const made = await patch({ ...repo.place, before, after });
    if (!made.ok) throw new Error(made.error.kind);
    const file = join(repo.base, 'x.patch');
    writeFileSync(file, made.value);
    repo.git('checkout', '-q', '.');
    rmSync(join(repo.top, 'new.js'));
    expect(await repo.tree()).toBe(before);
    repo.git('apply', file);
    expect(await repo.tree()).toBe(after);
    repo.git('apply', '--reverse', file);
    expect(await repo.tree()).toBe(before);
  });

  test('is that of one who knew nothing, whatever happened since the last one', async () => {
    repo.write('.gitignore', 'out/\n').write('a.js').write('b.js').write('sub/c.js').commit();
    const inner = ['-c', 'user.email=a@example.org', '-c', 'user.name=A'];
    const gitIn = (folder: string, ...args: string[]) =>
      execFileSync('git', [...inner, ...args], { cwd: join(repo.top, folder) });
    const steps: ReadonlyArray<readonly [string, () => unknown]> = [
      ['nothing', () => repo],
      ['edited', () => repo.write('a.js', 'edited\n')],
      ['untracked', () => repo.write('new/d.js').write('new/e.js')],
      ['untracked and edited', () => repo.write('f.js').write('b.js', 'b again\n')],
      ['ignored that was untracked', () => repo.write('.gitignore', 'out/\nnew/e.js\n')],
      ['ignored by the clone', () => repo.write('.git/info/exclude', 'f.js\n')],
      [
        'ignored, and added all the same',
        () => repo.write('out/g.js').git('add', '-f', 'out/g.js'),
      ],
      ['tracked no more', () => repo.git('rm', '-q', '--cached', 'out/g.js')],
      [
        'a folder that became a repository',
        () => {
          gitIn('new', 'init', '-q');
          gitIn('new', 'add', '-A');
          gitIn('new', 'commit', '-qm', 'x');
        },
      ],
      ['staged', () => repo.git('add', 'a.js')],
      ['committed', () => repo.git('commit', '-qm', 'x')],
      ['moved', () => renameSync(join(repo.top, 'a.js'), join(repo.top, 'z.js'))],
      [
        'a folder for a file',
        () => {
          rmSync(join(repo.top, 'b.js'));
          repo.write('b.js/h.js');
        },
      ],
      [
        'a link for a folder',
        () => {
          rmSync(join(repo.top, 'sub'), { recursive: true });
          symlinkSync('b.js', join(repo.top, 'sub'));
        },
      ],
      ['no modes', () => repo.git('config', 'core.fileMode', 'false')],
      ['a mode in the index alone', () => repo.git('update-index', '--chmod=+x', '.gitignore')],
      ['a name with a line break', () => repo.write('x\ny.js')],
      ['the same again', () => repo.write('.gitattributes', '* text=auto eol=crlf\n')],
      ['as committed', () => repo.git('checkout', '-q', '-f', 'HEAD')],
      ['sparse', () => repo.git('sparse-checkout', 'set', 'new')],
      ['sparse, with a file that lies outside', () => repo.write('elsewhere/i.js')],
      ['whole again', () => repo.git('sparse-checkout', 'disable')],
      [
        'marked',
        () => {
          repo.git('update-index', '--skip-worktree', 'b.js');
          repo.write('b.js', 'behind a mark\n');
        },
      ],
    ];
    for (const [what, step] of steps) {
      step();
      const tree = await repo.tree();
      expect(tree, what).toBe(await fresh());
      expect(await repo.tree(), `${what}, again`).toBe(tree);
      expect(kept().length, what).toBeLessThanOrEqual(1);
    }
  });

  test('is the same in a repository whose objects have long names', async () => {
    rmSync(join(repo.top, '.git'), { recursive: true });
    repo.git('init', '-q', '--object-format=sha256');
    repo.git('config', 'user.email', 'a@example.org');
    repo.git('config', 'user.name', 'A');
    repo.write('.gitattributes', '*.bin filter=lfs\n').write('a.bin', 'large').write('a.js');
    repo.commit();
    const tree = await repo.tree();
    expect(tree).toHaveLength(64);
    expect(`${bytesOf(tree, 'a.bin')}`).toContain('oid sha256:');
    repo.write('b.js');
    expect(await repo.tree()).toBe(await fresh());
  });
});

describe('what is kept from one to the next', () => {
  test('shows an edit of the same length with the old date', async () => {
    repo.write('a.js', 'one').commit();
    const before = await repo.tree();
    utimesSync(join(repo.top, 'a.js'), 1_000, 1_000);
    await repo.tree();
    repo.write('a.js', 'two');
    utimesSync(join(repo.top, 'a.js'), 1_000, 1_000);
    expect(await repo.changed(before, await repo.tree())).toEqual(['M a.js']);
  });

  test('is not used when it is half a file, or old', async () => {
    repo.write('a.js').commit();
    const tree = await repo.tree();
    const [name = ''] = kept();
    writeFileSync(join(repo.objectsDir, name), 'DIRC');
    expect(await repo.tree()).toBe(tree);
    const [again = ''] = kept();
    const old = `${again.slice(0, again.lastIndexOf('-'))}-${(Date.now() - 21 * 60 * 60 * 1000).toString(36)}`;
    renameSync(join(repo.objectsDir, again), join(repo.objectsDir, old));
    writeFileSync(join(repo.objectsDir, old), 'DIRC');
    expect(await repo.tree()).toBe(tree);
    expect(kept()).not.toContain(old);
  });

  test('is one for each working tree', async () => {
    repo.write('a.js').commit();
    const linked = join(repo.base, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'other', linked);
    writeFileSync(join(linked, 'a.js'), 'there\n');
    const here = await repo.tree();
    const there = await repo.tree(linked);
    expect([await repo.tree(), await repo.tree(linked)]).toEqual([here, there]);
    expect(kept()).toHaveLength(2);
  });
});

test('files are put back with the bytes they had, whatever filters are set up; what LFS keeps from where it lies, or not at all', async () => {
  const sha256 = createHash('sha256').update('large').digest('hex');
  repo.git('config', 'core.autocrlf', 'true');
  repo.write('.gitattributes', '*.bin filter=lfs\n*.js filter=x\n');
  repo.write('crlf.md', 'a\r\n').write('lf.md', 'a\n').write('a.js', 'a\n').write('a.bin', 'large');
  const tree = await repo.tree();
  repo.git('config', 'filter.x.smudge', 'echo other');
  const paths = ['crlf.md', 'lf.md', 'a.js'];
  for (const path of [...paths, 'a.bin', 'new.md']) repo.write(path, 'changed\n');
  const put = { ...repo.place, tree, gone: ['new.md'] };
  expect(await putFiles({ ...put, paths: [...paths, 'a.bin'] })).toEqual({
    ok: false,
    error:
      'the content of a.bin is kept by Git LFS and is not here; get it with: git lfs fetch --all',
  });
  expect(readFileSync(join(repo.top, 'a.js'), 'utf8')).toBe('changed\n');
  repo.write(`.git/lfs/objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`, 'large');
  expect(await putFiles({ ...put, paths: [...paths, 'a.bin'] })).toMatchObject({ ok: true });
  expect(await repo.tree()).toBe(tree);
  expect(readFileSync(join(repo.top, 'a.bin'), 'utf8')).toBe('large');
});

describe('what Git LFS keeps', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const pointer = (text: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(text)}\nsize ${text.length}\n`;
  test('is a pointer, with its program and without, and is not stored', async () => {
    const file = join(repo.base, 'clean.cjs');
    writeFileSync(
      file,
      `const text = require('node:fs').readFileSync(0); process.stdout.write('version https://git-lfs.github.com/spec/v1\\noid sha256:' + require('node:crypto').createHash('sha256').update(text).digest('hex') + '\\nsize ' + text.length + '\\n');`,
    );
    repo.git('config', 'filter.lfs.clean', `"${process.execPath}" "${file}"`);
    repo.git('config', 'filter.lfs.required', 'true');
    repo.write('.gitattributes', '*.bin filter=lfs -text\n').write('a.bin', 'large').commit();
    expect(repo.git('cat-file', 'blob', 'HEAD:a.bin')).toBe(pointer('large'));
    const tree = await repo.tree();
    expect(tree).toBe(repo.git('rev-parse', 'HEAD^{tree}').trim());
    repo.git('config', 'filter.lfs.clean', 'no-such-program');
    expect(await repo.tree()).toBe(tree);
    expect(await fresh()).toBe(tree);
    repo.git('config', '--remove-section', 'filter.lfs');
    expect(await fresh()).toBe(tree);
    const id = execFileSync('git', ['hash-object', '--stdin'], { input: 'large' }).toString();
    expect(readdirSync(repo.objectsDir, { recursive: true })).not.toContain(
      join(id.slice(0, 2), id.trim().slice(2)),
    );
  });

  test('is that of one who knew nothing, whatever happened since the last one', async () => {
    repo.write('a.js').write('a.bin', 'large').write('run.bin', 'run');
    chmodSync(join(repo.top, 'run.bin'), 0o755);
    repo.commit();
    const rules = (text: string) => () => repo.write('.gitattributes', text);
    const steps: ReadonlyArray<readonly [string, () => unknown]> = [
      ['none yet', () => repo],
      ['rules', rules('*.bin filter=lfs\n')],
      ['edited', () => repo.write('a.bin', 'other')],
      ['appended', () => appendFileSync(join(repo.top, 'a.bin'), ' and more')],
      ['untracked', () => repo.write('b.bin', 'new')],
      ['staged', () => repo.git('add', '-A')],
      ['gone', () => rmSync(join(repo.top, 'a.bin'))],
      ['a pointer', () => repo.write('a.bin', pointer('large'))],
      ['other rules', rules('a.bin filter=lfs\n')],
      ['no rules', rules('')],
      ['rules of the clone', () => repo.write('.git/info/attributes', '*.js filter=lfs\n')],
    ];
    for (const [what, step] of steps) {
      step();
      const tree = await repo.tree();
      expect(tree, what).toBe(await fresh());
      expect(await repo.tree(), `${what}, again`).toBe(tree);
    }
  });
});
