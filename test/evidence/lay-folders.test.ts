// Installed folders in a copy: what is a link, what is a copy, and what a run changed behind links.

import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writtenSince } from '../../runtime/evidence/trees/dependencies.ts';
import { layFolders } from '../../runtime/evidence/trees/lay-folders.ts';
import { temporaryFolder } from './temporary.ts';

function made(files: Readonly<Record<string, string>>) {
  const [top, copy] = [temporaryFolder('wukong-top-'), temporaryFolder('wukong-laid-')];
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  return { top, copy };
}

const NONE: ReadonlySet<string> = new Set();

test('an installed folder is one of links, and its files and own packages are those of the copy', () => {
  const { top, copy } = made({
    'node_modules/one/index.js': '1',
    'node_modules/@a/two/index.js': '2',
    'node_modules/.package-lock.json': '{}',
    'node_modules/.cache/x': 'x',
    'packages/own/index.js': 'own',
  });
  symlinkSync('../packages/own', join(top, 'node_modules/own'));
  const laid = layFolders({ top, copy, folders: ['node_modules'], written: NONE });
  const at = (name: string) => join(copy, 'node_modules', name);
  expect(lstatSync(at('.')).isSymbolicLink()).toBe(false);
  expect(['one', '@a/two'].map((name) => readlinkSync(at(name)))).toEqual(
    ['one', '@a/two'].map((name) => join(top, 'node_modules', name)),
  );
  expect(lstatSync(at('.package-lock.json')).isFile()).toBe(true);
  expect(existsSync(at('.cache'))).toBe(false);
  expect(resolve(dirname(at('own')), readlinkSync(at('own')))).toBe(join(copy, 'packages/own'));
  expect(laid).toMatchObject({ folders: ['node_modules'], young: [], large: [] });
});

test('one into which a check was seen to write is a copy, and one with too many files is not there', () => {
  const { top, copy } = made({ 'node_modules/one/index.js': '1' });
  const written = new Set(['node_modules']);
  expect(layFolders({ top, copy, folders: ['node_modules'], written }).links).toEqual([]);
  expect(lstatSync(join(copy, 'node_modules/one')).isDirectory()).toBe(true);
  for (let n = 0; n <= 20_000; n += 1) writeFileSync(join(top, 'node_modules/one', `${n}`), '');
  const other = temporaryFolder('wukong-laid-');
  const laid = layFolders({ top, copy: other, folders: ['node_modules'], written });
  expect(laid.folders).toEqual([]);
  expect(laid.large.join()).toMatch(/^node_modules has more than 300 MB or 20000 files/);
  expect(existsSync(join(other, 'node_modules'))).toBe(false);
});

test("Plug'n'Play finds packages in the copy, and those of a cache outside where they are", () => {
  const { top, copy } = made({
    '.pnp.cjs': '"packageLocation": "./packages/a/" "../cache/b.zip/"',
  });
  layFolders({ top, copy, folders: ['.pnp.cjs'], written: NONE });
  const [own = '', outside = ''] = [
    ...readFileSync(join(copy, '.pnp.cjs'), 'utf8').matchAll(/"(\.[^"]*)"/g),
  ].map(([, path = '']) => path);
  expect(own).toBe('./packages/a/');
  expect(resolve(copy, outside)).toBe(resolve(top, '../cache/b.zip'));
});

test('a file that was written and one that went are told, one more name of a file is not', () => {
  const { top } = made({ 'node_modules/one/a.js': 'a', 'node_modules/two/b.js': 'b' });
  const at = (name: string) => join(top, 'node_modules', name);
  const old = new Date('2020-01-01T00:00:00Z');
  utimesSync(at('one/a.js'), old, old);
  const links = ['one', 'two', 'gone'].map((name) => ({
    folder: 'node_modules',
    target: at(name),
  }));
  writeFileSync(join(top, 'clock'), '');
  const { ctimeMs } = lstatSync(join(top, 'clock'));
  let now = ctimeMs;
  while (now === ctimeMs) {
    writeFileSync(join(top, 'clock'), 'x');
    now = lstatSync(join(top, 'clock')).ctimeMs;
  }
  linkSync(at('one/a.js'), join(top, 'store.js'));
  writeFileSync(at('two/b.js'), 'other');
  expect(writtenSince(top, links, now)).toEqual([
    { folder: 'node_modules', files: ['node_modules/gone', 'node_modules/two/b.js'], count: 2 },
  ]);
});
