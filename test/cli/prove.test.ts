// `wukong prove`, as the built program answers, in repositories where nobody ran `init`.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { verdictSchema } from '../../runtime/model/views/verdict.ts';
import { run } from '../../scripts/client/child.ts';
import { git, gitEnvironment } from '../../scripts/example.ts';
import { DIST } from '../install/temporary.ts';
import { makeRepository, type Repository } from '../rig/repository.ts';
import { waitUntil } from '../rig/wait.ts';

const CHECK = ['--check', 'node --test'] as const;
const made: Repository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

/** The decoder that fails on empty input, committed. Its temporary files lie beside it. */
async function decoder(): Promise<Readonly<{ path: string; temporary: string }>> {
  const repository = await makeRepository({});
  made.push(repository);
  const temporary = join(repository.root, 'tmp');
  mkdirSync(temporary);
  return { path: repository.path, temporary };
}

type Where = Awaited<ReturnType<typeof decoder>>;

function environment({ temporary }: Where): Record<string, string> {
  const { PATH = '' } = process.env;
  return { ...gitEnvironment(), PATH, HOME: temporary, TMPDIR: temporary, NO_COLOR: '1' };
}

function prove(where: Where, ...args: readonly string[]) {
  const options = { cwd: where.path, env: environment(where), timeoutMs: 120_000 };
  return run(process.execPath, [join(DIST, 'cli.js'), 'prove', ...args], options);
}

async function proven(where: Where, ...args: readonly string[]) {
  const ended = await prove(where, ...CHECK, '--json', ...args);
  const { schema_version: _, command: __, ok: ___, ...view } = JSON.parse(ended.stdout);
  return { code: ended.code, view: verdictSchema.parse(view) };
}

function edit(where: Where, file: string, change: (text: string) => string): void {
  const path = join(where.path, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

const MADE = 'const bytes = Buffer.from(input);\n';

const fix = (where: Where): void =>
  edit(where, 'src/decoder.js', (text) =>
    text.replace(MADE, `${MADE}  if (bytes.length === 0) return [];\n`),
  );

const comment = (where: Where): void =>
  edit(where, 'src/decoder.js', (text) =>
    text.replace(MADE, `${MADE}  // Empty input holds no readings.\n`),
  );

/** Of git and of the files, with their times but for what git itself refreshes. */
async function stateOf({ path }: Where): Promise<string> {
  const status = await git(path, 'status', '--porcelain', '--ignored');
  const objects = await git(path, 'count-objects', '-v');
  return [status, objects, ...readdirSync(join(path, '.git')).sort()].join('\n');
}

describe('a change of the working tree', () => {
  test('that fixes what a test says is shown, and leaves nothing behind', async () => {
    const where = await decoder();
    fix(where);
    const before = await stateOf(where);
    const { code, view } = await proven(where);
    expect(view).toMatchObject({
      verdict: 'shown',
      level: 3,
      cases: [{ name: 'an empty body holds no readings' }],
    });
    expect(code).toBe(0);
    expect(await stateOf(where)).toBe(before);
    expect(readdirSync(where.temporary)).toEqual([]);
  });

  test('is asked which of its lines a test holds', async () => {
    const where = await decoder();
    fix(where);
    edit(where, 'src/decoder.js', (text) => `${text}\nexport const LIMIT = 4096;\n`);
    const { code, view } = await proven(where, '--lines');
    expect([code, view]).toMatchObject([0, { verdict: 'shown', level: 3 }]);
    const [held] = view.lines?.held ?? [];
    expect(view.lines).toMatchObject({ held: [held], not_held: [expect.any(String)] });
    expect(view.more).toContain(
      `1 of 2 changed places is held by a test; not held: ${view.lines?.not_held[0]}.`,
    );
    expect(readdirSync(where.temporary)).toEqual([]);
    const none = await proven(where, '--base', 'HEAD', '--head', 'HEAD', '--lines');
    expect(none.view.lines).toBeUndefined();
    expect(none.view.more).toContain(
      'Which lines a test holds is told of a change that a check shows.',
    );
  });

  test('is judged by two at once as by one, and neither leaves anything behind', async () => {
    const where = await decoder();
    fix(where);
    const before = await stateOf(where);
    const both = await Promise.all([proven(where), proven(where)]);
    for (const { code, view } of both) {
      expect([code, view]).toMatchObject([0, { verdict: 'shown', level: 3 }]);
    }
    expect(await stateOf(where)).toBe(before);
    expect(readdirSync(where.temporary)).toEqual([]);
  });

  test('that is a comment shows nothing, whatever test comes with it', async () => {
    const where = await decoder();
    comment(where);
    edit(where, 'test/decoder.test.js', (text) =>
      text.replace("assert.deepEqual(decode(packet('')), []);", 'assert.ok(true);'),
    );
    const ended = await prove(where, ...CHECK);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(
      'not shown  `node --test` fails with the change and the tests and settings of before',
    );
    expect(ended.stdout).toContain('Make the change pass with the tests that were there');
  });

  test('that breaks something is told with the case that fails', async () => {
    const where = await decoder();
    edit(where, 'src/decoder.js', (text) => text.replace('/ 100', '/ 10'));
    const { code, view } = await proven(where);
    expect(code).toBe(1);
    expect(view).toMatchObject({ verdict: 'not-shown', why: 'fails-now' });
    expect(view.text).toContain('reads a temperature');
  });

  test('is judged by a check in the folder where that was typed', async () => {
    const where = await decoder();
    comment(where);
    const below = { ...where, path: join(where.path, 'test') };
    const { view } = await proven(below, '--check', 'node decoder.test.js');
    const cwd = 'test';
    expect(view.checks).toMatchObject([{ cwd }, { cwd, command: ['node', 'decoder.test.js'] }]);
    expect(view).toMatchObject({ verdict: 'not-shown', why: 'passes-before' });
  });

  test('of prose alone starts nothing', async () => {
    const where = await decoder();
    edit(where, 'README.md', (text) => `${text}\nMore.\n`);
    const { code, view } = await proven(where);
    expect(code).toBe(0);
    expect(view).toMatchObject({ verdict: 'nothing', rows: [] });
  });
});

test('where another test fails with the change and without it, the file of the red one is run alone', async () => {
  const where = await decoder();
  mkdirSync(join(where.path, 'test'), { recursive: true });
  const network =
    "import { test } from 'node:test';\ntest('asks the network', () => { throw new Error('no network'); });\n";
  writeFileSync(join(where.path, 'test', 'network.test.js'), network);
  await git(where.path, 'add', '-A');
  await git(where.path, 'commit', '-qm', 'Ask the network');
  fix(where);
  const { code, view } = await proven(where);
  expect(view).toMatchObject({
    verdict: 'shown',
    level: 2,
    cases: [{ name: 'an empty body holds no readings' }],
    limits: ['old-failures'],
  });
  expect(code).toBe(0);
  comment(where);
  await git(where.path, 'checkout', '-q', 'src');
  comment(where);
  expect((await proven(where)).view).toMatchObject({ verdict: 'not-shown' });
});

test('a working tree of git, or a clone, that lies in the repository is no change of it, and in no copy', async () => {
  const where = await decoder();
  fix(where);
  await git(where.path, 'commit', '-qam', 'Hold no readings in an empty body');
  await git(where.path, 'worktree', 'add', '-q', 'wt', '-b', 'one');
  await git(where.path, 'clone', '-q', '.', 'sub/clone');
  const { view } = await proven(where);
  expect(view).toMatchObject({
    verdict: 'shown',
    base: { name: expect.stringContaining('the commit before') },
  });
  const ran = view.rows.flatMap(({ cases }) => cases ?? []).map(({ file }) => file);
  expect(new Set(ran)).toEqual(new Set(['test/decoder.test.js']));
});

test('the last commit is judged where nothing was changed since, and any two commits where they are named', async () => {
  const where = await decoder();
  fix(where);
  await git(where.path, 'commit', '-qam', 'Hold no readings in an empty body');
  expect((await proven(where)).view).toMatchObject({
    verdict: 'shown',
    base: { name: expect.stringContaining('the commit before') },
  });
  await git(where.path, 'checkout', '-q', '-b', 'other');
  edit(where, 'README.md', (text) => `${text}\nMore.\n`);
  await git(where.path, 'commit', '-qam', 'Say more');
  expect((await proven(where)).view).toMatchObject({
    verdict: 'nothing',
    base: { name: expect.stringContaining('where it left main') },
  });
  expect((await proven(where, '--base', 'main~1', '--head', 'main')).view).toMatchObject({
    verdict: 'shown',
  });
});

test('without a check that may run nothing runs, what was found is named, and a person is waited for', async () => {
  const where = await decoder();
  fix(where);
  const ended = await prove(where);
  expect(ended.code).toBe(3);
  expect(ended.stdout).toContain('No check may run here.');
  expect(ended.stdout).toContain('npm test  (package.json:');
  expect((await prove(where, '--fail-on', 'not-shown')).code).toBe(0);
});

/** A library that `sh checks.sh` loads and whose fault is fixed, with no other tests, and what the base says of it. */
async function library(base: string): Promise<Where> {
  const where = await decoder();
  rmSync(join(where.path, 'test'), { recursive: true });
  mkdirSync(join(where.path, 'kit'));
  const write = (file: string, text: string) => writeFileSync(join(where.path, file), text);
  write('kit/decode.sh', 'decode() { echo "$1"; }\n');
  write('checks.sh', 'set -e\n. ./kit/decode.sh\n[ "$(decode)" = none ]\n');
  if (base !== '') {
    mkdirSync(join(where.path, '.wukong'), { recursive: true });
    write('.wukong/config.yaml', base);
  }
  await git(where.path, 'add', '--all', '--force');
  await git(where.path, 'commit', '--quiet', '--message', 'A library');
  write('kit/decode.sh', 'decode() { test "$1" || set none; echo "$1"; }\n');
  return where;
}

const KIT = 'product: ["kit/**"]\n';

test('product: of the base says which files are the program, and what the change wrote there does not', async () => {
  const said = ['--check', 'sh checks.sh'];
  const where = await library(KIT);
  writeFileSync(join(where.path, '.wukong/config.yaml'), 'product: ["src/**"]\n');
  const shown = await prove(where, ...said);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('1 of the program')]);
  const other = await library('');
  mkdirSync(join(other.path, '.wukong'), { recursive: true });
  writeFileSync(join(other.path, '.wukong/config.yaml'), KIT);
  const own = await prove(other, ...said);
  expect([own.code, own.stdout]).toEqual([3, expect.stringContaining('1 of what judges it')]);
  const faulty = await prove(await library('product: [\n'), ...said);
  expect([faulty.code, faulty.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
});

test('globs that name no file say so, and nothing is judged by them', async () => {
  const said = ['--check', 'sh checks.sh'];
  const where = await library('product: ["kit/**", "gone/**"]\n');
  expect(await prove(where, ...said)).toMatchObject({ code: 0 });
  const typed = ['--product', 'kit/**', '--product', 'nothere/**'];
  const ended = await prove(where, ...said, ...typed);
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('"nothere/**"')]);
  expect(ended.stderr).toContain('hint: Name what is there');
  const other = await prove(await library('product: ["gone/**"]\n'), ...said, '--language', 'zh');
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('“gone/**”')]);
});

test('what cannot be judged, or is typed wrong, says what to type', async () => {
  const where = await decoder();
  fix(where);
  const absent = await prove(where, '--check', 'no-such-program');
  expect(absent.code).toBe(2);
  expect(absent.stdout).toContain('cannot be judged');
  for (const [args, said] of [
    [['--base', 'nowhere'], 'git knows no commit "nowhere"'],
    [['--fail-on', 'never'], '--fail-on knows no "never"'],
    [['--product', '/etc/**'], 'leaves the repository'],
    [['--check', ''], '--check names no command'],
  ] as const) {
    const ended = await prove(where, ...CHECK, ...args);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
  }
});

test('as Markdown it is a page for a CI job', async () => {
  const where = await decoder();
  fix(where);
  const ended = await prove(where, ...CHECK, '--md');
  expect(ended.stdout).toMatch(/^### ✅ Wukong: shown\n/);
  expect(ended.stdout).toContain('| run | ended | cases | s |');
});

/** While its check hangs; `pid` of that lies in `file`. */
async function hanging(where: Where, first = '') {
  fix(where);
  writeFileSync(
    join(where.path, 'hang.mjs'),
    `import fs from 'node:fs';\n${first}\nfs.writeFileSync(process.env.HOME + '/pid', String(process.pid));\nsetInterval(() => {}, 1000);\n`,
  );
  const cli = [join(DIST, 'cli.js'), 'prove', '--check', 'node hang.mjs'];
  const child = spawn(process.execPath, cli, { cwd: where.path, env: environment(where) });
  const ended = new Promise((done) => child.once('close', done));
  const file = join(where.temporary, 'pid');
  const read = () => (existsSync(file) && readFileSync(file, 'utf8')) || undefined;
  const pid = Number(await waitUntil(where.temporary, read, 60_000));
  rmSync(file);
  return { child, ended, pid };
}

test('Ctrl-C ends the check with all it started, and leaves nothing', async () => {
  const where = await decoder();
  const { child, ended, pid } = await hanging(where);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(() => process.kill(pid, 0)).toThrow();
  expect(readdirSync(where.temporary)).toEqual([]);
});

test('Ctrl-C tells what the check changed in an installed folder, what repairs it, and the command that was typed', async () => {
  const where = await decoder();
  const file = 'node_modules/x/index.js';
  mkdirSync(join(where.path, 'node_modules/x'), { recursive: true });
  writeFileSync(join(where.path, file), '1');
  await git(where.path, 'check-ignore', '-q', file);
  const { child, ended } = await hanging(where, `fs.writeFileSync('${file}', '22');`);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(said).toMatch(/Stopped before there was a verdict\. .*node_modules\/x\/index\.js.*npm i/);
  expect(said).not.toContain('nothing of it is left');
  expect(said).toContain("hint: wukong prove --check 'node hang.mjs'");
});

test('what it left when it was killed is gone with the next one', async () => {
  const where = await decoder();
  const { child, ended, pid } = await hanging(where);
  child.kill('SIGKILL');
  await ended;
  process.kill(pid, 'SIGKILL');
  expect(readdirSync(where.temporary)).not.toEqual([]);
  rmSync(join(where.path, 'hang.mjs'));
  expect((await proven(where)).code).toBe(0);
  expect(readdirSync(where.temporary)).toEqual([]);
});

const manyCases = Array.from({ length: 3000 }, (_, at) => `test('case ${at}', () => {});\n`);
const READ: Readonly<Record<string, string>> = {
  'a very long line': `export const long = [${'[(a, b) => ({ c: d })], '.repeat(40_000)}];\n`,
  'many long lines': `export const long = [${'a(b), c[d], '.repeat(200)}];\n`.repeat(400),
  'many cases': `import { test } from 'node:test';\n${manyCases.join('')}`,
};

test.each(
  Object.keys(READ).flatMap((what) =>
    (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, what] as const),
  ),
)('%s ends it while it reads %s', async (signal, what) => {
  const where = await decoder();
  fix(where);
  const file = what === 'many cases' ? 'test/more.test.js' : 'src/more.js';
  writeFileSync(join(where.path, file), READ[what] ?? '');
  const cli = [join(DIST, 'cli.js'), 'prove', '--check', 'true'];
  const child = spawn(process.execPath, cli, { cwd: where.path, env: environment(where) });
  const ended = new Promise((done) => child.once('close', done));
  // Its folder is there once a signal is listened to, and all that it reads comes after that.
  const begun = () => readdirSync(where.temporary).length > 0 || undefined;
  await waitUntil(where.temporary, begun, 60_000);
  child.kill(signal);
  expect(await ended).toBe(130);
  expect(readdirSync(where.temporary)).toEqual([]);
});
