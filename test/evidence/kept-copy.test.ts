// A copy is kept from one process to the next, and is then as a fresh one, whatever lies beside it says.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { check } from '../../runtime/evidence/gates/check.ts';
import { dropCopy, recordOf, sweepKept } from '../../runtime/evidence/trees/kept-copy.ts';
import { allIn, lookAt } from '../../runtime/evidence/trees/looks.ts';
import { makeScratch } from '../../runtime/evidence/trees/scratch.ts';
import { SpareCopy } from '../../runtime/evidence/trees/spare-copy.ts';
import { namesIn } from '../../runtime/files/folders.ts';
import { Repo } from './repo.ts';
import { gate } from './samples.ts';
import { temporaryFolder } from './temporary.ts';

/** Fewer are not worth it. */
const MANY = 1_000;

let repo: Repo;
let place: string;
let tree: string;
beforeAll(async () => {
  repo = new Repo();
  for (let n = 0; n < MANY; n += 1) repo.write(`many/${n % 10}/${n}.txt`);
  repo.write('.gitignore', 'node_modules\n.cache\n').write('node_modules/x/index.js');
  tree = await repo.commit().tree();
});
beforeEach(() => {
  place = temporaryFolder('wukong-kept-');
  rmSync(recordOf(repo.objectsDir), { recursive: true, force: true });
});

const about = (worktree = repo.top) => ({
  worktree,
  objectsDir: repo.objectsDir,
  owner: `${process.pid}-0`,
  isGone: (owner: string) => owner === 'gone',
  sinceMs: Number.POSITIVE_INFINITY,
  places: [place],
});

/** As another process has one. */
function nextSpare(isWanted = true): SpareCopy {
  return new SpareCopy({ objectsDir: repo.objectsDir, isWanted: () => isWanted });
}

/** A report in which a run does that, and then its process ends. */
async function report(script: string, spare = nextSpare()): Promise<void> {
  const request = { ...about(), tree, spare, gate: gate([process.execPath, '-e', script]) };
  const ended = await check({ ...request, logFile: join(repo.top, '.wukong', 'check.log') });
  expect(ended.outcome).toBe('pass');
  await spare[Symbol.asyncDispose]();
}

const names = (): readonly string[] => readdirSync(place);

function kept(): string {
  const [name = '', ...others] = names();
  expect(others).toEqual([]);
  expect(name).toMatch(/^wukong-kept-[0-9a-f]{16}$/);
  return join(place, name);
}

/** One file of it; an inode alone is given again. */
function markOf(copy: string): string {
  const { ino, mtimeMs } = lstatSync(join(copy, 'many/0/0.txt'));
  return `${ino} ${mtimeMs}`;
}

/** What the next report is given, and whether it is the copy with that file. */
async function next(was = '', of: string = tree, worktree = repo.top) {
  await using spare = nextSpare(false);
  const made = await makeScratch({ ...about(worktree), tree: of, spare });
  if (!made.ok) throw new Error(made.why);
  await using copy = made.scratch;
  const ask = { cwd: copy.path, encoding: 'utf8' } as const;
  // With what git ignores; packages are links.
  const args = ['status', '--porcelain', '--ignored', '--untracked-files=all'];
  const others = execFileSync('git', args, ask);
  const packages = join(copy.path, 'node_modules');
  return {
    isSame: markOf(copy.path) === was,
    others: others.replaceAll(/^!! node_modules\/.*\n/gm, ''),
    packages: namesIn(packages).map((name) => realpathSync(join(packages, name))),
    names: readdirSync(copy.path).sort(),
    text: readFileSync(join(copy.path, 'many/1/1.txt'), 'utf8'),
  };
}

const FS = "const fs = require('node:fs');";

describe('a copy of the report before', () => {
  test('is taken by the next one, at another place, for another tree, without what the run left or changed', async () => {
    await report(
      `${FS} fs.mkdirSync('.cache'); fs.writeFileSync('.cache/x', ''); fs.writeFileSync('many/0/new', '');
       fs.unlinkSync('many/2/2.txt'); fs.writeFileSync('many/3/3.txt', 'other'); fs.utimesSync('many/4/4.txt', 1e9, 1e9);`,
    );
    const was = kept();
    expect(readdirSync(join(was, 'tree')).sort()).toEqual(['.gitignore', 'many']);
    const touched = lstatSync(join(was, 'tree/many/5/5.txt')).mtimeMs;
    const mark = markOf(join(was, 'tree'));
    const after = await repo.write('many/1/1.txt', 'after').tree();
    repo.write('many/1/1.txt');
    await using spare = nextSpare(false);
    const made = await makeScratch({ ...about(), tree: after, spare });
    if (!made.ok) throw new Error(made.why);
    await using copy = made.scratch;
    expect(markOf(copy.path)).toBe(mark);
    expect(existsSync(was)).toBe(false);
    expect(existsSync(recordOf(repo.objectsDir))).toBe(false);
    const status = ['status', '--porcelain', '--ignored', '--untracked-files=all'];
    const said = execFileSync('git', status, { cwd: copy.path, encoding: 'utf8' });
    expect(said).toBe('!! node_modules/x\n');
    expect(readFileSync(join(copy.path, 'many/1/1.txt'), 'utf8')).toBe('after');
    // What is written is younger than all before, also where only its time was changed.
    for (const name of ['many/1/1.txt', 'many/2/2.txt', 'many/3/3.txt', 'many/4/4.txt']) {
      expect(lstatSync(join(copy.path, name)).mtimeMs).toBeGreaterThan(touched);
    }
  });

  test('is taken in another worktree, and what is installed there is linked', async () => {
    await report('');
    const mark = markOf(join(kept(), 'tree'));
    const other = join(repo.base, 'other');
    repo.git('worktree', 'add', '-q', '-b', 'other', other);
    writeFileSync(join(other, 'many/1/1.txt'), 'of the branch');
    mkdirSync(join(other, 'node_modules/y'), { recursive: true });
    const taken = await next(mark, await repo.tree(other), other);
    expect(taken).toMatchObject({ isSame: true, others: '', text: 'of the branch' });
    expect(taken.packages).toEqual([join(other, 'node_modules/y')]);
  });

  test('is taken by one of two reports, and the other has its own', async () => {
    await report('');
    const mark = markOf(join(kept(), 'tree'));
    const [one, other] = await Promise.all([next(mark), next(mark)]);
    expect([one.isSame, other.isSame].sort()).toEqual([false, true]);
    expect([one.others, other.others]).toEqual(['', '']);
    // And of two that end, one keeps its own.
    await Promise.all([report(''), report('')]);
    expect(await next(markOf(join(kept(), 'tree')))).toMatchObject({ others: '' });
  });
});

describe('a copy of the report before is not used', () => {
  test.each([
    ['wrote a file into it', (copy: string) => writeFileSync(join(copy, 'late'), '')],
    ['touched a file and put it back', (copy: string) => touch(join(copy, 'many/1/1.txt'))],
    ['removed a file', (copy: string) => rmSync(join(copy, 'many/1/1.txt'))],
  ])('where something %s afterwards', async (_what, late) => {
    await report('');
    const copy = join(kept(), 'tree');
    late(copy);
    expect(await next(markOf(copy))).toMatchObject({ isSame: false, others: '' });
    expect(names()).toEqual([]);
  });

  test.each([
    ['has other bytes', (copy: string) => writeFileSync(join(copy, 'many/1/1.txt'), 'forged')],
    ['has a file more', (copy: string) => writeFileSync(join(copy, 'conftest.py'), '')],
    ['has a folder more', (copy: string) => mkdirSync(join(copy, 'node_modules/x'), MAKE)],
    ['has what git ignores', (copy: string) => writeFileSync(join(copy, '.cache'), '')],
    [
      'has a link for a folder',
      (copy: string) => {
        renameSync(join(copy, 'many'), join(copy, '../many'));
        symlinkSync(join(copy, '../many'), join(copy, 'many'));
      },
    ],
    [
      'is a link to the working tree',
      (copy: string) => {
        rmSync(copy, { recursive: true });
        symlinkSync(repo.top, copy);
      },
    ],
  ])('where it %s, whatever its record says', async (_what, forge) => {
    await report('');
    const copy = join(kept(), 'tree');
    const mark = markOf(copy);
    forge(copy);
    const stamps = [...lookAt(copy, allIn(copy))].map(([name, { stamp }]) => [name, stamp]);
    writeFileSync(recordOf(repo.objectsDir), JSON.stringify({ tree, stamps }));
    const fresh = await next(mark);
    expect(fresh).toMatchObject({
      others: '',
      text: 'many/1/1.txt\n',
      packages: [join(repo.top, 'node_modules/x')],
    });
    expect(fresh.names).toEqual(['.git', '.gitignore', 'many', 'node_modules']);
    expect(readFileSync(join(repo.top, 'many/0/0.txt'), 'utf8')).toBe('many/0/0.txt\n');
    expect(names()).toEqual([]);
  });

  test('where its record is missing or is none, and a record without a copy is nothing', async () => {
    for (const record of [undefined, '{"tree":"HEAD","stamps":[]}']) {
      await report('');
      const mark = markOf(join(kept(), 'tree'));
      rmSync(recordOf(repo.objectsDir));
      if (record !== undefined) writeFileSync(recordOf(repo.objectsDir), record);
      expect(await next(mark)).toMatchObject({ isSame: false, others: '' });
      expect(names()).toEqual([]);
    }
    await report('');
    rmSync(kept(), { recursive: true });
    expect(await next()).toMatchObject({ isSame: false, others: '' });
  });

  test('where the objects with its tree are gone', async () => {
    await report('');
    const mark = markOf(join(kept(), 'tree'));
    const record = recordOf(repo.objectsDir);
    const text = readFileSync(record, 'utf8').replace(tree, '0'.repeat(tree.length));
    writeFileSync(record, text);
    expect(await next(mark)).toMatchObject({ isSame: false, others: '' });
  });
});

describe('nothing of a copy is left', () => {
  test('where whoever took it was killed', async () => {
    await report('');
    const was = kept();
    const folder = join(place, 'wukong-copy-gone-AbCd12');
    mkdirSync(folder);
    renameSync(was, join(folder, 'kept'));
    await next();
    expect(names()).toEqual([]);
  });

  test('a day later, or where a clock was set back by more, whosever it is', async () => {
    await report('');
    sweepKept(place);
    kept();
    for (const days of [1.1, -1.1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60 * 1000 });
      try {
        sweepKept(place);
      } finally {
        vi.useRealTimers();
      }
      expect(names()).toEqual([]);
      mkdirSync(join(place, 'wukong-kept-0123456789abcdef'));
    }
  });

  test('when it is dropped, or where nobody wants it when the process ends', async () => {
    await report('');
    kept();
    dropCopy(repo.objectsDir, [place]);
    expect([names(), existsSync(recordOf(repo.objectsDir))]).toEqual([[], false]);
    await report('', nextSpare(false));
    expect(names()).toEqual([]);
  });

  test('where its record cannot be written', async () => {
    mkdirSync(recordOf(repo.objectsDir));
    await report('');
    expect(names()).toEqual([]);
  });
});

describe('what a run left behind says nothing in the next process', () => {
  const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

  function inProcess(of: string, line: string): string {
    const logFile = join(repo.top, '.wukong', 'process.log');
    const { objectsDir, places, worktree } = about();
    const command = { ...gate([line]), shell: true };
    const request = { worktree, objectsDir, places, tree: of, gate: command, logFile };
    const script = join(import.meta.dirname, 'run-in-copy.mjs');
    const args = ['--import', 'tsx', script, JSON.stringify(request)];
    return execFileSync(process.execPath, args, { encoding: 'utf8' });
  }

  test.skipIf(!has('python3') || !has('make'))(
    'compiled Python of a source with the same size and time, and what a tool built that goes by times',
    async () => {
      repo.write('Makefile', 'out: in\n\tcp in out\n');
      const before = await repo.write('in', 'one').write('value.py', 'VALUE = 1\n').tree();
      const after = await repo.write('in', 'two').write('value.py', 'VALUE = 2\n').tree();
      const line = (text: string, value: number): string =>
        `make -s && test "$(cat out)" = ${text} && python3 -c 'import os; os.utime("value.py", (1e9, 1e9)); import value; assert value.VALUE == ${value}'`;
      expect(inProcess(before, line('one', 1))).toBe('pass: exit code 0\n');
      const copy = join(kept(), 'tree');
      expect(existsSync(join(copy, 'out'))).toBe(false);
      const mark = markOf(copy);
      expect(
        inProcess(
          after,
          `${line('two', 2)} && test "$(ls -i many/0/0.txt | cut -d' ' -f1)" = ${mark.split(' ')[0]}`,
        ),
      ).toBe('pass: exit code 0\n');
      expect(markOf(join(kept(), 'tree'))).toBe(mark);
    },
  );
});

const MAKE = { recursive: true };

function touch(file: string): void {
  const text = readFileSync(file);
  writeFileSync(file, 'x');
  writeFileSync(file, text);
}
