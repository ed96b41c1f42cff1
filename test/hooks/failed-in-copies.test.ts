// A gate that passes in the working tree while copies show that the work took something from it, through the
// built hooks, in a real repository.

import { describe, expect, test } from 'vitest';
import { CRASH, SOURCE } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { type Agents, atBody, type Words } from './agents.ts';

const DONE: Words = { command: 'npm test', references: [`${SOURCE}:19`] };

async function untilBody(rig: Rig): Promise<Agents> {
  const tried = await rig.cli(['gates', '--try']);
  expect(tried.code, tried.stdout + tried.stderr).toBe(0);
  fromBody(rig);
  return atBody(rig);
}

/** What a report is answered with. */
async function report(rig: Rig, agents: Agents): Promise<string> {
  const answer = await agents.report('body', DONE);
  expect(outcomesIn(rig).at(-1), rig.dump()).toBe('fail');
  expect(rig.events('run.sent_back').at(-1)).toBeDefined();
  return JSON.stringify(answer.json);
}

function outcomesIn(rig: Rig): readonly string[] {
  return rig
    .events()
    .flatMap(({ type, payload }) =>
      type === 'gate.finished' && payload.gate === 'npm test' ? [payload.outcome] : [],
    );
}

describe('a gate that passes here is told as failed, with its last lines', () => {
  test('where it fails in a copy in which it could run when it was tried; of the same files again a person is asked', async () => {
    await using rig = await Rig.create({ testsBy: 'npm' });
    const agents = await untilBody(rig);
    const onlyHere = `  if (existsSync('.wukong/config.yaml') && bytes.length === 0) return [];\n${CRASH}`;
    const source = rig.file(SOURCE).replace(CRASH, onlyHere);
    rig.write(SOURCE, `import { existsSync } from 'node:fs';\n${source}`);
    const said = await report(rig, agents);
    expect(said).toContain('fails in a clean copy of the same files (exit code 1, expected 0)');
    expect(said).toContain('in which it could run before the work');
    expect(said).toMatch(/all of it is in \.wukong\/artifacts\/[^ ]+\/green-2\.log/);
    expect(said).toContain('Its last lines');
    expect(said).not.toContain('in a clean copy of your tree');
    await agents.report('body', DONE);
    expect(outcomesIn(rig), rig.dump()).toEqual(['fail', 'fail']);
    expect(rig.events('run.sent_back')).toHaveLength(1);
    expect(rig.events('node.blocked')).toMatchObject([
      { payload: { kind: 'gate-stuck', because: { gate: 'npm test', how: 'same-tree' } } },
    ]);
  });

  test('where it fails for nothing its tests do, and did before the first change', async () => {
    await using rig = await Rig.create({ testsBy: 'npm' });
    const agents = await untilBody(rig);
    rig.write(SOURCE, `process.exit(0);\n${rig.file(SOURCE)}`);
    const said = await report(rig, agents);
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
    const said = await report(rig, agents);
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

/** In the order of the log. */
function sidesIn(rig: Rig): readonly string[] {
  return rig
    .events('check.measured')
    .map(({ payload }) => `${payload.side} ${payload.able ?? payload.outcome}`);
}
