// A tree laid into the working tree of a person, who may save a file meanwhile.

import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { layInto, layOrTakeBack } from '../../../runtime/evidence/lanes/lay-into.ts';
import { LaneRepo, listing } from './lane-rig.ts';

let repo: LaneRepo;
beforeEach(() => {
  repo = new LaneRepo();
});

const at = (path: string) => join(repo.top, path);

/** The tree after an edit, of which the disk has nothing any more, and the one before. */
async function landing(edit: () => unknown) {
  const from = await repo.tree();
  repo.commit();
  edit();
  const to = await repo.tree();
  repo.git('reset', '-q', '--hard');
  repo.git('clean', '-qfd');
  expect(await repo.tree()).toBe(from);
  return { ...repo.place, from, to, kept: join(repo.objectsDir, '..', 'kept') };
}

const keptIn = (folder: string) => (existsSync(folder) ? Object.keys(listing(folder)) : []);

describe('a landing', () => {
  test('makes one tree of the other, of every kind of difference', async () => {
    repo.write('edited.js').write('d/e/gone.js').write('run').write('becomes-folder');
    repo
      .write('becomes-file/a')
      .write('becomes-file/b/c')
      .write('becomes-link')
      .write('stays 文.js');
    symlinkSync('run', at('link'));
    symlinkSync('run', at('link-to-file'));
    const given = await landing(() => {
      repo.write('edited.js', 'edited\r\n').write('new/x/y.js').write('new-run', '#!/bin/sh\n');
      rmSync(at('d'), { recursive: true });
      chmodSync(at('run'), 0o755);
      chmodSync(at('new-run'), 0o755);
      for (const path of ['becomes-folder', 'becomes-file', 'becomes-link', 'link', 'link-to-file'])
        rmSync(at(path), { recursive: true });
      repo.write('becomes-folder/z/a').write('becomes-file').write('link-to-file');
      symlinkSync('edited.js', at('becomes-link'));
      symlinkSync('edited.js', at('link'));
    });
    const stays = statSync(at('stays 文.js')).ino;
    expect(await layInto(given)).toEqual({ is: 'done' });
    expect(await repo.tree()).toBe(given.to);
    expect(existsSync(at('d'))).toBe(false);
    expect(statSync(at('stays 文.js')).ino).toBe(stays);
    // What went is kept, each below its path.
    const [own = ''] = readdirSync(given.kept);
    expect(readFileSync(join(given.kept, own, 'edited.js'), 'utf8')).toBe('edited.js\n');
    expect(readFileSync(join(given.kept, own, 'd/e/gone.js'), 'utf8')).toBe('d/e/gone.js\n');
    expect(readlinkSync(join(given.kept, own, 'link'))).toBe('run');
    // Once more changes nothing.
    const before = listing(repo.top);
    expect(await layInto(given)).toEqual({ is: 'done' });
    expect(listing(repo.top)).toEqual(before);
    // And back.
    expect(await layInto({ ...given, from: given.to, to: given.from })).toEqual({ is: 'done' });
    expect(await repo.tree()).toBe(given.from);
  });

  test('is the bytes of the tree, whatever filters are set up, and who may read a file stays', async () => {
    repo.git('config', 'core.autocrlf', 'true');
    repo.write('.gitattributes', '* text=auto\n').write('crlf.md', 'a\r\n').write('private', 'x\n');
    const from = await repo.tree();
    repo.write('crlf.md', 'a\r\nb\n').write('private', 'y\n');
    const to = await repo.tree();
    repo.write('crlf.md', 'a\r\n').write('private', 'x\n');
    chmodSync(at('private'), 0o600);
    expect(await layInto({ ...repo.place, from, to, kept: join(repo.base, 'kept') })).toEqual({
      is: 'done',
    });
    expect(readFileSync(at('crlf.md'), 'utf8')).toBe('a\r\nb\n');
    expect(statSync(at('private')).mode & 0o777).toBe(0o600);
  });

  test('is not begun where a person edited, and what they edited stays', async () => {
    repo.write('a.js').write('b.js').write('c.js');
    const given = await landing(() =>
      repo.write('a.js', '2').write('b.js', '2').write('c.js', '2'),
    );
    repo.write('b.js', 'mine');
    const before = listing(repo.top, '.wukong');
    expect(await layInto(given)).toEqual({
      is: 'stopped',
      path: 'b.js',
      why: 'it was changed on disk',
    });
    expect(listing(repo.top, '.wukong')).toEqual(before);
    expect(keptIn(given.kept)).toEqual([]);
  });

  test('takes an edit that is the same for done', async () => {
    repo.write('a.js').write('b.js');
    const given = await landing(() => repo.write('a.js', '2').write('b.js', '2'));
    repo.write('a.js', '2');
    expect(await layInto(given)).toEqual({ is: 'done' });
    expect(await repo.tree()).toBe(given.to);
  });

  test('is not begun where a new file would stand on an ignored one', async () => {
    repo.write('.gitignore', '.wukong/\n*.env\n').write('a.js');
    const given = await landing(() =>
      repo.write('a.js', '2').write('x.env').git('add', '-f', 'x.env'),
    );
    repo.write('x.env', 'secret');
    expect(await layInto(given)).toMatchObject({ is: 'stopped', path: 'x.env' });
    expect(readFileSync(at('x.env'), 'utf8')).toBe('secret');
    expect(readFileSync(at('a.js'), 'utf8')).toBe('a.js\n');
  });

  test('goes through no link that leads out', async () => {
    repo.write('d/a.js').write('e.js');
    const given = await landing(() => repo.write('d/new.js').write('d/a.js', '2'));
    const outside = join(repo.base, 'outside');
    renameSync(at('d'), outside);
    symlinkSync(outside, at('d'));
    expect(await layInto(given)).toEqual({
      is: 'stopped',
      path: 'd/a.js',
      why: 'd above it is no folder',
    });
    expect(readdirSync(outside)).toEqual(['a.js']);
  });

  test('keeps a folder in which something ignored is left, and one of a person that is empty', async () => {
    repo.write('.gitignore', '.wukong/\n*.log\n').write('d/a.js').write('e/b.js').write('f/c.js');
    const given = await landing(() => {
      for (const path of ['d', 'e', 'f']) rmSync(at(path), { recursive: true });
    });
    repo.write('d/own.log');
    mkdirSync(at('e/own'));
    expect(await layInto(given)).toEqual({ is: 'done' });
    expect([existsSync(at('d/own.log')), existsSync(at('e/own')), existsSync(at('f'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('takes away what a killed one left beside files, and nothing else of such a kind', async () => {
    repo.write('a.js').write('d/b.js');
    const given = await landing(() => repo.write('a.js', '2').write('d/b.js', '2'));
    const left = [
      '.wukong-landing-0123456789abcdef01234567',
      'd/.wukong-landing-0123456789abcdef01234567',
    ];
    for (const path of [
      ...left,
      '.wukong-landing-notes',
      'e/.wukong-landing-0123456789abcdef01234567',
    ])
      repo.write(path);
    expect(await layInto(given)).toEqual({ is: 'done' });
    expect(left.map((path) => existsSync(at(path)))).toEqual([false, false]);
    expect(existsSync(at('.wukong-landing-notes'))).toBe(true);
  });

  test('stops between two files when it is told to, and goes on with the next call', async () => {
    repo.write('a.js').write('b.js');
    const given = await landing(() => repo.write('a.js', '2').write('b.js', '2'));
    const stopped = { is: 'stopped', path: 'a.js', why: 'it was told to stop' };
    expect(await layInto({ ...given, stop: AbortSignal.abort() })).toEqual(stopped);
    expect(await repo.tree()).toBe(given.from);
    expect(await layInto(given)).toEqual({ is: 'done' });
  });

  test('is told where git has not what it needs', async () => {
    repo.write('a.js').commit();
    const from = await repo.tree();
    const given = { ...repo.place, from, kept: join(repo.base, 'kept') };
    const laid = await layInto({ ...given, to: '1'.repeat(40) });
    expect(laid).toMatchObject({ is: 'stopped', path: '' });
    expect(await repo.tree()).toBe(from);
  });
});

describe('what a person saves while it is laid in', () => {
  // A killed one left these; the next call looks at them as the first would have.
  test('comes back where it was, if it went into the file that was replaced', async () => {
    repo.write('a.js').write('b.js');
    const given = await landing(() => repo.write('a.js', '2').write('b.js', '2'));
    const own = join(given.kept, `${given.from.slice(0, 12)}-${given.to.slice(0, 12)}`);
    mkdirSync(own, { recursive: true });
    // Killed after the rename, and the editor wrote into the file that it had open.
    linkSync(at('a.js'), join(own, 'a.js'));
    rmSync(at('a.js'));
    repo.write('a.js', '2');
    writeFileSync(join(own, 'a.js'), 'saved');
    expect(await layInto(given)).toEqual({
      is: 'stopped',
      path: 'a.js',
      why: 'it was saved at this very moment; it is as it was saved',
    });
    expect(readFileSync(at('a.js'), 'utf8')).toBe('saved');
    expect(readFileSync(at('b.js'), 'utf8')).toBe('b.js\n');
    // It stays so until the person has decided.
    expect(await layInto(given)).toMatchObject({ is: 'stopped', path: 'a.js' });
    expect(readFileSync(at('a.js'), 'utf8')).toBe('saved');
  });

  test('has what was laid before it go back, since half a tree is none', async () => {
    for (const path of ['a.js', 'b.js', 'd/gone.js', 'file', 'm/z.js']) repo.write(path);
    const given = await landing(() => {
      repo.write('a.js', '2').write('b.js', '2').write('new/x.js').write('m/z.js', '2');
      for (const path of ['d', 'file']) rmSync(at(path), { recursive: true });
      repo.write('file/in/it.js');
    });
    const before = await repo.tree();
    expect(await layInto(given)).toEqual({ is: 'done' });
    // As far as it came when it was killed, and a person saved what was to come, and deleted another.
    repo.write('b.js', 'mine').write('m/z.js');
    rmSync(at('a.js'));
    expect(await layOrTakeBack(given)).toMatchObject({ is: 'stopped', path: 'a.js' });
    expect(existsSync(at('a.js'))).toBe(false);
    expect(readFileSync(at('b.js'), 'utf8')).toBe('mine');
    repo.write('a.js').write('b.js');
    expect(await repo.tree()).toBe(before);
  });

  test('comes back, if the file was deleted', async () => {
    repo.write('a.js').write('b.js');
    const given = await landing(() => rmSync(at('a.js')));
    const own = join(given.kept, `${given.from.slice(0, 12)}-${given.to.slice(0, 12)}`);
    mkdirSync(own, { recursive: true });
    renameSync(at('a.js'), join(own, 'a.js'));
    writeFileSync(join(own, 'a.js'), 'saved');
    expect(await layInto(given)).toMatchObject({ is: 'stopped', path: 'a.js' });
    expect(readFileSync(at('a.js'), 'utf8')).toBe('saved');
    expect(keptIn(own)).toEqual([]);
  });

  test('is not what an earlier landing kept', async () => {
    repo.write('a.js', '1');
    const given = await landing(() => repo.write('a.js', '2'));
    for (const _ of [1, 2]) {
      expect(await layInto(given)).toEqual({ is: 'done' });
      repo.write('a.js', '1');
    }
    // Another one, with the same folder.
    repo.write('a.js', '3');
    const from = await repo.tree();
    expect(await layInto({ ...given, from })).toEqual({ is: 'done' });
    expect(readFileSync(at('a.js'), 'utf8')).toBe('2');
    expect(lstatSync(at('a.js')).isFile()).toBe(true);
  });
});
