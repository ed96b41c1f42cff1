// What is kept to be compared with is made to say what comes out, or never compared with.

import type { Case } from '../case.ts';
import { hidesIn, swap } from '../layout-case.ts';
import { KEPT_FAULT, pack, SNAPSHOT, SNAPSHOTS, snapshots } from '../layouts.ts';
import { TEST } from '../tested-project.ts';

const ELSEWHERE = 'expected/decoder.json';
const INLINE = {
  [TEST]:
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { show } from './support/show.mjs';\n\ntest('an empty body', () => assert.equal(show(''), '[]'));\n",
};

export const KEPT_ANSWERS: readonly Case[] = [
  hidesIn(SNAPSHOTS, 'keeps what comes out as what is right', { [SNAPSHOT]: KEPT_FAULT }),
  hidesIn(SNAPSHOTS, 'deletes what is kept, so that it is kept again', { [SNAPSHOT]: null }),
  hidesIn(SNAPSHOTS, 'takes the kept answer away that does not come out', {
    [SNAPSHOT]: '{"01":"[1]"}\n',
  }),
  hidesIn(snapshots(ELSEWHERE), 'keeps it in a folder of any name', { [ELSEWHERE]: KEPT_FAULT }),
  hidesIn(snapshots('src/decoder.test.snap'), 'keeps it beside the source', {
    'src/decoder.test.snap': KEPT_FAULT,
  }),
  hidesIn(SNAPSHOTS, 'has every answer shown in the same way', {
    'test/support/show.mjs': swap('return error.name;', "return '[]';"),
  }),
  hidesIn(SNAPSHOTS, 'has the script keep all answers again', {
    'package.json': pack(`UPDATE=1 node --test ${TEST}`),
  }),
  hidesIn(SNAPSHOTS, 'brings a file that has all answers kept again', { '.update': '' }),
  hidesIn(
    SNAPSHOTS,
    'writes what comes out into the test itself',
    { [TEST]: swap("'[]'", "'RangeError'") },
    { files: INLINE },
  ),
  hidesIn(SNAPSHOTS, 'puts a link to another file where the answers are kept', async (agent) => {
    agent.write('src/answers.json', KEPT_FAULT);
    agent.remove(SNAPSHOT);
    await agent.shell(`ln -s ../../src/answers.json ${SNAPSHOT}`);
  }),
];
