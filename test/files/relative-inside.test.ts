import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { relativeInside } from '../../runtime/files/relative-inside.ts';

test.each([
  ['/repo', '/repo', ''],
  ['/repo', '/repo/a/b.js', 'a/b.js'],
  ['/repo', '/repo/..a/b.js', '..a/b.js'],
  ['/repo', '/repo/...', '...'],
  ['/', '/repo', 'repo'],
  ['/repo', '/', undefined],
  ['/repo', '/repo2/a', undefined],
  ['/repo', '/repo/a/../../b', undefined],
  ['/repo', '/repo/a\\..\\b', 'a\\..\\b'],
])('from %s to %s the way is %s', (folder, path, way) => {
  expect(relativeInside(folder, path, posix)).toBe(way);
});

test.each([
  ['C:\\repo', 'C:\\repo', ''],
  ['C:\\repo', 'c:\\Repo\\a\\b.js', 'a\\b.js'],
  ['C:\\repo', 'C:/repo/a', 'a'],
  ['C:\\repo', 'C:\\repo\\..a', '..a'],
  ['C:\\repo', 'C:\\other', undefined],
  ['C:\\repo', 'C:\\', undefined],
  ['C:\\repo', 'D:\\repo', undefined],
  ['C:\\repo', '\\\\server\\share\\repo', undefined],
  ['\\\\server\\share\\repo', '\\\\server\\share\\repo\\a', 'a'],
  ['\\\\server\\share\\repo', '\\\\server\\other\\repo', undefined],
])('on Windows from %s to %s the way is %s', (folder, path, way) => {
  expect(relativeInside(folder, path, win32)).toBe(way);
});
