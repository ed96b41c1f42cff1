import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  allIn,
  forgetReads,
  keepsReadTimes,
  type Looks,
  lookAt,
} from '../../runtime/evidence/trees/looks.ts';
import { temporaryFolder } from './temporary.ts';

const readIn = (looks: Looks) => [...looks].flatMap(([path, { isRead }]) => (isRead ? path : []));

function someCopy(): string {
  const copy = temporaryFolder('wukong-reads-');
  mkdirSync(join(copy, 'src'));
  mkdirSync(join(copy, '.git'));
  for (const name of ['src/a.js', 'b.md', 'other', '.git/x']) writeFileSync(join(copy, name), name);
  symlinkSync('other', join(copy, 'link'));
  return copy;
}

test('times of reading tell which files of a copy were opened, and leave alone what a link leads to', () => {
  const copy = someCopy();
  // A file system may be set up not to keep them; the program asks the same before it relies on them.
  if (!keepsReadTimes(copy)) return;
  const files = ['src/a.js', 'b.md', 'link', 'gone'];
  const found = forgetReads(copy, lookAt(copy, files));
  expect(readIn(found)).toEqual([]);
  readFileSync(join(copy, 'src/a.js'));
  readFileSync(join(copy, 'link'));
  const left = lookAt(copy, files);
  expect(readIn(left)).toEqual(['src/a.js']);
  expect([...left].map(([path, { stamp }]) => [path, stamp])).toEqual(
    [...found].map(([path, { stamp }]) => [path, stamp]),
  );
  expect(readIn(forgetReads(copy, left))).toEqual([]);
});

test('all in a copy is what lies in it, without its repository, and what is gone when it is looked at is left out', () => {
  const copy = someCopy();
  const all = allIn(copy);
  expect([...all].sort()).toEqual(['b.md', 'link', 'other', 'src', 'src/a.js']);
  const looks = lookAt(copy, all);
  rmSync(join(copy, 'other'));
  expect(lookAt(copy, all).has('other')).toBe(false);
  expect(forgetReads(copy, looks).has('other')).toBe(false);
  expect(lookAt(copy, all, looks).get('b.md')).toBe(looks.get('b.md'));
});
