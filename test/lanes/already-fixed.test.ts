// Two that fix one fault at once, each in a place of its own: what the second one did shows nothing any more.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../rig/repository.ts';
import { ended, events, wukong } from '../run/driven.ts';
import { repositoryOf } from './parts.ts';

const TOTAL = `import { a } from './a/a.js';
import { b } from './b/b.js';
export const total = () => a() ?? b();
`;
const tests = (name: string, of: string): string =>
  [
    "import { test } from 'node:test';",
    "import assert from 'node:assert/strict';",
    "import { total } from '../src/total.js';",
    `test('${name}', () => assert.equal(${of}));`,
  ].join(' ');
const FAILS = tests('total is one', 'total(), 1');
const PASSES = tests('total is there', "typeof total, 'function'");

const fix = (id: string, name: string) => ({
  ...{ id, title: `Fix in ${name}`, role: 'body' },
  instructions: [
    'meet 2',
    `write src/${name}/${name}.js | export const ${name} = () => 1;`,
    `write test/${name}.test.js | ${FAILS}`,
  ].join('\n'),
  constraints: { allowed_paths: [`src/${name}/**`, `test/${name}.test.js`] },
  verification_plan: { deterministic: [{ type: 'repository', for: 'test' }] },
});
const FIXES = [fix('N-010', 'a'), fix('N-020', 'b')];
const LOOK = { id: 'N-001', title: 'Look', role: 'eye', instructions: 'look README.md' };
const TEMPLATE = {
  ...{ name: 'two', version: 1, description: 'Fixes it twice.', proof: 'red_green' },
  ...{ success_criteria: ['total is one'], nodes: [LOOK, ...FIXES] },
  edges: FIXES.map(({ id }) => ({ from: LOOK.id, to: id })),
};
const GATE = { type: 'test', name: 'tests', command: ['node', '--test', 'test/'] };

test('the second that fixes a fault counts for less, and is told which node fixed it before', async () => {
  const repository = await repositoryOf({});
  onTestFinished(() => repository.remove());
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(repository.path, path)), { recursive: true });
    writeFileSync(join(repository.path, path), text);
  };
  put('src/a/a.js', 'export const a = () => undefined;\n');
  put('src/b/b.js', 'export const b = () => undefined;\n');
  put('src/total.js', TOTAL);
  for (const old of ['test/decoder.test.js', 'test/together.test.js']) put(old, PASSES);
  put('.wukong/templates/two.yaml', JSON.stringify(TEMPLATE));
  put('.wukong/config.yaml', JSON.stringify({ gates: [GATE] }));
  await git(repository.path, 'add', '--all');
  await git(repository.path, 'commit', '--quiet', '--message', 'A fault');
  await ended(wukong(repository, 'trust', '--approve'));
  const ran = await ended(wukong(repository, 'run', 'total is undefined', '--track', 'two'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  const [first, second] = events(repository, 'lane.landed').map(({ node_id }) => node_id);
  const graded = events(repository, 'evidence.graded').filter(({ node_id }) => node_id === second);
  const said = `the fault was already fixed by ${first}, which landed before it: \`node --test test/\` passes without its change`;
  expect(JSON.stringify(graded.at(-1)?.payload.reasons)).toContain(said);
  expect(
    events(repository, 'node.done').map(({ node_id, payload }) => [node_id, payload.level]),
  ).toEqual([
    [LOOK.id, 'L1'],
    [first, 'L3'],
    [second, 'L2'],
  ]);
  // For the goal as a whole it is shown, by the first.
  expect(ran.out).toContain('Proven: `node --test test/` failed before, passes now.');
});
