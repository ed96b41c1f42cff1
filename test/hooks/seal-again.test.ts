// A tree on which the seal held for one gate, reported again when another gate could run.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';
const SOURCE = 'src/decoder.js';
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

test('a gate that could not run when the seal held is asked for it when it can, on the same tree', async () => {
  await using rig = await Rig.create();
  const env = { CLAUDE_PID: String(client.pid) };
  const replace = (file: string, from: string, to: string) =>
    rig.write(file, rig.file(file).replace(from, to));
  const gates = [
    { type: 'test', name: 'npm test', command: ['npm', 'test'] },
    { type: 'test', name: 'all', command: ['npm', 'run', 'all'] },
  ];
  rig.write('.wukong/config.yaml', JSON.stringify({ gates }));
  const template = rig.file('.wukong/runtime/templates/fix.yaml');
  mkdirSync(join(rig.repo, '.wukong/templates'), { recursive: true });
  rig.write('.wukong/templates/fix.yaml', template.replaceAll('_required: L2', '_required: L3'));
  rig.write('test/source.test.js', STRICT);
  replace(MANIFEST, '"test":', `"all": "${ALL}",\n    "test":`);
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p1' }, env);
  const agents = new Agents(rig, env);
  await agents.dispatch('ear');
  await agents.report('ear', { more: 'Criterion: it works. (request: "it crashes")' });
  await agents.dispatch('eye');
  await agents.report('eye');
  await agents.dispatch('body');
  const graded = () => rig.events().findLast(({ type }) => type === 'evidence.graded')?.payload;

  replace(SOURCE, CRASH, `${GUARD}\n${CRASH}`);
  replace(MANIFEST, ALL, 'node --test test/decoder.test.js');
  const words: Words = { command: 'npm test', references: [`${SOURCE}:19`] };
  await agents.report('body', words);
  expect(graded(), rig.dump()).toMatchObject({ level: 'L2', passes: false });
  expect(graded()?.missing.join()).toContain('Have the gate "all" run');
  const ran = (command: string) => ['Bash', { command }, 'ok'] as const;
  await agents.report('body', { ...words, calls: [ran('npm run all'), ran('npm test')] });
  expect(graded(), rig.dump()).toMatchObject({ level: 'L1', passes: false });
  expect(graded()?.reasons[1]?.why).toMatch(/"all" does not pass with the sealed versions/);
});
