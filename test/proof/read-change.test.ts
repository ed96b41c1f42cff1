// A change read from real repositories, and its tree with something put back.

import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandGate } from '../../runtime/model/gate.ts';
import type { Change } from '../../runtime/proof/change.ts';
import { composer } from '../../runtime/proof/compose.ts';
import { readChange } from '../../runtime/proof/read-change.ts';
import type { Recipe } from '../../runtime/proof/row.ts';
import { Repo } from '../evidence/repo.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const GATE: CommandGate = {
  type: 'test',
  name: 'npm test',
  command: ['npm', 'test'],
  mustPass: true,
  expect_exit: 0,
  timeout_sec: 60,
};

type Texts = Readonly<Record<string, string | Buffer | null>>;

class Changed {
  readonly repo = new Repo();
  readonly objectsDir = temporaryFolder('wukong-objects-');
  readonly place = { worktree: this.repo.top, objectsDir: this.objectsDir };

  commit(texts: Texts): string {
    for (const [path, text] of Object.entries(texts)) {
      if (text === null) rmSync(join(this.repo.top, path));
      else this.repo.write(path, text);
    }
    return this.repo.commit().git('rev-parse', 'HEAD').trim();
  }

  async read(
    base: string,
    tree: string,
    sealed?: Readonly<Record<string, string>>,
  ): Promise<Change> {
    const read = await readChange({
      ...this.place,
      base,
      tree,
      product: [],
      checks: [{ gate: GATE }],
      sealed,
    });
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    return read.value;
  }

  /** What a copy of it would hold, by path. */
  async texts(change: Change, back: Recipe['back']): Promise<Readonly<Record<string, string>>> {
    const tree = await composer(change, this.place)(back);
    if (!tree.ok) throw new Error(JSON.stringify(tree.error));
    const git = (...args: string[]): string =>
      execFileSync('git', args, {
        cwd: this.repo.top,
        encoding: 'latin1',
        env: { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: this.objectsDir },
      });
    const paths = git('ls-tree', '-r', '--name-only', tree.value).trim().split('\n');
    return Object.fromEntries(paths.map((path) => [path, git('show', `${tree.value}:${path}`)]));
  }
}

const MANIFEST = `{
  "name": "a",
  "main": "./src/a.js",
  "scripts": { "test": "node --test" }
}
`;

test('what is program goes back alone, what judges goes back alone, and a manifest by its keys', async () => {
  const one = new Changed();
  const base = one.commit({
    'package.json': MANIFEST,
    'README.md': 'old\n',
    'src/a.js': '1\n2\n3\n4\n5\n',
    'src/gone.js': 'gone\n',
    'test/a.test.js': 'old\n',
  });
  const now = MANIFEST.replace('./src/a.js', './src/b.js').replace('node --test', 'mocha');
  const tree = one.commit({
    'package.json': now,
    'README.md': 'new\n',
    'src/a.js': 'one\n2\n3\n4\nfive\n',
    'src/b.js': 'b\n',
    'src/gone.js': null,
    'test/a.test.js': 'new\n',
  });
  const change = await one.read(base, tree);
  expect(change.files.map(({ status, path, meaning }) => `${status} ${path} ${meaning}`)).toEqual([
    'M README.md prose',
    'M package.json both',
    'M src/a.js program',
    'A src/b.js program',
    'D src/gone.js program',
    'M test/a.test.js judge',
  ]);
  expect(change.places).toEqual([
    { path: 'package.json', line: 3, size: 2 },
    { path: 'src/a.js', line: 1, size: 2 },
    { path: 'src/a.js', line: 5, size: 2 },
    { path: 'src/b.js', line: 1, size: 1 },
    { path: 'src/gone.js', line: 1, size: 1 },
  ]);
  expect(await one.texts(change, 'program')).toEqual({
    'package.json': MANIFEST.replace('node --test', 'mocha'),
    'README.md': 'new\n',
    'src/a.js': '1\n2\n3\n4\n5\n',
    'src/gone.js': 'gone\n',
    'test/a.test.js': 'new\n',
  });
  expect(await one.texts(change, 'judge')).toEqual({
    'package.json': MANIFEST.replace('./src/a.js', './src/b.js'),
    'README.md': 'old\n',
    'src/a.js': 'one\n2\n3\n4\nfive\n',
    'src/b.js': 'b\n',
    'test/a.test.js': 'old\n',
  });
  expect(await one.texts(change, [0, 2, 3, 4])).toEqual({
    'package.json': MANIFEST.replace('node --test', 'mocha'),
    'README.md': 'new\n',
    'src/a.js': 'one\n2\n3\n4\n5\n',
    'src/gone.js': 'gone\n',
    'test/a.test.js': 'new\n',
  });
});

test('all places together are the program as it was, whatever kind of file they are in', async () => {
  const one = new Changed();
  const rust = (program: string, holds: string) =>
    `pub fn a() { ${program} }\n\n#[cfg(test)]\nmod tests {\n    // ${holds}\n}\n`;
  const base = one.commit({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': rust('1', 'old'),
    'src/table.bin': Buffer.from([0, 1, 2]),
    'src/latin.rs': Buffer.from('// \xe4\npub fn b() {}\n', 'latin1'),
    'src/run.sh': 'x\n',
    'src/none.rs': '// x\n',
  });
  chmodSync(join(one.repo.top, 'src/run.sh'), 0o755);
  const tree = one.commit({
    'src/lib.rs': rust('2', 'new'),
    'src/table.bin': Buffer.from([0, 1, 3]),
    'src/latin.rs': Buffer.from('// \xe4\npub fn c() {}\n', 'latin1'),
    'src/none.rs': '',
    'src/empty.rs': '',
  });
  const change = await one.read(base, tree);
  expect(change.files.find(({ path }) => path === 'src/lib.rs')?.meaning).toBe('both');
  expect(change.places.map(({ path }) => path)).toEqual([
    'src/empty.rs',
    'src/latin.rs',
    'src/lib.rs',
    'src/none.rs',
    'src/run.sh',
    'src/table.bin',
  ]);
  const compose = composer(change, one.place);
  expect(await compose(change.places.map((_, at) => at))).toEqual(await compose('program'));
  expect((await one.texts(change, 'program'))['src/lib.rs']).toBe(rust('1', 'new'));
  expect((await one.texts(change, 'judge'))['src/lib.rs']).toBe(rust('2', 'old'));
  expect((await one.texts(change, [1]))['src/latin.rs']).toBe('// \xe4\npub fn b() {}\n');
});

test('another commit of a repository inside is one place, and goes back to the one it was', async () => {
  const inner = new Changed();
  const [first, second] = [inner.commit({ a: '1' }), inner.commit({ a: '2' })];
  const one = new Changed();
  one.commit({ 'package.json': MANIFEST, 'src/a.js': '1\n' });
  const at = (commit: string): string => {
    one.repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor/b`);
    one.repo.git('commit', '-q', '-m', 'x');
    return one.repo.git('rev-parse', 'HEAD^{tree}').trim();
  };
  const [base, tree] = [at(first), at(second)];
  const change = await one.read(base, tree);
  expect(change).toMatchObject({
    files: [{ path: 'vendor/b', meaning: 'program' }],
    places: [{ path: 'vendor/b', line: 1 }],
  });
  expect(await composer(change, one.place)([0])).toEqual({ ok: true, value: base });
});

test('a table outside of all source folders is of the program if that reads it, unless a test of now does', async () => {
  const one = new Changed();
  const reads = (name: string) => `require('fs').readFileSync('../data/${name}.json')\n`;
  const base = one.commit({
    'package.json': MANIFEST,
    'src/a.js': reads('old'),
    'data/old.json': '1\n',
    'data/cases.json': '1\n',
    'test/a.test.js': reads('cases'),
  });
  const tree = one.commit({
    'src/a.js': `${reads('old')}${reads('cases')}${reads('new')}`,
    'data/old.json': '2\n',
    'data/cases.json': '2\n',
    'data/new.json': '2\n',
    'data/other.json': '2\n',
  });
  const change = await one.read(base, tree);
  const said = change.files.map(({ path, meaning }) => `${path} ${meaning}`);
  expect(said).toEqual([
    'data/cases.json judge',
    'data/new.json program',
    'data/old.json program',
    'data/other.json judge',
    'src/a.js program',
  ]);
});

test('doubts name lines of what the change added, of the program as of its tests', async () => {
  const one = new Changed();
  const manifest = MANIFEST.replace('"main"', '"bin": "./dist/cli.js",\n  "main"');
  const base = one.commit({ 'package.json': manifest, 'src/a.js': '1\n', 'src/cli.ts': '1\n' });
  const tree = one.commit({
    'src/a.js': '1\nif (process.env.VITEST) return 1;\n// process.exit(0)\nprocess.exit(0);\n',
    'src/cli.ts': '1\nprocess.exit(0);\n',
    'test/a.test.js': "vi.mock('../src/a.js');\n",
  });
  expect((await one.read(base, tree)).doubts).toEqual([
    { path: 'src/a.js', line: 2, text: 'if (process.env.VITEST) return 1;', kind: 'names-runner' },
    { path: 'src/a.js', line: 4, text: 'process.exit(0);', kind: 'ends-process' },
    { path: 'test/a.test.js', line: 1, text: "vi.mock('../src/a.js');", kind: 'mocks-changed' },
  ]);
});

test('a mode that changed beside its lines hides none of them', async () => {
  const one = new Changed();
  const base = one.commit({ 'package.json': MANIFEST, 'src/a.js': '1\n' });
  chmodSync(join(one.repo.top, 'src/a.js'), 0o755);
  const change = await one.read(base, one.commit({ 'src/a.js': '1\nprocess.exit(0);\n' }));
  expect(change.doubts).toMatchObject([{ line: 2, kind: 'ends-process' }]);
});

test('nothing is written to the repository', async () => {
  const one = new Changed();
  const base = one.commit({ 'package.json': MANIFEST, 'src/a.js': '1\n' });
  const tree = one.commit({
    'package.json': MANIFEST.replace('"main"', '"type": "module",\n  "main"').replace('node', 'x'),
    'src/a.js': '2\n',
  });
  // Not the times: git renews that of an object it has already.
  const list = (): readonly string[] =>
    readdirSync(one.repo.top, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${path} ${statSync(join(one.repo.top, path)).size}`,
    );
  const before = list();
  const change = await one.read(base, tree);
  await one.texts(change, [0]);
  await one.texts(change, 'judge');
  expect(list()).toEqual(before);
});

test('a tree that is not there is said, and nothing is judged', async () => {
  const one = new Changed();
  const base = one.commit({ a: '1\n' });
  const read = await readChange({
    ...one.place,
    base,
    tree: 'f'.repeat(40),
    product: [],
    checks: [],
  });
  expect(read).toMatchObject({ ok: false, error: { kind: 'git-failed' } });
});

test('where nothing differs there is no file, no place and no doubt', async () => {
  const one = new Changed();
  const base = one.commit({ a: '1\n' });
  expect(await one.read(base, base)).toMatchObject({ files: [], places: [], doubts: [] });
});

test('tests put back as they were are led to a module that the change moved, and nothing else of them changes', async () => {
  const one = new Changed();
  const OLD = "const a = require('../src/a.js');\n// caf\u00e9\ntest(a, 1);\n";
  const base = one.commit({
    'package.json': MANIFEST,
    'src/a.js': 'exports.a = 1;\n',
    'test/a.test.js': OLD,
    'test/b.test.js': OLD,
  });
  const moved = OLD.replace('src/a', 'src/lib/a');
  const tree = one.commit({
    'src/a.js': null,
    'src/lib/a.js': 'exports.a = 1;\n',
    'test/a.test.js': moved.replace('1);', '2);'),
    'test/b.test.js': moved,
  });
  const texts = await one.texts(await one.read(base, tree), 'judge');
  expect(texts['test/a.test.js']).toBe(Buffer.from(moved).toString('latin1'));
  expect(texts['test/b.test.js']).toBe(Buffer.from(moved).toString('latin1'));
});

test('a test that showed the fault before the change goes back to what it was then, and not to what was there first', async () => {
  const one = new Changed();
  const base = one.commit({ 'package.json': MANIFEST, 'src/a.js': 'old', 'test/a.test.js': 'old' });
  const shows = { 'test/a.test.js': 'shows it', 'test/new.test.js': 'shows it too' };
  const first = one.commit(shows);
  const of = (path: string): string => one.repo.git('rev-parse', `${first}:${path}`).trim();
  const sealed = Object.fromEntries(Object.keys(shows).map((path) => [path, of(path)]));
  const tree = one.commit({
    'src/a.js': 'new',
    'test/a.test.js': 'says less',
    'test/new.test.js': 'says less too',
    'test/own.test.js': 'own',
  });
  const change = await one.read(base, tree, sealed);
  expect(await one.texts(change, 'judge')).toEqual({
    'package.json': MANIFEST,
    'src/a.js': 'new',
    ...shows,
  });
  expect(await one.texts(change, 'program')).toMatchObject({
    'src/a.js': 'old',
    'test/a.test.js': 'says less',
  });
});
