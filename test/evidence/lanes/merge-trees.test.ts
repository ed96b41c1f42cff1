// Two trees brought together, as git does it, and with nothing of the person's set-up.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { driversHere, driversNamed } from '../../../runtime/evidence/lanes/merge-drivers.ts';
import { mergeTrees } from '../../../runtime/evidence/lanes/merge-trees.ts';
import { relativeInside } from '../../../runtime/files/relative-inside.ts';
import { isAlive } from '../../../runtime/workspace/processes.ts';
import { LaneRepo } from './lane-rig.ts';

let repo: LaneRepo;
beforeEach(() => {
  repo = new LaneRepo();
});

const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
const text = (at: number, line: string) => LINES.with(at, `${line}\n`).join('');

/** Trees of the working tree after each of these, from the same start. */
async function trees(ours: () => unknown, theirs: () => unknown) {
  const base = await repo.tree();
  repo.commit();
  const one = await after(ours);
  return { base, ours: one, theirs: await after(theirs) };
}

async function after(edit: () => unknown): Promise<string> {
  edit();
  const tree = await repo.tree();
  repo.git('reset', '-q', '--hard');
  repo.git('clean', '-qfd');
  return tree;
}

function textOf(tree: string, path: string): string {
  const env = { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(repo.objectsDir) };
  return execFileSync('git', ['cat-file', 'blob', `${tree}:${path}`], {
    cwd: repo.top,
    env,
    encoding: 'utf8',
  });
}

describe('two trees', () => {
  test('that changed other lines are one, with new files and deletions of both', async () => {
    repo.write('a.js', LINES.join('')).write('gone.js').write('moved.js', text(3, 'moved'));
    const both = await trees(
      () => {
        repo.write('a.js', text(1, 'ours')).write('文件 1.js');
        repo.git('mv', 'moved.js', 'renamed.js');
      },
      () => {
        repo
          .write('a.js', text(18, 'theirs'))
          .write('moved.js', LINES.with(3, 'moved\n').with(9, 'x\n').join(''));
        rmSync(join(repo.top, 'gone.js'));
      },
    );
    const merged = await mergeTrees(repo.place, both);
    expect(merged).toMatchObject({ is: 'clean' });
    const tree = merged.is === 'clean' ? merged.tree : '';
    expect(textOf(tree, 'a.js')).toBe(LINES.with(1, 'ours\n').with(18, 'theirs\n').join(''));
    // As git merges: an edit goes with a rename.
    expect(textOf(tree, 'renamed.js')).toContain('x\n');
    expect((await repo.changed(both.base, tree)).map((one) => one.replace(/^. /, ''))).toEqual([
      'a.js',
      'gone.js',
      'moved.js',
      'renamed.js',
      '文件 1.js',
    ]);
    // Nothing is left of it but objects.
    expect(readdirSync(repo.objectsDir).filter((name) => name.startsWith('index-'))).toEqual([]);
  });

  test.each([
    [
      'the same lines',
      () => repo.write('a b.js', text(3, 'ours')),
      () => repo.write('a b.js', text(3, 'theirs')),
    ],
    [
      'one file, the one by deleting it',
      () => rmSync(join(repo.top, 'a b.js')),
      () => repo.write('a b.js', text(3, 'theirs')),
    ],
  ])('that changed %s are a conflict, which names it', async (_, ours, theirs) => {
    repo.write('a b.js', LINES.join(''));
    expect(await mergeTrees(repo.place, await trees(ours, theirs))).toEqual({
      is: 'conflict',
      paths: ['a b.js'],
    });
  });

  test('that made one new file each, with other text, are a conflict', async () => {
    repo.write('a.js');
    const both = await trees(
      () => repo.write('new/文.js', 'ours\n'),
      () => repo.write('new/文.js', 'theirs\n'),
    );
    expect(await mergeTrees(repo.place, both)).toEqual({ is: 'conflict', paths: ['new/文.js'] });
  });

  test('of which one is the start, or the other, need no merge', async () => {
    const [base, ours] = ['1'.repeat(40), '2'.repeat(40)];
    expect(await mergeTrees(repo.place, { base, ours, theirs: base })).toEqual({
      is: 'clean',
      tree: ours,
    });
    expect(await mergeTrees(repo.place, { base, ours: base, theirs: ours })).toEqual({
      is: 'clean',
      tree: ours,
    });
    expect(await mergeTrees(repo.place, { base, ours, theirs: ours })).toEqual({
      is: 'clean',
      tree: ours,
    });
  });

  test('of which one is not there are not merged, and it is said', async () => {
    const base = await repo.write('a.js').tree();
    const ours = await repo.write('b.js').tree();
    const merged = await mergeTrees(repo.place, { base, ours, theirs: '1'.repeat(40) });
    expect(merged).toMatchObject({ is: 'failed' });
  });

  test('are merged where objects have long names', async () => {
    rmSync(join(repo.top, '.git'), { recursive: true });
    repo.git('init', '-q', '--object-format=sha256');
    repo.git('config', 'user.email', 'a@example.org');
    repo.git('config', 'user.name', 'A');
    repo.write('a.js', LINES.join(''));
    const both = await trees(
      () => repo.write('a.js', text(1, 'ours')),
      () => repo.write('a.js', text(18, 'theirs')),
    );
    expect(await mergeTrees(repo.place, both)).toMatchObject({ is: 'clean' });
  });

  test('with names that are no text are merged like others', async () => {
    const name = Buffer.concat([Buffer.from(`${repo.top}/`), Buffer.from([0x66, 0xff, 0xfe])]);
    writeFileSync(name, LINES.join(''));
    const both = await trees(
      () => writeFileSync(name, text(1, 'ours')),
      () => writeFileSync(name, text(18, 'theirs')),
    );
    expect(await mergeTrees(repo.place, both)).toMatchObject({ is: 'clean' });
  });
});

describe('how files are merged is said by committed attributes', () => {
  const ours = () => repo.write('LOG', 'start\nours\n');
  const theirs = () => repo.write('LOG', 'start\ntheirs\n');

  test('so lines of both stay where they say `merge=union`', async () => {
    repo.write('.gitattributes', 'LOG merge=union\n').write('LOG', 'start\n');
    const merged = await mergeTrees(repo.place, await trees(ours, theirs));
    expect(textOf(merged.is === 'clean' ? merged.tree : '', 'LOG')).toBe('start\nours\ntheirs\n');
  });

  test.each(['binary', '-merge'])(
    'and two edits of one file are a conflict under `%s`',
    async (rule) => {
      repo.write('.gitattributes', `LOG ${rule}\n`).write('LOG', LINES.join(''));
      const both = await trees(
        () => repo.write('LOG', text(1, 'ours')),
        () => repo.write('LOG', text(18, 'theirs')),
      );
      expect(await mergeTrees(repo.place, both)).toEqual({ is: 'conflict', paths: ['LOG'] });
    },
  );

  test('and by no others: not those that a writer brings, nor those of the person', async () => {
    repo.write('LOG', 'start\n');
    const home = join(repo.base, 'home');
    repo.write('../home/git/attributes', 'LOG merge=union\n');
    vi.stubEnv('XDG_CONFIG_HOME', home);
    repo.write('.git/info/attributes', 'LOG merge=union\n');
    const both = await trees(
      () => ours().write('.gitattributes', 'LOG merge=union\n'),
      () => theirs().write('.gitattributes', 'LOG merge=union\n'),
    );
    expect(await mergeTrees(repo.place, both)).toEqual({ is: 'conflict', paths: ['LOG'] });
    vi.unstubAllEnvs();
  });

  test('also by those in folders, each for what is below it', async () => {
    repo
      .write('.gitattributes', 'LOG merge=binary\n')
      .write('a/b/.gitattributes', '/LOG merge=union\n');
    for (const path of ['a/b/LOG', 'a/b/c/LOG']) repo.write(path, 'start\n');
    const line = (name: string) => () => {
      for (const path of ['a/b/LOG', 'a/b/c/LOG']) repo.write(path, `start\n${name}\n`);
    };
    const merged = await mergeTrees(repo.place, await trees(line('ours'), line('theirs')));
    expect(merged).toEqual({ is: 'conflict', paths: ['a/b/c/LOG'] });
  });

  test('and not by those that a person has not committed', async () => {
    repo.write('.gitattributes', 'OTHER merge=union\n').write('LOG', 'start\n');
    repo.commit();
    repo.write('.gitattributes', 'LOG merge=union\n');
    const base = await repo.tree();
    const [one, two] = [await ours().tree(), await theirs().tree()];
    expect(await mergeTrees(repo.place, { base, ours: one, theirs: two })).toEqual({
      is: 'conflict',
      paths: ['LOG'],
    });
  });
});

describe('a driver of the person, which committed attributes name', () => {
  /** Says where it ran, with what of the environment, and takes the lines of both. */
  const DRIVER = 'pwd > "$HOME/ran"; env >> "$HOME/ran"; cat %B >> %A; : %P';
  const approved = (line = DRIVER) => ({
    approvals: [{ command: [line], shell: true, programs: {} }],
    owner: 'somebody',
  });

  async function twoEdits(line = DRIVER) {
    repo.git('config', 'merge.mine.driver', line);
    repo.git('config', 'merge.default', 'mine');
    repo
      .write('.gitattributes', 'LOG merge=mine\n')
      .write('LOG', 'start\n')
      .write('OTHER', 'start\n');
    vi.stubEnv('HOME', repo.base);
    vi.stubEnv('SECRET_OF_A_CLIENT', 'x');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return trees(
      () => repo.write('LOG', 'ours\n'),
      () => repo.write('LOG', 'theirs\n'),
    );
  }
  const ran = () => join(repo.base, 'ran');

  test('does not run if nobody approved it; git merges as it does by itself, and which file it was is told', async () => {
    const both = await twoEdits();
    const others = [approved('true'), { ...approved(), approvals: [{ command: [DRIVER] }] }];
    for (const drivers of [undefined, ...others]) {
      expect(await mergeTrees(repo.place, both, drivers)).toEqual({
        is: 'conflict',
        paths: ['LOG'],
        unasked: [{ path: 'LOG', driver: 'mine' }],
      });
    }
    expect(existsSync(ran())).toBe(false);
  });

  test('merges if a person approved it, outside of the repository, with a few variables', async () => {
    const merged = await mergeTrees(repo.place, await twoEdits(), approved());
    expect(merged).toMatchObject({ is: 'clean' });
    expect(merged).not.toHaveProperty('unasked');
    expect(textOf(merged.is === 'clean' ? merged.tree : '', 'LOG')).toBe('ours\ntheirs\n');
    const [cwd = '', ...variables] = readFileSync(ran(), 'utf8').split('\n');
    expect(relativeInside(repo.base, cwd)).toBeUndefined();
    expect(existsSync(cwd)).toBe(false);
    expect(variables.join('\n')).not.toContain('SECRET_OF_A_CLIENT');
  });

  test('that says no is a conflict', async () => {
    const both = await twoEdits('exit 1');
    expect(await mergeTrees(repo.place, both, approved('exit 1'))).toEqual({
      is: 'conflict',
      paths: ['LOG'],
    });
  });

  test('that does not end is ended with all it started, and left out', async () => {
    const line = 'sleep 600 & echo $! > "$HOME/ran"; wait';
    const merged = await mergeTrees(repo.place, await twoEdits(line), {
      ...approved(line),
      timeoutMs: 2_000,
    });
    expect(merged).toEqual({
      is: 'conflict',
      paths: ['LOG'],
      unasked: [{ path: 'LOG', driver: 'mine' }],
    });
    const pid = Number(readFileSync(ran(), 'utf8'));
    expect(isAlive({ pid, started: null })).toBe(false);
  });

  test('is none for files that no committed attribute gives to it', async () => {
    repo.git('config', 'merge.mine.driver', DRIVER);
    repo.git('config', 'merge.union.driver', DRIVER);
    repo.write('.gitattributes', '[attr]kept merge=union\nLOG kept\n').write('LOG', 'start\n');
    expect(await driversHere(repo.place)).toEqual([]);
    const both = await trees(
      () => repo.write('LOG', 'start\nours\n').write('.gitattributes', 'LOG merge=mine\n'),
      () => repo.write('LOG', 'start\ntheirs\n'),
    );
    expect(await driversHere(repo.place)).toEqual([]);
    const merged = await mergeTrees(repo.place, both, approved());
    expect(textOf(merged.is === 'clean' ? merged.tree : '', 'LOG')).toBe('start\nours\ntheirs\n');
  });
});

test.each<[string, string, readonly string[]]>([
  ['a pattern', '*.json text merge=npm -diff', ['npm']],
  ['a macro', '[attr]lock merge=npm', ['npm']],
  ['others of the name', '* merge=npm-lock xmerge=npm merge', []],
  ['what git brings', '* merge=union\n* merge=text', []],
])('drivers are named by %s', (_, text, names) => {
  const all = ['npm', 'union', 'text'].map((name) => ({ name, line: 'true' }));
  const found = driversNamed([Buffer.from('# none\n'), Buffer.from(text)], all);
  expect(found.map(({ name }) => name)).toEqual(names);
});
