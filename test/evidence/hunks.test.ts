// The hunks of a file, and its text with one of them put back.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Hunk, hunksOf, putBack } from '../../runtime/evidence/trees/hunks.ts';
import { changes, patch } from '../../runtime/evidence/trees/tree-changes.ts';
import { Repo } from './repo.ts';

const PATH = 'src/a.js';

/** As git cuts it. */
async function hunksBetween(before: string | Buffer, after: string | Buffer) {
  const repo = new Repo();
  repo.git('config', 'core.autocrlf', 'false');
  const pair = {
    ...repo.place,
    before: await repo.write(PATH, before).tree(),
    after: await repo.write(PATH, after).tree(),
  };
  const text = await patch({ ...pair, paths: [PATH], context: 0 });
  if (!text.ok) throw new Error('git cannot compare the trees');
  return hunksOf(PATH, 'M', text.value.toString('utf8'));
}

const isLines = (hunk: Hunk): hunk is Hunk & { kind: 'lines' } => hunk.kind === 'lines';

describe('a hunk put back', () => {
  test.each<[string, string, string, string[]]>([
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', ['a\nb\nc\n']],
    ['lines added in the middle', 'a\nc\n', 'a\nb1\nb2\nc\n', ['a\nc\n']],
    ['lines taken away', 'a\nb\nc\n', 'a\nc\n', ['a\nb\nc\n']],
    ['the first line taken away', 'a\nb\n', 'b\n', ['a\nb\n']],
    ['all lines taken away', 'a\nb\n', '', ['a\nb\n']],
    [
      'one of two changes',
      'a\nb\nc\nd\ne\n',
      'A\nb\nc\nd\nE\nf\n',
      ['a\nb\nc\nd\nE\nf\n', 'A\nb\nc\nd\ne\n'],
    ],
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n', ['a\r\nb\r\nc\r\n']],
    ['line ends that became LF', 'a\r\nb\r\n', 'a\r\nb\n', ['a\r\nb\r\n']],
    ['no newline at the end before', 'a\nb', 'a\nB\n', ['a\nb']],
    ['no newline at the end now', 'a\nb\n', 'a\nB', ['a\nb\n']],
    ['no newline at the end, and more lines', 'a', 'a\nb', ['a']],
    [
      'lines that look like a patch',
      '-- a\n@@ -1 +1 @@\n',
      '++ b\n\\ c\n',
      ['-- a\n@@ -1 +1 @@\n'],
    ],
    ['Chinese', '甲\n乙\n', '甲\n丙\n', ['甲\n乙\n']],
  ])('gives the text without it: %s', async (_, before, after, without) => {
    const hunks = await hunksBetween(before, after);
    expect(hunks.filter(isLines).map((hunk) => putBack(after, hunk))).toEqual(without);
  });

  test('is named by its first line that is not blank; of what is gone, by the line before', async () => {
    const hunks = await hunksBetween('a\nb\nc\nd\ne\n', 'a\nB\nB\nc\ne\n\nf\n');
    expect(hunks).toMatchObject([
      { path: PATH, line: 2, size: 3 },
      { path: PATH, line: 4, size: 1 },
      { path: PATH, line: 7, size: 2 },
    ]);
  });

  test.each<[string, string | Buffer, string | Buffer]>([
    ['a binary file', Buffer.from([0, 1, 2]), Buffer.from([0, 1, 3])],
    ['a file that is no UTF-8', Buffer.from('a\xe4\n', 'latin1'), Buffer.from('b\xe4\n', 'latin1')],
    ['blank lines', 'a\nb\n', 'a\n\n  \nb\n'],
  ])('is none in %s', async (_, before, after) => {
    expect(await hunksBetween(before, after)).toEqual([]);
  });
});

test('a file that is new or gone is one hunk, unless it is empty or binary', async () => {
  const repo = new Repo();
  repo.write('gone.js', 'a\nb\n').write('gone.bin', Buffer.from([0, 1]));
  const before = await repo.tree();
  for (const path of ['gone.js', 'gone.bin']) rmSync(join(repo.top, path));
  repo
    .write('new.js', 'a\n')
    .write('empty.js', '')
    .write('new.bin', Buffer.from([0, 1]));
  const pair = { ...repo.place, before, after: await repo.tree() };
  const found = await changes(pair);
  if (!found.ok) throw new Error('git cannot compare the trees');
  const hunks: Hunk[] = [];
  for (const { path, status } of found.value) {
    const text = await patch({ ...pair, paths: [path], context: 0 });
    if (text.ok) hunks.push(...hunksOf(path, status, text.value.toString('utf8')));
  }
  expect(hunks).toEqual([
    { path: 'gone.js', line: 1, size: 2, kind: 'deleted' },
    { path: 'new.js', line: 1, size: 1, kind: 'added' },
  ]);
});
