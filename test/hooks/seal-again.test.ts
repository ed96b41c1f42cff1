// A tree on which the seal held for one gate, reported again when another gate could run.

import { spawn } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { CRASH, GUARD, SOURCE } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { type Agents, atBody, type Words } from './agents.ts';

const MANIFEST = 'package.json';
const ALL = 'node --test test/decoder.test.js test/source.test.js';
const STRICT = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
test('the source has no shortcuts', () => assert.doesNotMatch(readFileSync('src/decoder.js', 'utf8'), /return \\[\\]/));
`;

/** A client that lives, and did not start what a person types in these tests. */
const client = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
afterAll(() => client.kill('SIGKILL'));

const TESTED: Words = { command: 'npm test', references: [`${SOURCE}:19`] };

/** Two gates; the body fixes the fault, and takes a test out of the one that nobody has let run. */
async function withWeakGate(rig: Rig, level: 'L2' | 'L3'): Promise<Agents> {
  const env = { CLAUDE_PID: String(client.pid) };
  const replace = (file: string, from: string, to: string) =>
    rig.write(file, rig.file(file).replace(from, to));
  const gates = [
    { type: 'test', name: 'npm test', command: ['npm', 'test'] },
    { type: 'test', name: 'all', command: ['npm', 'run', 'all'] },
  ];
  rig.write('.wukong/config.yaml', JSON.stringify({ gates }));
  const template = rig.builtIn('fix');
  rig.write(
    '.wukong/templates/fix.yaml',
    template.replaceAll('_required: L2', `_required: ${level}`),
  );
  rig.write('test/source.test.js', STRICT);
  replace(MANIFEST, '"test":', `"all": "${ALL}",\n    "test":`);
  const agents = await atBody(rig, env);
  replace(SOURCE, CRASH, `${GUARD}\n${CRASH}`);
  replace(MANIFEST, ALL, 'node --test test/decoder.test.js');
  await agents.report('body', TESTED);
  return agents;
}

const graded = (rig: Rig) => rig.events('evidence.graded').at(-1)?.payload;

test('a gate that could not run when the seal held is asked for it when it can, on the same tree', async () => {
  await using rig = await Rig.create();
  const agents = await withWeakGate(rig, 'L3');
  expect(graded(rig), rig.dump()).toMatchObject({ level: 'L2', passes: false });
  expect(graded(rig)?.missing.join()).toContain('Have the gate "all" run');
  expect((await rig.person(['trust', '--approve', '--gate', 'all'])).code).toBe(0);
  await agents.report('body', TESTED);
  expect(graded(rig), rig.dump()).toMatchObject({ level: 'L1', passes: false });
  expect(graded(rig)?.reasons[1]?.why).toMatch(/"all" does not pass with the sealed versions/);
});

test('a gate that is approved after the last report is asked for the seal before the goal is complete', async () => {
  await using rig = await Rig.create();
  const agents = await withWeakGate(rig, 'L2');
  expect(graded(rig), rig.dump()).toMatchObject({ level: 'L2', passes: true });
  await agents.afterBody(TESTED);
  expect((await rig.person(['trust', '--approve'])).code).toBe(0);
  await agents.carryOut('mind');
  expect(rig.events('graph.completed'), rig.dump()).toEqual([]);
  expect(rig.events('node.reopened')).toMatchObject([
    {
      payload: {
        findings: [expect.objectContaining({ error: expect.stringContaining('sealed versions') })],
      },
    },
  ]);
});
