import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { namesFor } from '../../runtime/evidence/trees/tree-lookup.ts';

test.each([
  ['C:\\repo\\src\\a.js', ['src/a.js']],
  ['c:/Repo/src/a.js', ['src/a.js']],
  ['C:\\repo', []],
  ['C:\\other\\a.js', []],
  ['D:\\repo\\src\\a.js', []],
  ['\\\\server\\share\\a.js', []],
])('on Windows %s is what git knows as %j', (cited, names) => {
  expect(namesFor(cited, ['C:\\repo'], win32)).toEqual(names);
});
