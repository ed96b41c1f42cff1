// What cannot be judged, as the built program says it: no verdict, exit code 2, what is missing and what to type.

import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { git } from '../../scripts/example.ts';
import {
  ADD,
  addRepository,
  CLI,
  environmentOf,
  type Place,
  put,
  wukong,
} from '../rig/small-repository.ts';

describe('a check in which nothing passes on either side', () => {
  const reads = "import { readFileSync } from 'node:fs';\n";
  const env = `${reads}readFileSync(new URL('../.env', import.meta.url));\n${ADD.tests}`;

  test.each([
    ['a fix', ADD.fixed],
    ['a break', ADD.broken],
  ])('says of %s what git ignores and it missed', async (_, program) => {
    const place = await addRepository({ '.gitignore': '.env\n', 'test/a.test.js': env });
    put(place.top, { '.env': 'KEY=1\n', 'src/a.js': program, 'test/a.test.js': env + ADD.more });
    const ended = await wukong(place, 'prove', '--check', 'npm test');
    expect([ended.code, ended.stdout]).toEqual([2, expect.stringMatching(/^cannot be judged /m)]);
    expect(ended.stdout).toContain('it misses .env, which git ignores');
  });
});

test('a runner that collects no test for want of a file says which', async () => {
  const says = [
    'collected 0 items / 1 error',
    "E   ModuleNotFoundError: No module named 'settings_local'",
  ];
  const suite = `console.log(${JSON.stringify(says.join('\n'))});\nprocess.exit(2);\n`;
  const ignored = { '.gitignore': 'settings_local.py\n', 'settings_local.py': '' };
  const place = await addRepository({ 'suite.mjs': suite, ...ignored });
  put(place.top, { 'src/a.js': ADD.fixed });
  const ended = await wukong(place, 'prove', '--check', 'node suite.mjs');
  expect([ended.code, ended.stdout]).toEqual([
    2,
    expect.stringContaining('it misses settings_local.py, which git ignores'),
  ]);
});

test('what lies in a submodule that was never set up is told with the command', async () => {
  const inner = await addRepository();
  const place = await addRepository({
    'test/a.test.js': `import '../deps/lib/src/a.js';\n${ADD.tests}`,
  });
  const allow = ['-c', 'protocol.file.allow=always'];
  await git(place.top, ...allow, 'submodule', 'add', '-q', inner.top, 'deps/lib');
  await git(place.top, 'commit', '-qam', 'second');
  await git(place.top, 'submodule', '--quiet', 'deinit', '-f', 'deps/lib');
  rmSync(join(place.top, '.git/modules'), { recursive: true });
  put(place.top, { 'src/a.js': ADD.fixed });
  const ended = await wukong(place, 'prove', '--check', 'npm test');
  expect([ended.code, ended.stdout]).toEqual([
    2,
    expect.stringContaining('git submodule update --init deps/lib'),
  ]);
});

test.each([
  ['no-such-tool --run', 'no-such-tool'],
  ['make', 'no-such-tool'],
])('`%s` says which tool is not on the path', async (check, tool) => {
  const place = await addRepository({ Makefile: 'all:\n\tno-such-tool --run\n' });
  put(place.top, { 'src/a.js': ADD.fixed });
  const ended = await wukong(place, 'prove', '--check', check);
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
  const place = await addRepository({ 'lint.cjs': lint, suite });
  chmodSync(join(place.top, 'suite'), 0o755);
  put(place.top, { 'src/a.js': ADD.fixed, 'test/a.test.js': ADD.tests + ADD.more });
  const ended = await wukong(place, 'prove', '--check', check);
  expect(ended.stdout).not.toContain('cannot fail');
  expect([ended.code, ended.stdout]).toEqual([2, expect.stringContaining(why)]);
});

test.each(['prove', 'rehearse'])('what keeps `%s` from a verdict is none', async (command) => {
  const place = await addRepository();
  const [none, bare] = [join(place.home, 'none'), join(place.home, 'bare.git')];
  mkdirSync(none);
  await git(place.home, 'init', '-q', '--bare', bare);
  const file = join(place.top, 'package.json');
  for (const [top, home, said] of [
    [none, place.home, 'WK1003'],
    [bare, place.home, 'WK1005'],
    [place.top, file, 'ENOTDIR'],
  ] as const) {
    const ended = await wukong({ top, home }, command, '--check', 'npm test');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
  }
});

test('a HEAD that cannot be read is told in the words of git, and no git as that', async () => {
  const place = await addRepository();
  const head = join(place.top, '.git/HEAD');
  const asked = async (said: string, start = wukong): Promise<void> => {
    for (const command of ['prove', 'rehearse']) {
      const ended = await start(place, command, '--check', 'npm test');
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
    }
  };
  const kept = readFileSync(head);
  for (const [text, said] of [
    ['garbage\n', 'not a git repository'],
    [`${'1'.repeat(40)}\n`, 'bad object HEAD'],
    ['ref: refs/heads/new\n', 'has no commit yet'],
  ] as const) {
    writeFileSync(head, text);
    await asked(said);
  }
  writeFileSync(head, kept);
  await asked('git is not on PATH', ({ top, home }, ...words) => {
    const env = { ...environmentOf(place), PATH: home };
    return run(process.execPath, [CLI, ...words], { cwd: top, env, timeoutMs: 60_000 });
  });
});

/** Two commits on `feature`, the first of them also `main`; and a bare copy of it that may be cloned in part. */
async function published(): Promise<Readonly<{ home: string; url: string }>> {
  const place = await addRepository();
  const { top, home } = place;
  await git(top, 'checkout', '-qb', 'feature');
  put(place.top, { 'src/a.js': ADD.fixed, 'test/a.test.js': ADD.tests + ADD.more });
  await git(top, 'commit', '-qam', 'a fix');
  const bare = join(home, 'origin.git');
  await git(home, 'clone', '-q', '--bare', top, bare);
  await git(bare, 'config', 'uploadpack.allowFilter', 'true');
  return { home, url: `file://${bare}` };
}

test('a checkout of depth 1 is said to be shallow, with what gets the rest', async () => {
  const { home, url } = await published();
  const folder = join(home, 'ci');
  const place: Place = { top: folder, home };
  mkdirSync(folder);
  await git(folder, 'init', '-q');
  await git(folder, 'remote', 'add', 'origin', url);
  await git(folder, 'fetch', '-q', '--depth=1', 'origin', 'feature');
  await git(folder, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  const asked = [['prove', '--base', 'origin/main'], ['prove'], ['rehearse']];
  for (const words of asked) {
    const ended = await wukong(place, ...words, '--check', 'npm test');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is shallow')]);
    expect(ended.stderr).toContain('git fetch --unshallow');
  }
  // Both sides are there, and where they parted is not.
  await git(folder, 'fetch', '-q', '--depth=1', 'origin', '+main:refs/remotes/origin/main');
  const ended = await wukong(place, 'prove', '--check', 'npm test');
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is shallow')]);
  await git(folder, 'fetch', '-q', '--unshallow', 'origin', '+main:refs/remotes/origin/main');
  expect(await wukong(place, 'prove', '--check', 'npm test')).toMatchObject({ code: 0 });
});

test.each(['blob:none', 'tree:0'])(
  'a partial clone (%s) says what git has to fetch, and fetches nothing by itself',
  async (filter) => {
    const { home, url } = await published();
    const folder = join(home, 'part');
    const place: Place = { top: folder, home };
    await git(home, 'clone', '-q', `--filter=${filter}`, '-b', 'feature', url, folder);
    const missing = () => git(folder, 'rev-list', '--objects', '--missing=print', '--all');
    const before = await missing();
    const ended = await wukong(place, 'prove', '--check', 'npm test');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('a partial clone')]);
    expect(await missing()).toBe(before);
    const [, ...words] = /git fetch [-\w ]+/.exec(ended.stderr)?.[0].split(' ') ?? [];
    await git(folder, ...words);
    expect(await wukong(place, 'prove', '--check', 'npm test')).toMatchObject({ code: 0 });
  },
);

test('a fix that is in no commit of a submodule is told where the check fails, and where it says nothing', async () => {
  const place = await addRepository();
  const inner = await addRepository();
  await git(place.top, '-c', 'protocol.file.allow=always', 'submodule', 'add', inner.top, 'dep');
  const tests = ADD.tests.replace('../src/a.js', '../dep/src/a.js');
  put(place.top, { 'src/b.js': '1;\n', 'test/a.test.js': tests });
  await git(place.top, 'add', '-A');
  await git(place.top, 'commit', '-qm', 'second');
  put(place.top, { 'src/b.js': '2;\n', 'test/a.test.js': tests + ADD.more });
  put(place.top, { 'dep/src/a.js': ADD.fixed });
  const told = 'dep changed here, and no commit of it holds that: no copy has it.';
  const fails = await wukong(place, 'prove', '--check', 'node --test test/');
  expect([fails.code, fails.stdout]).toEqual([1, expect.stringContaining(told)]);
  const silent = await wukong(place, 'prove', '--check', 'no-such-tool');
  expect([silent.code, silent.stdout]).toEqual([2, expect.stringContaining(told)]);
});

test.runIf(process.getuid?.() === 0)(
  'a checkout of another owner is told in the words of git, and nothing is installed there',
  async () => {
    const place = await addRepository();
    const { top: folder } = place;
    for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(folder, path), 12345, 12345);
    }
    for (const words of [['prove', '--check', 'npm test'], ['rehearse'], ['init'], ['status']]) {
      const ended = await wukong(place, ...words);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('dubious ownership')]);
      expect(ended.stderr).toContain(`safe.directory ${folder}`);
    }
    const doctor = await wukong(place, 'doctor');
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('dubious ownership')]);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'package.json', 'src', 'test']);
  },
);
