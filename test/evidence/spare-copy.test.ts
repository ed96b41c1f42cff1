// A copy is used for the next tree, and is then as a fresh one, whatever the run before did in it.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { check } from '../../runtime/evidence/gates/check.ts';
import { keepsReadTimes } from '../../runtime/evidence/trees/looks.ts';
import { makeScratch } from '../../runtime/evidence/trees/scratch.ts';
import { SpareCopy } from '../../runtime/evidence/trees/spare-copy.ts';
import { Repo } from './repo.ts';
import { gate } from './samples.ts';
import { temporaryFolder } from './temporary.ts';

/** Fewer are not worth it. */
const MANY = 1_000;

let repo: Repo;
let place: string;
beforeAll(() => {
  repo = new Repo();
  for (let n = 0; n < MANY; n += 1) repo.write(`many/${n % 10}/${n}.txt`);
  repo.write('.gitignore', 'node_modules\n').write('node_modules/x/index.js');
});
beforeEach(() => {
  place = temporaryFolder('wukong-spare-');
});

const about = () => ({
  ...repo.place,
  owner: `${process.pid}-0`,
  isGone: () => false,
  sinceMs: Number.POSITIVE_INFINITY,
  places: [place],
});

/** What a run in the copy does, and the copy that is kept after it. */
async function keptAfter(script: string, tree: string, spare: SpareCopy) {
  const request = { ...about(), tree, spare, gate: gate([process.execPath, '-e', script]) };
  const ended = await check({ ...request, logFile: join(repo.top, '.wukong', 'check.log') });
  expect(ended.outcome).toBe('pass');
  const kept = spare.take(join(place, 'next'));
  if (kept) spare.put(kept);
  return kept;
}

async function copyOf(tree: string, spare?: SpareCopy) {
  const made = await makeScratch({ ...about(), tree, spare });
  if (!made.ok) throw new Error(made.why);
  return made.scratch;
}

/** By path: mode and content, where a link leads. */
function contentOf(folder: string, below = ''): Record<string, string> {
  const all = readdirSync(join(folder, below), { withFileTypes: true }).map((entry) => {
    const name = join(below, entry.name);
    if (name === '.git') return {};
    if (entry.isDirectory()) return { [name]: 'folder', ...contentOf(folder, name) };
    const path = join(folder, name);
    if (entry.isSymbolicLink()) return { [name]: `link to ${readlinkSync(path)}` };
    return { [name]: `${lstatSync(path).mode} ${readFileSync(path, 'utf8')}` };
  });
  return Object.assign({}, ...all);
}

test('a copy in which nothing was changed is used for another tree, at another place, and is as a fresh one', async () => {
  repo.write('gone/deep/a.js').write('file').write('folder/a.js').write('bin/run', 'old');
  symlinkSync('file', join(repo.top, 'link'));
  const before = await repo.tree();
  for (const name of ['gone', 'file', 'folder', 'link']) {
    rmSync(join(repo.top, name), { recursive: true });
  }
  repo.write('file/inside.js').write('folder', 'now a file').write('link', 'now a file');
  repo.write('bin/run', 'new').write('new/deep/b.js');
  chmodSync(join(repo.top, 'bin/run'), 0o755);
  const after = await repo.tree();

  await using spare = new SpareCopy();
  const kept = await keptAfter('require("node:fs").readFileSync("many/0/0.txt")', before, spare);
  if (!kept) throw new Error('it was not kept');
  const { ino } = lstatSync(join(kept.path, 'many/0/0.txt'));
  await using copy = await copyOf(after, spare);
  await using other = await copyOf(after);
  expect(contentOf(copy.path)).toEqual(contentOf(other.path));
  expect(lstatSync(join(copy.path, 'many/0/0.txt')).ino).toBe(ino);
  expect(copy.path).not.toBe(kept.path);
  expect(existsSync(kept.folder)).toBe(false);
  const ask = { cwd: copy.path, encoding: 'utf8' } as const;
  expect(execFileSync('git', ['status', '--porcelain'], ask)).toBe('');
  expect(execFileSync('git', ['rev-list', '--count', 'HEAD'], ask).trim()).toBe('1');
});

test.skipIf(!keepsReadTimes(temporaryFolder('wukong-reads-')))(
  'what a run opened is told of that run alone, in a copy that is used again',
  async () => {
    const before = await repo.tree();
    const after = await repo.write('many/1/1.txt', 'other').tree();
    await using spare = new SpareCopy();
    const told = [];
    for (const [tree, read] of [
      [before, 'many/0/0.txt'],
      [after, 'many/1/1.txt'],
      [after, 'many/0/0.txt'],
    ] as const) {
      const reads = gate([process.execPath, '-e', `require('node:fs').readFileSync('${read}')`]);
      const request = { ...about(), tree, spare, gate: reads, watch: true };
      const ended = await check({ ...request, logFile: join(repo.top, '.wukong', 'reads.log') });
      told.push([ended.opened?.read, ended.opened?.files.length]);
    }
    const all = told[0]?.[1];
    expect(told).toEqual([
      [['many/0/0.txt'], all],
      [['many/1/1.txt'], all],
      [['many/0/0.txt'], all],
    ]);
  },
);

const FS = "const fs = require('node:fs');";

test.each([
  ['wrote a file and removed it', `${FS} fs.writeFileSync('x', ''); fs.unlinkSync('x');`],
  [
    'left files and folders',
    `${FS} fs.mkdirSync('many/0/new/deep', { recursive: true }); fs.writeFileSync('many/0/new/deep/x', '');`,
  ],
  ['left what git ignores', `${FS} fs.mkdirSync('.cache'); fs.writeFileSync('.cache/x', '');`],
  ['removed a file', `${FS} fs.unlinkSync('many/2/2.txt');`],
  [
    'put a link in the place of a file',
    `${FS} fs.unlinkSync('many/2/2.txt'); fs.symlinkSync('../3/3.txt', 'many/2/2.txt');`,
  ],
  [
    'changed a file and put its size and times back',
    `${FS} const f = 'many/1/1.txt'; const was = fs.statSync(f);
     fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace(/./g, 'x')); fs.utimesSync(f, was.atime, was.mtime);`,
  ],
  ['changed the mode of a file', `${FS} fs.chmodSync('many/1/1.txt', 0o755);`],
  ['wrote into its repository', `${FS} fs.writeFileSync('.git/x', '');`],
])('a copy in which a run %s is as a fresh one', async (_what, script) => {
  const tree = await repo.write('.gitignore', 'node_modules\n.cache\n').tree();
  await using spare = new SpareCopy();
  const kept = await keptAfter(script, tree, spare);
  if (!kept) throw new Error('it was not kept');
  const { ino } = lstatSync(join(kept.path, 'many/0/0.txt'));
  await using copy = await copyOf(tree, spare);
  await using other = await copyOf(tree);
  expect(contentOf(copy.path)).toEqual(contentOf(other.path));
  expect(existsSync(join(copy.path, '.git/x'))).toBe(false);
  expect(lstatSync(join(copy.path, 'many/0/0.txt')).ino).toBe(ino);
});

describe('a copy is not used again', () => {
  test('where a run changed what stands in no tree', async () => {
    const script = `${FS} fs.chmodSync('many/4', 0o700); fs.rmSync('many/5', { recursive: true }); fs.writeFileSync('many/5', '');`;
    const tree = await repo.tree();
    await using spare = new SpareCopy();
    const kept = await keptAfter(script, tree, spare);
    if (!kept) throw new Error('it was not kept');
    await using copy = await copyOf(tree, spare);
    await using other = await copyOf(tree);
    expect(contentOf(copy.path)).toEqual(contentOf(other.path));
    expect(existsSync(kept.folder)).toBe(false);
  });

  test('where something the run left behind wrote into it afterwards', async () => {
    const late =
      "require('node:child_process').spawn(process.execPath, ['-e', \"setTimeout(() => require('node:fs').writeFileSync('late.txt', ''), 700)\"], { detached: true, stdio: 'ignore' }).unref()";
    await using spare = new SpareCopy();
    const tree = await repo.tree();
    const kept = await keptAfter(late, tree, spare);
    // Where it wrote before the run was over, nothing is kept.
    if (kept)
      await expect
        .poll(() => existsSync(join(kept.path, 'late.txt')), { timeout: 10_000 })
        .toBe(true);
    await using scratch = await copyOf(tree, spare);
    expect(existsSync(join(scratch.path, 'late.txt'))).toBe(false);
  });

  test('after the report', async () => {
    await using spare = new SpareCopy();
    expect(await keptAfter('', await repo.tree(), spare)).toBeDefined();
    await spare[Symbol.asyncDispose]();
    expect(readdirSync(place)).toEqual([]);
  });
});
