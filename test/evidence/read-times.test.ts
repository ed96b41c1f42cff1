import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  forgetReads,
  keepsReadTimes,
  readsSince,
} from '../../runtime/evidence/trees/read-times.ts';
import { temporaryFolder } from './temporary.ts';

test('times of reading tell which files of a copy were opened, and leave alone what a link leads to', () => {
  const copy = temporaryFolder('wukong-reads-');
  // A file system may be set up not to keep them; the program asks the same before it relies on them.
  if (!keepsReadTimes(copy)) return;
  mkdirSync(join(copy, 'src'));
  for (const name of ['src/a.js', 'b.md', 'other']) writeFileSync(join(copy, name), name);
  symlinkSync('other', join(copy, 'link'));
  const files = ['src/a.js', 'b.md', 'link', 'gone'];
  forgetReads(copy, files);
  expect(readsSince(copy, files)).toEqual([]);
  readFileSync(join(copy, 'src/a.js'));
  readFileSync(join(copy, 'link'));
  expect(readsSince(copy, files)).toEqual(['src/a.js']);
});
