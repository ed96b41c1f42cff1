// The one way in which anything is written below `.wukong`, with everything in its way that a pull or a program
// can put there.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { copyWhole, createFile, openFresh, putFile } from '../../runtime/files/atomic-write.ts';
import {
  makeFolders,
  makeNew,
  move,
  removeAll,
  removeFile,
  removeIfEmpty,
  removeIfThere,
  setTimes,
} from '../../runtime/files/changing.ts';
import { fileFailure } from '../../runtime/files/file-failure.ts';
import { newFolder, realFolder, stillThere } from '../../runtime/files/real-folder.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

let root = '';
let folder = '';
let outside = '';

beforeEach(() => {
  root = temporaryFolder('wukong-test-');
  folder = join(root, '.wukong', 'artifacts', 'S-1', 'N-010', 'run');
  outside = join(root, 'outside');
  mkdirSync(join(outside, 'run'), { recursive: true });
  mkdirSync(join(outside, 'N-010', 'run'), { recursive: true });
  for (const name of ['a', 'run/a', 'N-010/run/a'])
    writeFileSync(join(outside, name), 'the user’s');
});

function failureOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return fileFailure(error);
  }
  return 'nothing was refused';
}

function contents(): string[] {
  return readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort();
}

const WRITES: ReadonlyArray<readonly [string, (path: string) => unknown]> = [
  ['put', (path) => putFile(path, 'ours')],
  ['created', (path) => createFile(path, 'ours')],
  ['written piece by piece', (path) => openFresh(path)],
  ['copied', (path) => copyWhole(join(outside, 'a'), path)],
  ['given a time', (path) => setTimes(path, 1, 1)],
  ['removed', (path) => removeFile(path)],
  ['removed if it is there', (path) => removeIfThere(path)],
  ['removed with all below it', (path) => removeAll(path)],
  ['removed if it is empty', (path) => removeIfEmpty(path)],
  ['moved away', (path) => move(path, join(root, 'moved'))],
  ['moved there', (path) => move(join(outside, 'a'), path)],
  ['made with all above it', (path) => makeFolders(join(path, 'deep'))],
  ['made, new or not at all,', (path) => makeNew(join(path, 'deep'))],
];

describe('with a link in place of a folder above it,', () => {
  test.each(WRITES)(
    'a file is not %s: the link is named, and what it leads to stays',
    (_, write) => {
      for (const [link, target] of [
        ['.wukong/artifacts/S-1/N-010/run', 'run'],
        ['.wukong/artifacts/S-1/N-010', '.'],
        ['.wukong/artifacts/S-1', '.'],
      ] as const) {
        mkdirSync(dirname(join(root, link)), { recursive: true });
        symlinkSync(join(outside, target), join(root, link));
        const before = contents();
        expect(failureOf(() => write(join(folder, 'a')))).toEqual({
          kind: 'in-the-way',
          file: link,
          is: 'link',
        });
        expect(contents()).toEqual(before);
        expect(readFileSync(join(outside, 'a'), 'utf8')).toBe('the user’s');
        rmSync(join(root, '.wukong'), { recursive: true });
      }
    },
  );
});

describe('with a link in place of the file itself,', () => {
  beforeEach(() => {
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(outside, 'a'), join(folder, 'a'));
  });

  test('a file that is put there takes the place of the link', () => {
    putFile(join(folder, 'a'), 'ours');
    expect(lstatSync(join(folder, 'a')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('ours');
    expect(readFileSync(join(outside, 'a'), 'utf8')).toBe('the user’s');
  });

  test('so does one that is written piece by piece', () => {
    openFresh(join(folder, 'a'));
    expect(lstatSync(join(folder, 'a')).isFile()).toBe(true);
    expect(readFileSync(join(outside, 'a'), 'utf8')).toBe('the user’s');
  });

  test('one that has to be new is refused, also where the link leads to nothing', () => {
    rmSync(join(outside, 'a'));
    expect(() => createFile(join(folder, 'a'), 'ours')).toThrow(/EEXIST/);
    expect(existsSync(join(outside, 'a'))).toBe(false);
  });

  test('nothing is copied from where it leads', () => {
    expect(failureOf(() => copyWhole(join(folder, 'a'), join(folder, 'b')))).toMatchObject({
      kind: 'in-the-way',
      file: '.wukong/artifacts/S-1/N-010/run/a',
    });
    expect(existsSync(join(folder, 'b'))).toBe(false);
  });

  test('its own time is set, and not that of what it leads to', () => {
    const before = lstatSync(join(outside, 'a')).mtimeMs;
    setTimes(join(folder, 'a'), 1, 1);
    expect(lstatSync(join(outside, 'a')).mtimeMs).toBe(before);
    expect(lstatSync(join(folder, 'a')).mtimeMs).toBe(1000);
  });

  test('the link is removed, and not what it leads to', () => {
    removeAll(join(folder, 'a'));
    expect(existsSync(join(outside, 'a'))).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a folder that was replaced since it was looked at', () => {
  test.each([
    ['by a link', () => symlinkSync(join(outside, 'run'), folder), 'link'],
    ['by another folder', () => mkdirSync(folder), 'swapped'],
    ['by a file', () => writeFileSync(folder, ''), 'file'],
    ['by nothing', () => undefined, 'swapped'],
  ])('%s is noticed', (_, put, is) => {
    const held = realFolder(folder);
    // Kept, so that its number is not given to another one.
    renameSync(folder, join(root, 'kept'));
    put();
    const file = '.wukong/artifacts/S-1/N-010/run';
    expect(failureOf(() => stillThere(held))).toEqual({ kind: 'in-the-way', file, is });
  });

  test('by a link above it is noticed too', () => {
    const held = realFolder(folder);
    renameSync(join(root, '.wukong/artifacts/S-1'), join(root, 'kept'));
    symlinkSync(outside, join(root, '.wukong/artifacts/S-1'));
    expect(failureOf(() => stillThere(held))).toMatchObject({ is: 'swapped' });
  });

  test('by nobody is what it was', () => {
    const held = realFolder(folder);
    putFile(join(folder, 'a'), 'ours');
    stillThere(held);
  });
});

describe('the folder of a run', () => {
  test('is made with all above it', () => {
    expect(newFolder(folder)).toBeUndefined();
    expect(lstatSync(folder).isDirectory()).toBe(true);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['a folder', () => mkdirSync(folder)],
    ['a file', () => writeFileSync(folder, 'x')],
    ['a link', () => symlinkSync(join(outside, 'run'), folder)],
    ['a link to nothing', () => symlinkSync('nowhere', folder)],
    ['a pipe', () => expect(spawnSync('mkfifo', [folder]).status).toBe(0)],
  ])('takes the place of %s that is there already, which is set aside', (_, put) => {
    mkdirSync(dirname(folder), { recursive: true });
    put();
    expect(newFolder(folder)).toBe(`${folder}.was-there-1`);
    expect(readdirSync(folder)).toEqual([]);
    expect(lstatSync(folder).isDirectory()).toBe(true);
    expect(readFileSync(join(outside, 'run/a'), 'utf8')).toBe('the user’s');
    // And once more: what was set aside stays.
    expect(newFolder(folder)).toBe(`${folder}.was-there-2`);
    expect(readdirSync(dirname(folder))).toHaveLength(3);
  });

  test('is not made behind a link', () => {
    mkdirSync(join(root, '.wukong/artifacts/S-1'), { recursive: true });
    symlinkSync(outside, join(root, '.wukong/artifacts/S-1/N-010'));
    const before = contents();
    expect(failureOf(() => newFolder(folder))).toMatchObject({ kind: 'in-the-way', is: 'link' });
    expect(contents()).toEqual(before);
  });
});

test('what lies above .wukong is the person’s own, and may be a link', () => {
  symlinkSync(root, join(outside, 'home'));
  putFile(join(outside, 'home/.wukong/a'), 'ours');
  expect(readFileSync(join(root, '.wukong/a'), 'utf8')).toBe('ours');
  expect(readlinkSync(join(outside, 'home'))).toBe(root);
});

test('outside of .wukong a folder may be a link, as the user has it', () => {
  symlinkSync(outside, join(root, 'here'));
  putFile(join(root, 'here/b'), 'x');
  expect(readFileSync(join(outside, 'b'), 'utf8')).toBe('x');
});
