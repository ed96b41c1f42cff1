import { expect, test } from 'vitest';
import { inTheWay, layPath } from '../../../runtime/publish/branch/lay-path.ts';

const plain = (id: string, mode = '100644') => ({ mode, id });
const link = (id: string) => plain(id, '120000');

test.each([
  [
    'what the branch has before the run becomes what it has after',
    plain('a'),
    plain('a'),
    plain('b'),
    { is: 'put', file: plain('b') },
  ],
  ['a new file is put', null, null, plain('b'), { is: 'put', file: plain('b') }],
  ['a file that went goes', plain('a'), plain('a'), null, { is: 'put', file: null }],
  ['a change that is there is left', plain('b'), plain('a'), plain('b'), { is: 'there' }],
  ['a file that is gone already is left', null, plain('a'), null, { is: 'there' }],
  [
    'other text is merged',
    plain('c'),
    plain('a'),
    plain('b'),
    { is: 'merge', mode: '100644', base: 'a', ours: 'c', theirs: 'b' },
  ],
  [
    'a bit is set on other text',
    plain('c'),
    plain('a'),
    plain('a', '100755'),
    { is: 'put', file: plain('c', '100755') },
  ],
  [
    'a bit that the branch has stays',
    plain('a', '100755'),
    plain('a'),
    plain('b'),
    { is: 'put', file: plain('b', '100755') },
  ],
  ['a file that nobody committed is refused', null, plain('a'), plain('b'), { is: 'rests' }],
  ['a new file where another is, is refused', plain('c'), null, plain('b'), { is: 'rests' }],
  ['one with other lines that went is refused', plain('c'), plain('a'), null, { is: 'rests' }],
  ['other links are not merged', link('c'), link('a'), link('b'), { is: 'rests' }],
  [
    'a file that became a link is put',
    plain('a'),
    plain('a'),
    link('b'),
    { is: 'put', file: link('b') },
  ],
])('%s', (_, tip, before, after, move) => {
  expect(layPath(tip, before, after)).toEqual(move);
});

test('a file does not stand where a folder is, nor below a file', () => {
  const all = new Map(['a', 'a/b', 'c/d', 'e'].map((path) => [path, null]));
  expect(inTheWay(['a/b', 'c/d', 'e'], all)).toEqual(['a/b']);
  expect(inTheWay(['a'], all)).toEqual(['a']);
});
