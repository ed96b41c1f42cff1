// A test that has to show a fault, run by Node on the program as it was: which failure counts.

import { expect, test } from 'vitest';
import { readProduct } from '../../runtime/evidence/seal/read-product.ts';
import { composer } from '../../runtime/proof/compose.ts';
import { readChange } from '../../runtime/proof/read-change.ts';
import { reproduces } from '../../runtime/proof/reproduces.ts';
import { runTrial } from '../../runtime/proof/run-trial.ts';
import { Repo } from '../evidence/repo.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const GATE = {
  type: 'test',
  name: 'tests',
  command: ['node', '--test'],
  mustPass: true,
  expect_exit: 0,
  timeout_sec: 60,
} as const;
const HEAD = `import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import * as a from '../src/a.js';
`;
/** It fails already, and nobody asked about it. */
const OLD = `${HEAD}test('old', () => assert.equal(1, 2));\n`;

async function tried(body: string) {
  const repo = new Repo();
  repo.write('package.json', '{"type": "module", "main": "./src/a.js"}');
  repo.write('src/a.js', 'export const read = (x) => (x === 0 ? null.length : x);\n');
  repo.write('test/old.test.js', OLD);
  const base = repo.commit().git('rev-parse', 'HEAD').trim();
  repo.write('test/new.test.js', `${HEAD}${body}\n`);
  const tree = repo.commit().git('rev-parse', 'HEAD').trim();
  const place = { worktree: repo.top, objectsDir: temporaryFolder('wukong-objects-') };
  const read = await readChange({ ...place, base, tree, product: [], checks: [{ gate: GATE }] });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const trials = {
    ...place,
    change: read.value,
    compose: composer(read.value, place),
    product: await readProduct({ ...place, first: read.value.base }, []),
    folder: temporaryFolder('wukong-logs-'),
    owner: `${process.pid}-0`,
    isGone: () => false,
    sinceMs: Date.now(),
  };
  const story = reproduces(read.value, 0);
  let next = story.next();
  while (!next.done) next = story.next(await runTrial(trials, next.value));
  return [next.value.because ?? 'shown', next.value.said];
}

test('an exception out of the program shows a fault, one of the test itself or of a name that is not there does not', async () => {
  expect(await tried("test('it', () => { a.read(0); });")).toEqual([
    'shown',
    expect.stringContaining('Cannot read properties of null'),
  ]);
  expect(await tried("before(() => { JSON.parse('{'); });\ntest('it', () => {});")).toEqual([
    'outside',
    expect.stringContaining('JSON'),
  ]);
  expect(await tried("test('it', () => { a.readAll(0); });")).toEqual([
    'outside',
    'a.readAll is not a function',
  ]);
});
