// A gate that passes in the working tree while copies show that the work took something from it, through the
// built hooks, in a real repository.

import { describe, expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents, type Words } from './agents.ts';

const SOURCE = 'src/decoder.js';
const DONE: Words = { command: 'npm test', references: [`${SOURCE}:19`] };
const CRASH = '  const version = bytes.readUInt8(0);';

async function untilBody(rig: Rig): Promise<Agents> {
  const tried = await rig.cli(['gates', '--try']);
  expect(tried.code, tried.stdout + tried.stderr).toBe(0);
  fromBody(rig);
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p1' });
  const agents = new Agents(rig);
  await agents.untilBody();
  return agents;
}

/** What a report is answered with, and the same report on the same files. */
async function reportTwice(rig: Rig, agents: Agents): Promise<string> {
  const first = await agents.report('body', DONE);
  await agents.report('body', DONE);
  const ofType = (type: string) => rig.events().filter((event) => event.type === type);
  expect(
    ofType('gate.finished').flatMap(({ payload: { gate, outcome } }) =>
      gate === 'npm test' ? [outcome] : [],
    ),
    rig.dump(),
  ).toEqual(['fail', 'fail']);
  expect(ofType('run.sent_back')).toHaveLength(1);
  expect(ofType('node.blocked')).toMatchObject([
    { payload: { kind: 'gate-stuck', because: { gate: 'npm test', how: 'same-tree' } } },
  ]);
  return JSON.stringify(first.json);
}

describe('a gate that passes here is told as failed, with its last lines, and then a person is asked', () => {
  test('where it fails in a copy in which it could run when it was tried', async () => {
    await using rig = await Rig.create({ testsBy: 'npm' });
    const agents = await untilBody(rig);
    const onlyHere = `  if (existsSync('.wukong/config.yaml') && bytes.length === 0) return [];\n${CRASH}`;
    const source = rig.file(SOURCE).replace(CRASH, onlyHere);
    rig.write(SOURCE, `import { existsSync } from 'node:fs';\n${source}`);
    const said = await reportTwice(rig, agents);
    expect(said).toContain('fails in a clean copy of the same files (exit code 1, expected 0)');
    expect(said).toContain('in which it could run before the work');
    expect(said).toMatch(/all of it is in \.wukong\/artifacts\/[^ ]+\/green-2\.log/);
    expect(said).toContain('Its last lines');
    expect(said).not.toContain('in a clean copy of your tree');
  });

  test('where it fails for nothing its tests do, and did before the first change', async () => {
    await using rig = await Rig.create({ testsBy: 'npm' });
    const agents = await untilBody(rig);
    rig.write(SOURCE, `process.exit(0);\n${rig.file(SOURCE)}`);
    const said = await reportTwice(rig, agents);
    expect(said).toContain('cases that run without the change are skipped or gone');
    expect(said).not.toContain('The fault is not shown');
    expect(sidesIn(rig).slice(0, 2)).toEqual(['red fail', 'plain pass']);
  });

  test('where it cannot fail any more, told by lines that fail where no report names its cases', async () => {
    await using rig = await Rig.create({ testsBy: 'npm' });
    // Variables of its own keep the runner from being asked.
    const script = /"test": "[^"]*"/;
    const own = '"test": "NODE_OPTIONS= node --test test/decoder.test.js"';
    rig.write('package.json', rig.file('package.json').replace(script, own));
    const agents = await untilBody(rig);
    rig.write(SOURCE, `process.exit(0);\n${rig.file(SOURCE)}`);
    const said = await reportTwice(rig, agents);
    expect(said).toContain('it could fail, and cannot now');
    expect(said).not.toContain('The fault is not shown');
    expect(sidesIn(rig).slice(0, 4)).toEqual([
      'red fail',
      'plain pass',
      'planted-first true',
      'planted false',
    ]);
  });
});

/** Of both reports, in the order of the log. */
function sidesIn(rig: Rig): readonly string[] {
  return rig
    .events()
    .filter(({ type }) => type === 'check.measured')
    .map(({ payload }) => `${payload.side} ${payload.able ?? payload.outcome}`);
}
