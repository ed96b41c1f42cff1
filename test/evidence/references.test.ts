import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  changedPlaces,
  resolveReferences,
} from '../../runtime/evidence/references/resolve-references.ts';
import type { RecordedTree } from '../../runtime/evidence/trees/tree-lookup.ts';
import type { FileReference } from '../../runtime/model/report.ts';
import { Repo } from './repo.ts';

type Cited = Omit<FileReference, 'kind' | 'text'>;

const DECODER =
  'export function decode(bytes) {\n  if (bytes.length   === 0) {\n    return [];\n  }\n\n  return read(bytes);\n}\n';

async function recorded(repo: Repo, since: string | null = null): Promise<RecordedTree> {
  const { top: worktree, objectsDir } = repo;
  return { worktree, objectsDir, tree: await repo.tree(), since };
}

async function resolveAll(from: RecordedTree | undefined, ...cited: readonly Cited[]) {
  const references = cited.map((one): FileReference => ({ kind: 'file', text: '', ...one }));
  return resolveReferences(references, { from, request: '' });
}

async function resolveOne(from: RecordedTree | undefined, cited: Cited) {
  const [only] = await resolveAll(from, cited);
  return { resolved: only?.resolved, foundLine: only?.foundLine, why: only?.why };
}

describe('a reference', () => {
  let repo: Repo;
  let from: RecordedTree;

  beforeAll(async () => {
    repo = new Repo();
    const outside = join(repo.base, 'secret.txt');
    writeFileSync(outside, 'secret\n');
    repo
      .write('src/解码.js', DECODER)
      .write('windows.txt', 'one\r\ntwo words\r\nthree\r\n')
      .write('诗.txt', '床前明月光，\n疑是地上霜。\n\n举头望明月，\n低头思故乡。\n')
      .write('utf16.txt', Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le'))
      .write('image.png', Buffer.from([0x89, 0x50, 0, 1, 2]))
      .write('big.txt', 'x'.repeat(2 * 1024 * 1024 + 1))
      .write('video.mp4', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n')
      .write('empty.txt', '')
      .write('.gitignore', 'out/\n')
      .write('out/built.js', 'built\n')
      .write('.wukong/events.jsonl', '{}\n');
    symlinkSync(outside, join(repo.top, 'link.txt'));
    symlinkSync('nowhere', join(repo.top, 'broken.txt'));
    symlinkSync('src', join(repo.top, 'inner'));
    from = await recorded(repo);
    repo.write('late.js', 'late\n');
  });

  test.each<[Cited, object]>([
    [{ path: 'src/解码.js', line: 2 }, {}],
    [{ path: './src/解码.js', line: 2, endLine: 4 }, {}],
    [{ path: 'src/../src/解码.js', line: 2 }, {}],
    [{ path: 'src\\解码.js', line: 2 }, {}],
    [{ path: 'inner/解码.js', line: 7 }, {}],
    [{ path: 'src/解码.js', line: 2, quote: 'if (bytes.length === 0)' }, { foundLine: 2 }],
    [{ path: 'src/解码.js', line: 2, quote: 'if (bytes.length === 0) {…' }, { foundLine: 2 }],
    [{ path: 'src/解码.js', line: 2, quote: '=== 0) { return [];' }, { foundLine: 2 }],
    [{ path: 'src/解码.js', line: 1, endLine: 4, quote: 'return []' }, { foundLine: 3 }],
    [
      { path: 'src/解码.js', line: 3, quote: 'return read(bytes)' },
      { foundLine: 6, why: 'the quoted text begins at line 6' },
    ],
    [
      { path: 'src/解码.js', line: 8, quote: 'return read(bytes)' },
      { foundLine: 6, why: 'the quoted text begins at line 6' },
    ],
    [{ path: 'src/解码.js', quote: 'return read(bytes)' }, { foundLine: 6 }],
    [{ path: 'windows.txt', line: 2, quote: 'two words three' }, { foundLine: 2 }],
    [{ path: 'utf16.txt', line: 2, quote: 'two' }, { foundLine: 2 }],
    [{ path: '诗.txt', line: 2, quote: '疑是地上霜。' }, { foundLine: 2 }],
    [{ path: '诗.txt', line: 1, quote: '床前明月光，疑是地上霜。举头望明月' }, { foundLine: 1 }],
  ])('%j resolves', async (cited, expected) => {
    expect(await resolveOne(from, cited)).toEqual({
      resolved: true,
      foundLine: undefined,
      why: undefined,
      ...expected,
    });
  });

  test.each<[Cited, string]>([
    [{ path: 'src/none.js', line: 1 }, 'the file does not exist'],
    [{ path: 'src/解码.js', line: 8 }, 'line 8 does not exist (the file has 7 lines)'],
    [{ path: 'src/解码.js', line: 0 }, 'line 0 does not exist (the file has 7 lines)'],
    [{ path: 'empty.txt', line: 1 }, 'line 1 does not exist (the file has 0 lines)'],
    [
      { path: 'src/解码.js', line: 3, endLine: 9 },
      'line 3-9 does not exist (the file has 7 lines)',
    ],
    [
      { path: 'src/解码.js', line: 4, endLine: 3 },
      'line 4-3 does not exist (the file has 7 lines)',
    ],
    [
      { path: 'src/解码.js', line: 2, quote: 'return read(bytes)' },
      'the quoted text is not within 3 lines of it',
    ],
    [
      { path: 'src/解码.js', line: 99, quote: 'return read(bytes)' },
      'line 99 does not exist (the file has 7 lines)',
    ],
    [{ path: 'src/解码.js' }, 'it names no line (write path:line)'],
    [{ path: '../secret.txt', line: 1 }, 'it lies outside the repository'],
    [{ path: 'src/../../secret.txt', line: 1 }, 'it lies outside the repository'],
    [{ path: 'link.txt', line: 1 }, 'it lies outside the repository'],
    [{ path: '/etc/passwd', line: 1 }, 'it lies outside the repository'],
    [{ path: 'broken.txt', line: 1 }, 'it is a link that leads nowhere'],
    [{ path: 'src', line: 1 }, 'it is no file'],
    [{ path: 'big.txt', line: 1 }, 'the file is larger than 2 MB'],
    [{ path: 'image.png', line: 1 }, 'the file is binary; cite a command that shows what is in it'],
    [{ path: 'video.mp4', line: 1 }, 'git keeps only a pointer to the file (Git LFS)'],
    [
      { path: 'out/built.js', line: 1 },
      'git ignores the file, so it is not in the tree of this run',
    ],
    [
      { path: 'late.js', line: 1 },
      'the file is not in the tree of this run: it was made after the report, or lies in another repository',
    ],
    [{ path: '.wukong/events.jsonl', line: 1 }, 'the runtime’s own files are no evidence'],
    [{ path: '.git/config', line: 1 }, 'the runtime’s own files are no evidence'],
    [{ path: 'src/\0', line: 1 }, 'that is no path'],
    [{ path: 'src/a.js\nHEAD', line: 1 }, 'that is no path'],
  ])('%j does not resolve: %s', async (cited, why) => {
    expect(await resolveOne(from, cited)).toEqual({ resolved: false, foundLine: undefined, why });
  });

  test('by its absolute path resolves, also through a link to the repository', async () => {
    const link = join(repo.base, 'link to it');
    symlinkSync(repo.top, link);
    for (const top of [repo.top, link]) {
      const cited = { path: join(top, 'src', '解码.js'), line: 1 };
      expect(await resolveOne({ ...from, worktree: link }, cited)).toMatchObject({
        resolved: true,
      });
    }
  });

  test('that is no path does not keep others from resolving', async () => {
    const found = await resolveAll(
      from,
      { path: 'a\nb.js', line: 1 },
      { path: 'src/解码.js', line: 1 },
    );
    expect(found.map(({ resolved }) => resolved)).toEqual([false, true]);
  });

  test('without a tree does not resolve', async () => {
    expect(await resolveOne(undefined, { path: 'src/解码.js', line: 1 })).toEqual({
      resolved: false,
      foundLine: undefined,
      why: 'the tree of this run could not be recorded',
    });
  });

  test('to the request holds the quoted words against what the user wrote', async () => {
    const request = 'The decoder crashes\n  on empty input';
    const references = ['crashes on empty input', 'crashes on large input'].map(
      (quote) => ({ kind: 'request', quote, text: '' }) as const,
    );
    expect(await resolveReferences(references, { from: undefined, request })).toMatchObject([
      { resolved: true },
      { resolved: false, why: 'these words are not in the request' },
    ]);
  });
});

describe('the tree of the run decides', () => {
  test('what was changed or deleted after the report', async () => {
    const repo = new Repo().write('a.js', 'one\ntwo\n').commit();
    repo.write('a.js', 'one\nuncommitted\n');
    const from = await recorded(repo);
    repo.write('a.js', 'later\n');
    expect(await resolveOne(from, { path: 'a.js', line: 2, quote: 'uncommitted' })).toMatchObject({
      resolved: true,
    });
    rmSync(join(repo.top, 'a.js'));
    expect(await resolveOne(from, { path: 'a.js', line: 1, quote: 'later' })).toMatchObject({
      resolved: false,
      why: 'the quoted text is not within 3 lines of it',
    });
  });

  test('where a renamed file is now, and says so', async () => {
    const repo = new Repo().write('old/name.js', DECODER).write('gone.js', 'a\nb\nc\n').commit();
    const since = await repo.tree();
    repo.write('new/x.js', 'x\n');
    renameSync(join(repo.top, 'old', 'name.js'), join(repo.top, 'new', '名字.js'));
    repo.write('new/名字.js', `// a comment\n${DECODER}`);
    rmSync(join(repo.top, 'gone.js'));
    const from = await recorded(repo, since);
    const [moved, both, gone] = await resolveAll(
      from,
      { path: 'old\\name.js', line: 3, quote: 'if (bytes.length === 0)' },
      { path: 'old/name.js', line: 2, quote: 'if (bytes.length === 0)' },
      { path: 'gone.js', line: 1 },
    );
    expect(moved).toMatchObject({
      resolved: true,
      why: 'the file is new/名字.js now',
      place: { path: 'new/名字.js', line: 3, endLine: 3 },
    });
    expect(both?.why).toBe('the file is new/名字.js now; the quoted text begins at line 3');
    expect(gone).toMatchObject({ resolved: false, why: 'the file was deleted before the report' });
  });

  test('and each place is kept with what stood there, so that it can be looked up again', async () => {
    const repo = new Repo().write('a.js', 'one\r\ntwo\r\nthree\r\n').commit();
    const from = await recorded(repo);
    const found = await resolveAll(
      from,
      { path: 'a.js', line: 1, endLine: 2 },
      { path: 'a.js', line: 1, quote: 'three' },
    );
    const blob = execFileSync('git', ['rev-parse', 'HEAD:a.js'], {
      cwd: repo.top,
      encoding: 'utf8',
    });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(found.map(({ place }) => place)).toEqual([
      { path: 'a.js', line: 1, endLine: 2, blob: blob.trim(), sha256: sha256('one\ntwo') },
      { path: 'a.js', line: 3, endLine: 3, blob: blob.trim(), sha256: sha256('three') },
    ]);

    expect(await changedPlaces(found, from)).toEqual(new Map());
    repo.write('a.js', '// new\none\ntwo\n// three\n');
    const later = await recorded(repo);
    expect(await changedPlaces(found, later)).toEqual(
      new Map([
        [0, 'other lines stand there'],
        [1, 'other lines stand there'],
      ]),
    );
    repo.write('a.js', 'one\r\ntwo\r\nthree\r\nfour\n');
    expect(await changedPlaces(found, await recorded(repo))).toEqual(
      new Map([
        [0, 'the file is another one'],
        [1, 'the file is another one'],
      ]),
    );
  });
});
