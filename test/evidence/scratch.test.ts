import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { check } from '../../runtime/evidence/gates/check.ts';
import { touchedSince } from '../../runtime/evidence/trees/dependencies.ts';
import { listFiles, rewrite, storeBlob, withFiles } from '../../runtime/evidence/trees/overlay.ts';
import { makeScratch } from '../../runtime/evidence/trees/scratch.ts';
import { Repo } from './repo.ts';
import { gate } from './samples.ts';
import { temporaryFolder } from './temporary.ts';

/** Not the machine's: these tests may run in another checkout at the same time, and copies are counted. */
const TMP = temporaryFolder('wukong-tmp-');

let repo: Repo;
beforeEach(() => {
  vi.stubEnv('TMPDIR', TMP);
  repo = new Repo('repo 一');
});
afterAll(() => vi.unstubAllEnvs());

const OWNER = { owner: `${process.pid}-0`, isGone: () => false, sinceMs: Number.POSITIVE_INFINITY };

async function copyOf(tree: string, more: Partial<Parameters<typeof makeScratch>[0]> = {}) {
  const made = await makeScratch({ ...repo.place, ...OWNER, tree, ...more });
  if (!made.ok) throw new Error(made.why);
  return made.scratch;
}

async function run(
  script: string,
  tree: string,
  more: { timeout?: number; sinceMs?: number } = {},
) {
  const logFile = join(repo.top, '.wukong', 'check.log');
  const command = [process.execPath, '-e', script];
  const checked = await check({
    ...repo.place,
    ...OWNER,
    gate: gate(command, { timeout_sec: more.timeout ?? 20 }),
    tree,
    logFile,
    sinceMs: more.sinceMs ?? Date.now(),
  });
  return { ...checked, log: existsSync(logFile) ? readFileSync(logFile, 'utf8') : '' };
}

const copies = () =>
  readdirSync(TMP).filter((name) => name.startsWith(`wukong-copy-${process.pid}-0-`));

describe('a scratch copy', () => {
  test('is its own repository for a command that asks git, also where one is around it', async () => {
    const inner = mkdtempSync(join(TMP, 'around-'));
    execFileSync('git', ['init', '--quiet', inner]);
    vi.stubEnv('TMPDIR', inner);
    const tree = await repo.write('a.js').tree();
    const asks =
      "const top = String(require('node:child_process').spawnSync('git', ['rev-parse', '--show-toplevel']).stdout).trim(); process.exit(top === process.cwd() ? 0 : 1)";
    expect(await run(asks, tree)).toMatchObject({ outcome: 'pass' });
  });

  test('has the files of its tree with their modes, links and names, for nobody else to read', async () => {
    repo.write('src/文件 1.js', 'one\n').write('bin/run', '#!/bin/sh\n');
    chmodSync(join(repo.top, 'bin/run'), 0o755);
    symlinkSync('src/文件 1.js', join(repo.top, 'link'));
    const tree = await repo.tree();
    repo.write('src/文件 1.js', 'two\n').write('later.js', '');
    await using scratch = await copyOf(tree);
    expect(readFileSync(join(scratch.path, 'src/文件 1.js'), 'utf8')).toBe('one\n');
    expect(statSync(join(scratch.path, 'bin/run')).mode & 0o111).toBe(0o111);
    expect(readlinkSync(join(scratch.path, 'link'))).toBe('src/文件 1.js');
    expect(existsSync(join(scratch.path, 'later.js'))).toBe(false);
    expect(statSync(join(scratch.path, '..')).mode & 0o777).toBe(0o700);
    expect(scratch.path.startsWith(TMP)).toBe(true);
  });

  test('has the bytes that files had, whatever line ends and filters are set up, and git in it sees no change', async () => {
    repo
      .write('.gitattributes', '*.bat eol=crlf\n*.js filter=other\n')
      .write('a.bat', 'x\r\n')
      .write('sub/b.bat', 'y\n')
      .write('a.js', 'a\n');
    const tree = await repo.tree();
    repo.git('config', 'filter.other.smudge', 'echo other');
    repo.git('config', 'filter.other.clean', 'echo another');
    expect(await repo.tree()).toBe(tree);
    await using scratch = await copyOf(tree);
    expect(readFileSync(join(scratch.path, 'a.bat'), 'utf8')).toBe('x\r\n');
    expect(readFileSync(join(scratch.path, 'sub/b.bat'), 'utf8')).toBe('y\n');
    expect(readFileSync(join(scratch.path, 'a.js'), 'utf8')).toBe('a\n');
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: scratch.path }).toString()).toBe(
      '',
    );
  });

  test('changes nothing in .git and nothing in the working tree', async () => {
    repo.write('a.js', 'one\n').commit();
    const tree = await repo.tree();
    repo.write('a.js', 'two\n');
    const before =
      repo.git('status', '--porcelain', '--ignored') + readdirSync(join(repo.top, '.git')).join();
    const index = readFileSync(join(repo.top, '.git', 'index'));
    await using _ = await copyOf(tree);
    expect(
      repo.git('status', '--porcelain', '--ignored') + readdirSync(join(repo.top, '.git')).join(),
    ).toBe(before);
    expect(readFileSync(join(repo.top, '.git', 'index')).equals(index)).toBe(true);
  });

  test('links ignored dependency folders, and no other ignored file', async () => {
    repo.write('.gitignore', 'node_modules\n.env\ndist\n').write('packages/a/package.json', '{}');
    repo.write('node_modules/x/index.js', 'x').write('packages/a/node_modules/y/index.js', 'y');
    repo.write('.env', 'SECRET=1').write('dist/out.js', '');
    await using scratch = await copyOf(await repo.tree());
    expect([...scratch.linked].sort()).toEqual(['node_modules', 'packages/a/node_modules']);
    expect(readFileSync(join(scratch.path, 'node_modules/x/index.js'), 'utf8')).toBe('x');
    expect(existsSync(join(scratch.path, '.env'))).toBe(false);
    expect(existsSync(join(scratch.path, 'dist'))).toBe(false);
  });

  test('resolves packages of the repository to those of the copy, and others where they are', async () => {
    repo
      .write('.gitignore', 'node_modules\n')
      .write('packages/a/index.js', 'module.exports = "old";\n');
    repo.write('node_modules/b/index.js', 'module.exports = "b";\n');
    mkdirSync(join(repo.top, 'node_modules', '@own'));
    symlinkSync('../../packages/a', join(repo.top, 'node_modules', '@own', 'a'));
    const tree = await repo.tree();
    repo.write('packages/a/index.js', 'module.exports = "new";\n');
    const { log } = await run('console.log(require("@own/a"), require("b"))', tree);
    expect(log).toBe('old b\n');
  });

  test('has a package that is linked to itself, and its programs, lead to the copy too', async () => {
    repo.write('.gitignore', 'node_modules\n').write('package.json', '{}');
    repo.write('node_modules/.bin/other').write('packages/a/cli.js', 'old');
    symlinkSync('..', join(repo.top, 'node_modules', 'self'));
    symlinkSync('../../packages/a/cli.js', join(repo.top, 'node_modules', '.bin', 'a'));
    const tree = await repo.tree();
    await using scratch = await copyOf(tree);
    const leads = (name: string) => realpathSync(join(scratch.path, 'node_modules', name));
    expect(leads('self')).toBe(scratch.path);
    expect(leads('.bin/a')).toBe(join(scratch.path, 'packages/a/cli.js'));
    expect(leads('.bin/other')).toBe(join(scratch.path, 'node_modules/.bin/other'));
  });

  test('has Python find in it what is installed as editable from the working tree', async () => {
    const site = '.venv/lib/python3.12/site-packages';
    repo
      .write('.gitignore', '.venv\n')
      .write('.venv/pyvenv.cfg')
      .write('src/a/__init__.py')
      .write('lib/b/__init__.py');
    repo.write('tools/__init__.py').write(`${site}/other/x.py`);
    repo.write(`${site}/__editable__.a-1.pth`, `${join(repo.top, 'src')}\nimport x\n/usr\n`);
    const finder = `MAPPING: dict[str, str] = {'b': '${join(repo.top, 'lib/b')}', "os": '/usr/os'}`;
    repo.write(`${site}/__editable___b_finder.py`, finder);
    const tree = await repo.tree();
    await using scratch = await copyOf(tree);
    const own = ['src', 'lib'].map((name) => join(scratch.path, name));
    expect([...scratch.pythonPath].sort()).toEqual(own.sort());
    const { log } = await run('console.log(process.env.PYTHONPATH)', tree);
    expect(log).toMatch(/tree[/\\]lib.*tree[/\\]src|tree[/\\]src.*tree[/\\]lib/);
  });

  test('is removed when it is done with, and by the next one if its process was killed', async () => {
    repo.write('a', '');
    const tree = await repo.tree();
    {
      await using _ = await copyOf(tree);
      expect(copies()).toHaveLength(1);
    }
    expect(copies()).toEqual([]);
    const left = mkdtempSync(join(TMP, 'wukong-copy-2-2-'));
    const alive = mkdtempSync(join(TMP, 'wukong-copy-3-3-'));
    mkdirSync(join(left, 'tree'));
    symlinkSync(repo.top, join(left, 'tree', 'node_modules'));
    const isGone = (owner: string) => owner === '2-2';
    await using _ = await copyOf(tree, { isGone });
    expect(existsSync(left)).toBe(false);
    expect(existsSync(join(repo.top, 'a'))).toBe(true);
    expect(existsSync(alive)).toBe(true);
    execFileSync('rm', ['-r', alive]);
  });

  test('has submodules at the commit that its tree names, whatever stands there now', async () => {
    const inner = new Repo('repo 一');
    inner.write('lib.js', 'old\n').commit();
    const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.top];
    repo.git(...add, 'deps/same');
    repo.git(...add, 'deps/other');
    repo.git(...add, 'deps/away');
    repo.write('deps/same/.gitignore', 'node_modules\n').write('deps/same/node_modules/a/index.js');
    repo.git('commit', '-qm', 'x');
    const tree = await repo.tree();
    repo.write('deps/other/lib.js', 'new\n');
    repo.git(
      '-C',
      'deps/other',
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-qam',
      'x',
    );
    repo.write('deps/other/lib.js', 'not committed\n');
    repo.git('submodule', 'deinit', '-f', 'deps/away');
    const seen = ['status', '--porcelain', '--untracked-files=no'];
    const status = repo.git(...seen);
    for (const [of, text] of [
      [tree, 'old\n'],
      [await repo.tree(), 'new\n'],
    ] as const) {
      await using scratch = await copyOf(of);
      const read = (path: string) => readFileSync(join(scratch.path, path), 'utf8');
      expect(read('deps/other/lib.js')).toBe(text);
      expect(read('deps/same/lib.js')).toBe('old\n');
      expect(read('deps/away/lib.js')).toBe('old\n');
      expect(read('deps/same/node_modules/a/index.js')).toContain('index.js');
      expect(scratch.files).toContain('deps/other/lib.js');
      expect(scratch.notes).toEqual([]);
    }
    expect(repo.git(...seen)).toBe(status);
  });

  test('has an empty submodule where nobody set it up, and is none where its commit is not here', async () => {
    const inner = new Repo('repo 一');
    inner.write('lib.js', 'old\n').commit();
    const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.top];
    repo.git(...add, 'deps/lib');
    repo.commit();
    const commit = '1'.repeat(40);
    const entry = `160000,${commit},deps/lib`;
    repo.git('update-index', '--cacheinfo', entry);
    const tree = repo.git('write-tree').trim();
    const made = await makeScratch({ ...repo.place, ...OWNER, tree });
    const why = `the submodule deps/lib does not have the commit ${commit.slice(0, 12)} here; get it with: git -C deps/lib fetch`;
    expect(made).toEqual({ ok: false, why });
    repo.git('submodule', 'deinit', '-f', 'deps/lib');
    await using scratch = await copyOf(tree);
    expect(readdirSync(join(scratch.path, 'deps/lib'))).toEqual([]);
    expect(scratch.empty).toEqual(['deps/lib']);
  });

  test('has what Git LFS keeps elsewhere if the working tree has it, counts what is a pointer there too, and is none where content is missing', async () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const pointer = (text: string) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${hash(text)}\nsize ${text.length}\n`;
    repo.write('.gitattributes', '*.bin filter=lfs -text\n');
    repo.write('a.bin', pointer('content')).write('b.bin', pointer('elsewhere'));
    const tree = await repo.tree();
    repo.write('a.bin', 'content');
    await using scratch = await copyOf(tree);
    expect(readFileSync(join(scratch.path, 'a.bin'), 'utf8')).toBe('content');
    expect(scratch.notes).toEqual(['1 files of Git LFS are only pointers in it.']);
    repo.write('b.bin', 'another');
    expect(await makeScratch({ ...repo.place, ...OWNER, tree })).toEqual({
      ok: false,
      why: 'the content of b.bin is kept by Git LFS and is not here; get it with: git lfs fetch --all',
    });
  });

  test('is not made inside the repository', async () => {
    const places = [join(repo.top, 'tmp')];
    const made = await makeScratch({ ...repo.place, ...OWNER, tree: await repo.tree(), places });
    expect(made).toMatchObject({
      ok: false,
      why: expect.stringContaining('inside the repository'),
    });
  });

  test('has no installed folder that was made or brought after the work began, and names it', async () => {
    repo.write('.gitignore', 'node_modules\ntarget\nvendor\n.venv\n').write('vendor/x/a.js');
    repo.write('elsewhere/pyvenv.cfg').write('packages/a/a.js');
    const tree = await repo.tree();
    const sinceMs = statSync(join(repo.top, 'vendor')).ctimeMs;
    renameSync(join(repo.top, 'elsewhere'), join(repo.top, '.venv'));
    repo.write('node_modules/x/index.js').write('target/x').write('vendor/x/b.js');
    repo.write('packages/a/node_modules/.package-lock.json', '{}');
    await using scratch = await copyOf(tree, { sinceMs });
    expect(scratch.linked).toEqual(['vendor']);
    expect([...scratch.young].sort()).toEqual(['.venv', 'node_modules']);
  });
});

describe('a tree with other files', () => {
  test('has those it is given, whatever stood in their way, and not those that go', async () => {
    repo.write('.npmrc', 'script-shell=true\n').write('deep/a b.js', '1').write('kept.js', '1');
    repo.write('test', 'a file where the folder will be').write('new.js', 'new');
    const tree = await repo.tree();
    const stored = await storeBlob(repo.place, Buffer.from('new'));
    if (!stored.ok) throw new Error('no blob');
    const made = await withFiles(
      repo.place,
      tree,
      new Map([
        ['test/a.test.js', { mode: '100755', id: stored.value }],
        ...['test', '.npmrc', 'deep/a b.js', 'not/there'].map((path) => [path, null] as const),
      ]),
    );
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const files = await listFiles({ ...repo.place, tree: made.value });
    expect(files.ok && files.value).toEqual(['kept.js', 'new.js', 'test/a.test.js']);
    await using scratch = await copyOf(made.value);
    expect(readFileSync(join(scratch.path, 'test/a.test.js'), 'utf8')).toBe('new');
  });

  test('has other text where there is some, and is none where there is not', async () => {
    repo.write('src/a.js', 'a 一').write('src/b.js', 'b').write('bin/c', 'c');
    chmodSync(join(repo.top, 'bin/c'), 0o755);
    symlinkSync('a.js', join(repo.top, 'src/link.js'));
    const tree = await repo.tree();
    const paths = ['src/a.js', 'src/b.js', 'bin/c', 'src/link.js', 'not/there'];
    const made = await rewrite(repo.place, tree, paths, (path, text) =>
      path === 'src/b.js' ? undefined : `${text}!`,
    );
    if (!made.ok || made.value === undefined) throw new Error('no tree');
    await using scratch = await copyOf(made.value);
    const textOf = (path: string): string => readFileSync(join(scratch.path, path), 'utf8');
    expect(['src/a.js', 'src/b.js', 'bin/c'].map(textOf)).toEqual(['a 一!', 'b', 'c!']);
    expect(statSync(join(scratch.path, 'bin/c')).mode & 0o111).toBe(0o111);
    expect(readlinkSync(join(scratch.path, 'src/link.js'))).toBe('a.js');
    expect(await rewrite(repo.place, tree, paths, () => undefined)).toMatchObject({
      value: undefined,
    });
  });
});

describe('a check', () => {
  test('passes or fails by its exit code on that tree, and keeps its whole output', async () => {
    repo.write('value.js', 'module.exports = 1;\n');
    const first = await repo.tree();
    repo.write('value.js', 'module.exports = 2;\n');
    const script = 'console.log("ran 一"); process.exit(require("./value.js") === 2 ? 0 : 1)';
    expect(await run(script, first)).toMatchObject({
      outcome: 'fail',
      exitCode: 1,
      log: 'ran 一\n',
    });
    expect(await run(script, await repo.tree())).toMatchObject({ outcome: 'pass', exitCode: 0 });
    expect(copies()).toEqual([]);
  });

  test.each([
    ['exit code 127', 'process.exit(127)', {}],
    ['exit code 126', 'process.exit(126)', {}],
    ['no end in time', 'setInterval(() => {}, 1000)', { timeout: 1 }],
    [
      'no script of that name',
      'console.error("npm error Missing script: \\"test\\""); process.exit(1)',
      {},
    ],
    [
      'no test files',
      'console.error("No test files found, exiting with code 1"); process.exit(1)',
      {},
    ],
    ['no tests at all', 'console.log("# tests 0\\n# pass 0\\n# fail 0")', {}],
    ['an end from outside', 'process.kill(process.pid, "SIGKILL")', {}],
  ])('is neither red nor green with %s', async (_name, script, more) => {
    repo.write('a', '');
    expect(await run(script, await repo.tree(), more)).toMatchObject({ outcome: 'unavailable' });
  });

  test('finds a repository of one commit without changes, and leaves nothing running', async () => {
    repo.write('a', '').write('sub/b', 'b\n');
    const script = `
      const { spawnSync, spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref();
      const ask = (...args) => String(spawnSync('git', args).stdout).trim();
      const said = [
        ask('rev-list', '--count', '--all'),
        ask('describe', '--always').length > 6,
        ask('status', '--porcelain'),
        ask('ls-files'),
      ];
      process.exit(said.join() === '1,true,,a\\nsub/b' ? 0 : 1)`;
    expect(await run(script, await repo.tree())).toMatchObject({ outcome: 'pass' });
    expect(copies()).toEqual([]);
  });

  test('without git’s own objects says what git says', async () => {
    expect(await run('', '0123456789012345678901234567890123456789')).toMatchObject({
      outcome: 'unavailable',
    });
  });
});

describe('a check that misses what was installed since the work began', () => {
  test('shows nothing and says why, and counts where it passes without', async () => {
    repo.write('.gitignore', 'node_modules\n').write('a.js');
    const tree = await repo.tree();
    const sinceMs = statSync(join(repo.top, 'a.js')).ctimeMs;
    repo.write('node_modules/x/index.js');
    const needs = await run('require("x")', tree, { sinceMs });
    expect(needs).toMatchObject({ outcome: 'unavailable', touched: { files: ['node_modules'] } });
    expect(needs.why).toMatch(
      /^node_modules was made during this goal, so no clean copy has it.*begun now would have it$/,
    );
    expect(await run('', tree, { sinceMs })).toMatchObject({ outcome: 'pass' });
  });
});

describe('files in installed folders that changed since work began', () => {
  test('are named, but for caches', () => {
    repo.write('node_modules/x/index.js', 'x').write('target/debug/x', 'x');
    const sinceMs = statSync(join(repo.top, 'node_modules/x/index.js')).ctimeMs;
    const folders = ['node_modules'];
    expect(touchedSince(repo.top, folders, sinceMs)).toEqual({ files: [], count: 0, whole: true });
    repo.write('node_modules/.cache/y', 'y');
    repo.write('node_modules/.tmp/tsconfig.app.tsbuildinfo', '{}');
    expect(touchedSince(repo.top, folders, sinceMs - 1000)).toEqual({
      files: ['node_modules/x/index.js'],
      count: 1,
      whole: true,
    });
  });
});
