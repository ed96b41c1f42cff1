// What is done to a working tree so that it holds another tree: a row for each kind of difference.

import { describe, expect, test } from 'vitest';
import { type Found, planLanding } from '../../../runtime/evidence/lanes/landing-rules.ts';
import type { Difference } from '../../../runtime/evidence/trees/differences.ts';

const file = (id: string, mode = '100644') => ({ mode, id });
const link = (id: string) => ({ mode: '120000', id });
const nothing: Found = { is: 'nothing' };
const has = (id: string, mode = '100644'): Found => ({ is: 'file', id, mode });

type Side = Difference['from'];
type Row = readonly [path: string, from: Side, to: Side, found: Found];

function planOf(...rows: readonly Row[]): readonly string[] | string {
  const plan = planLanding(
    rows.map(([path, from, to]) => ({ path, from, to })),
    (path) => rows.find(([one]) => one === path)?.[3] ?? nothing,
  );
  return plan.is === 'stopped'
    ? `${plan.path}: ${plan.why}`
    : plan.actions.map((one) => `${one.do} ${one.path}`);
}

describe('what a landing does', () => {
  const rows: ReadonlyArray<
    readonly [what: string, rows: readonly Row[], done: readonly string[]]
  > = [
    ['an edited file', [['a', file('1'), file('2'), has('1')]], ['write a']],
    ['one that is edited already', [['a', file('1'), file('2'), has('2')]], []],
    ['a new file', [['d/a', null, file('2'), nothing]], ['write d/a']],
    ['one that is there already', [['a', null, file('2'), has('2')]], []],
    ['a deletion', [['a', file('1'), null, has('1')]], ['remove a']],
    ['one that is gone already', [['a', file('1'), null, nothing]], []],
    [
      'the last file of folders',
      [['d/e/a', file('1'), null, has('1')]],
      ['remove d/e/a', 'clear d/e', 'clear d'],
    ],
    [
      'a file of a folder that gets another',
      [
        ['d/a', file('1'), null, has('1')],
        ['d/b', null, file('2'), nothing],
      ],
      ['remove d/a', 'write d/b'],
    ],
    ['folders left by one that was killed', [['d/a', file('1'), null, nothing]], ['clear d']],
    ['a right to run', [['a', file('1'), file('1', '100755'), has('1')]], ['mode a']],
    ['one that is given already', [['a', file('1'), file('1', '100755'), has('1', '100755')]], []],
    [
      'a right to run on a disk that knows none',
      [['a', file('1'), file('1', '100755'), { is: 'file', id: '1' }]],
      [],
    ],
    [
      'a right to run and other text',
      [['a', file('1'), file('2', '100755'), has('1')]],
      ['write a'],
    ],
    ['a file that becomes a link', [['a', file('1'), link('2'), has('1')]], ['write a']],
    [
      'a link that becomes a file',
      [['a', link('1'), file('2'), { is: 'link', id: '1' }]],
      ['write a'],
    ],
    [
      'a link that leads elsewhere',
      [['a', link('1'), link('2'), { is: 'link', id: '1' }]],
      ['write a'],
    ],
    [
      'a file that becomes a folder',
      [
        ['a', file('1'), null, has('1')],
        ['a/b', null, file('2'), { is: 'behind', path: 'a' }],
      ],
      ['remove a', 'write a/b'],
    ],
    [
      'the same, begun',
      [
        ['a', file('1'), null, { is: 'folder', holds: [] }],
        ['a/b', null, file('2'), nothing],
      ],
      ['write a/b'],
    ],
    [
      'a link that becomes a folder',
      [
        ['a', link('1'), null, { is: 'link', id: '1' }],
        ['a/b', null, file('2'), { is: 'behind', path: 'a' }],
      ],
      ['remove a', 'write a/b'],
    ],
    [
      'a folder that becomes a file',
      [
        ['a', null, file('2'), { is: 'folder', holds: ['a/b/', 'a/b/c'] }],
        ['a/b/c', file('1'), null, has('1')],
      ],
      ['remove a/b/c', 'clear a/b', 'clear a', 'write a'],
    ],
    [
      'the same, begun',
      [
        ['a', null, file('2'), { is: 'folder', holds: ['a/b/'] }],
        ['a/b/c', file('1'), null, nothing],
      ],
      ['clear a/b', 'clear a', 'write a'],
    ],
    [
      'the same, done',
      [
        ['a', null, file('2'), has('2')],
        ['a/b/c', file('1'), null, { is: 'behind', path: 'a' }],
      ],
      ['clear a/b', 'clear a'],
    ],
    [
      'a name in other letters, which the disk takes for the same',
      [
        ['Read.md', file('1'), null, has('1')],
        ['read.md', null, file('1'), { is: 'nothing', as: 'Read.md' }],
      ],
      ['remove Read.md', 'write read.md'],
    ],
    [
      'the same, done',
      [
        ['Read.md', file('1'), null, { is: 'nothing', as: 'read.md' }],
        ['read.md', null, file('1'), has('1')],
      ],
      [],
    ],
    [
      'a folder in other letters',
      [
        ['Doc/a', file('1'), null, has('1')],
        ['doc/a', null, file('1'), { is: 'nothing', as: 'Doc/a' }],
      ],
      ['remove Doc/a', 'clear Doc', 'write doc/a'],
    ],
    [
      'what goes before what comes, in whatever order they are named',
      [
        ['a', null, file('2'), nothing],
        ['b', file('1'), file('2'), has('1')],
        ['c', file('1'), null, has('1')],
      ],
      ['remove c', 'write a', 'write b'],
    ],
  ];
  test.each(rows)('%s', (_, given, done) => {
    expect(planOf(...given)).toEqual(done);
  });
});

describe('nothing is begun', () => {
  const rows: ReadonlyArray<readonly [what: string, rows: readonly Row[], why: string]> = [
    ['over an edit', [['a', file('1'), file('2'), has('3')]], 'a: it was changed on disk'],
    [
      'over an edit, whatever could be done before it',
      [
        ['a', file('1'), file('2'), has('1')],
        ['b', file('1'), null, has('3')],
      ],
      'b: it was changed on disk',
    ],
    ['over a deletion', [['a', file('1'), file('2'), nothing]], 'a: it is gone from the disk'],
    [
      'over a right to run',
      [['a', file('1'), file('2'), has('1', '100755')]],
      'a: it was changed on disk',
    ],
    [
      'over a link in its place',
      [['a', file('1'), file('2'), { is: 'link', id: '1' }]],
      'a: it was changed on disk',
    ],
    [
      'over an ignored file where a new one comes',
      [['a', null, file('2'), has('9')]],
      'a: a file is there that is in no tree',
    ],
    [
      'over a pipe',
      [['a', null, file('2'), { is: 'odd' }]],
      'a: a file is there that is in no tree',
    ],
    [
      'over an ignored file in a folder that becomes a file',
      [
        ['a', null, file('2'), { is: 'folder', holds: ['a/b', 'a/own.log'] }],
        ['a/b', file('1'), null, has('1')],
      ],
      'a: a folder is there, with a/own.log in it',
    ],
    [
      'over a folder of a person in it',
      [
        ['a', null, file('2'), { is: 'folder', holds: ['a/b', 'a/own/'] }],
        ['a/b', file('1'), null, has('1')],
      ],
      'a: a folder is there, with a/own/ in it',
    ],
    [
      'over a folder of a person',
      [['a', null, file('2'), { is: 'folder', holds: [] }]],
      'a: a folder is there',
    ],
    [
      'over a folder that came in the place of a file',
      [['a', file('1'), null, { is: 'folder', holds: ['a/b'] }]],
      'a: a folder is there',
    ],
    [
      'through a link',
      [['d/a', null, file('2'), { is: 'behind', path: 'd' }]],
      'd/a: d above it is no folder',
    ],
    [
      'through a link that came in the place of a folder',
      [['d/a', file('1'), file('2'), { is: 'behind', path: 'd' }]],
      'd/a: d above it is no folder',
    ],
    [
      'over a name that the disk takes for the same',
      [['read.md', null, file('1'), { is: 'nothing', as: 'Read.md' }]],
      'read.md: Read.md is there',
    ],
    ['in .wukong', [['.wukong/a', null, file('1'), nothing]], '.wukong/a: it is of Wukong itself'],
    [
      'in .git',
      [['a/.GIT/hooks/x', null, file('1'), nothing]],
      'a/.GIT/hooks/x: it is of git itself',
    ],
    ['out of the repository', [['../a', null, file('1'), nothing]], '../a: it is no path'],
    [
      'under a name that is no text',
      [['a\uFFFD', null, file('1'), nothing]],
      'a\uFFFD: its name is no text (UTF-8)',
    ],
    [
      'in place of a repository of its own',
      [['a', { mode: '160000', id: '1' }, file('1'), nothing]],
      'a: it is a repository of its own',
    ],
  ];
  test.each(rows)('%s', (_, given, why) => {
    expect(planOf(...given)).toBe(why);
  });
});
