// What cannot be judged, as the built program says it: no verdict, exit code 2, what is missing and what to type.

import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { git, gitEnvironment } from '../../scripts/example.ts';
import { DIST } from '../install/temporary.ts';

const made: string[] = [];
afterEach(() => {
  for (const one of made.splice(0)) rmSync(one, { recursive: true, force: true });
});

const PROGRAM = 'export const add = (a, b) => a - b;\n';
const FIXED = 'export const add = (a, b) => a + b;\n';
const BROKEN = 'export const add = () => 7;\n';
const TESTS = `import test from 'node:test';
import assert from 'node:assert/strict';
import { add } from '../src/a.js';
test('zero', () => assert.equal(add(0, 0), 0));
`;
const MORE = "test('two', () => assert.equal(add(1, 1), 2));\n";

type Files = Readonly<Record<string, string>>;

async function repository(files: Files = {}): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wukong-unable-')));
  made.push(root);
  const folder = join(root, 'repository');
  const manifest = JSON.stringify({ name: 'a', type: 'module', scripts: { test: 'node --test' } });
  put(folder, { 'package.json': manifest, 'src/a.js': PROGRAM, 'test/a.test.js': TESTS });
  put(folder, files);
  await git(folder, 'init', '-q', '-b', 'main');
  await git(folder, 'add', '-A');
  await git(folder, 'commit', '-qm', 'a program');
  return folder;
}

function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function wukong(folder: string, ...args: readonly string[]) {
  const { PATH = '' } = process.env;
  const env = { ...gitEnvironment(), PATH, HOME: dirname(folder), NO_COLOR: '1' };
  const options = { cwd: folder, env, timeoutMs: 120_000 };
  return run(process.execPath, [join(DIST, 'cli.js'), ...args], options);
}

describe('a check in which nothing passes on either side', () => {
  const reads = "import { readFileSync } from 'node:fs';\n";
  const env = `${reads}readFileSync(new URL('../.env', import.meta.url));\n${TESTS}`;

  test.each([
    ['a fix', FIXED],
    ['a break', BROKEN],
  ])('says of %s what git ignores and it missed', async (_, program) => {
    const folder = await repository({ '.gitignore': '.env\n', 'test/a.test.js': env });
    put(folder, { '.env': 'KEY=1\n', 'src/a.js': program, 'test/a.test.js': env + MORE });
    const ended = await wukong(folder, 'prove', '--check', 'npm test');
    expect([ended.code, ended.stdout]).toEqual([2, expect.stringMatching(/^cannot be judged /m)]);
    expect(ended.stdout).toContain('it misses .env, which git ignores');
  });
});

test.each([
  ['no-such-tool --run', 'no-such-tool'],
  ['make', 'no-such-tool'],
])('`%s` says which tool is not on the path', async (check, tool) => {
  const folder = await repository({ Makefile: 'all:\n\tno-such-tool --run\n' });
  put(folder, { 'src/a.js': FIXED });
  const ended = await wukong(folder, 'prove', '--check', check);
  expect([ended.code, ended.stdout]).toEqual([
    2,
    expect.stringContaining(`\`${tool}\` is not on the path`),
  ]);
});

test.each([
  ['npm test > /dev/null', 'it failed without printing a word'],
  ['node lint.cjs && ./suite', 'what stands beside its tests'],
])('`%s` is not said to be unable to fail', async (check, why) => {
  const lint =
    "if (/Wukong/.test(require('node:fs').readFileSync('test/a.test.js'))) process.exit(1);\nrequire('node:fs').writeFileSync('linted', '');\n";
  const suite = '#!/bin/sh\ntest -f linted && node --test\n';
  const folder = await repository({ 'lint.cjs': lint, suite });
  chmodSync(join(folder, 'suite'), 0o755);
  put(folder, { 'src/a.js': FIXED, 'test/a.test.js': TESTS + MORE });
  const ended = await wukong(folder, 'prove', '--check', check);
  expect(ended.stdout).not.toContain('cannot fail');
  expect([ended.code, ended.stdout]).toEqual([2, expect.stringContaining(why)]);
});

/** Two commits on `feature`, the first of them also `main`; and a bare copy of it that may be cloned in part. */
async function published(): Promise<Readonly<{ root: string; url: string }>> {
  const folder = await repository();
  const root = dirname(folder);
  await git(folder, 'checkout', '-qb', 'feature');
  put(folder, { 'src/a.js': FIXED, 'test/a.test.js': TESTS + MORE });
  await git(folder, 'commit', '-qam', 'a fix');
  const bare = join(root, 'origin.git');
  await git(root, 'clone', '-q', '--bare', folder, bare);
  await git(bare, 'config', 'uploadpack.allowFilter', 'true');
  return { root, url: `file://${bare}` };
}

test('a checkout of depth 1 is said to be shallow, with what gets the rest', async () => {
  const { root, url } = await published();
  const folder = join(root, 'ci');
  mkdirSync(folder);
  await git(folder, 'init', '-q');
  await git(folder, 'remote', 'add', 'origin', url);
  await git(folder, 'fetch', '-q', '--depth=1', 'origin', 'feature');
  await git(folder, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  const asked = [['prove', '--base', 'origin/main'], ['prove'], ['rehearse']];
  for (const words of asked) {
    const ended = await wukong(folder, ...words, '--check', 'npm test');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is shallow')]);
    expect(ended.stderr).toContain('git fetch --unshallow');
  }
  // Both sides are there, and where they parted is not.
  await git(folder, 'fetch', '-q', '--depth=1', 'origin', '+main:refs/remotes/origin/main');
  const ended = await wukong(folder, 'prove', '--check', 'npm test');
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is shallow')]);
  await git(folder, 'fetch', '-q', '--unshallow', 'origin', '+main:refs/remotes/origin/main');
  expect(await wukong(folder, 'prove', '--check', 'npm test')).toMatchObject({ code: 0 });
});

test.each(['blob:none', 'tree:0'])(
  'a partial clone (%s) says what git has to fetch, and fetches nothing by itself',
  async (filter) => {
    const { root, url } = await published();
    const folder = join(root, 'part');
    await git(root, 'clone', '-q', `--filter=${filter}`, '-b', 'feature', url, folder);
    const missing = () => git(folder, 'rev-list', '--objects', '--missing=print', '--all');
    const before = await missing();
    const ended = await wukong(folder, 'prove', '--check', 'npm test');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('a partial clone')]);
    expect(await missing()).toBe(before);
    const [, ...words] = /git fetch [-\w ]+/.exec(ended.stderr)?.[0].split(' ') ?? [];
    await git(folder, ...words);
    expect(await wukong(folder, 'prove', '--check', 'npm test')).toMatchObject({ code: 0 });
  },
);

test.runIf(process.getuid?.() === 0)(
  'a checkout of another owner is told in the words of git, and nothing is installed there',
  async () => {
    const folder = await repository();
    for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(folder, path), 12345, 12345);
    }
    for (const words of [['prove', '--check', 'npm test'], ['rehearse'], ['init'], ['status']]) {
      const ended = await wukong(folder, ...words);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('dubious ownership')]);
      expect(ended.stderr).toContain(`safe.directory ${folder}`);
    }
    const doctor = await wukong(folder, 'doctor');
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('dubious ownership')]);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'package.json', 'src', 'test']);
  },
);
