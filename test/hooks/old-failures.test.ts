// Tests that failed before a fix and still do, through the built hooks, in a real repository.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mend, SOURCE, TESTED } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents, type Words } from './agents.ts';

const ENV = livingClient();
const OLD = `import assert from 'node:assert';
import test from 'node:test';
test('an old fault', () => assert.equal(1, 2));
`;
/** It was seen to run nothing, so that only what the runtime runs shows it. */
const WORDS: Words = {
  ...TESTED,
  command: 'npm test',
  calls: [['Bash', { command: 'git diff' }, '']],
};

async function atBody(rig: Rig): Promise<Agents> {
  rig.write('test/old.test.js', OLD);
  rig.write('package.json', rig.file('package.json').replace('decoder.test.js', '*.test.js'));
  const approved = await rig.cli(['trust', '--approve']);
  expect(approved, approved.stderr).toMatchObject({ code: 0 });
  fromBody(rig);
  const agents = new Agents(rig, ENV);
  await rig.typed('/wukong_fix it crashes', ENV);
  await agents.untilBody();
  return agents;
}

const gradedOf = (rig: Rig) => rig.events('evidence.graded').at(-1)?.payload;
const gateOf = (rig: Rig) =>
  rig.events('gate.finished').findLast(({ payload }) => payload.gate === 'npm test')?.payload;

test('a test that failed before and still does holds no fix up, and is told at the end', async () => {
  await using rig = await Rig.create({ testsBy: 'npm' });
  const agents = await atBody(rig);
  mend(rig);
  const first = await agents.report('body', WORDS);
  expect(JSON.stringify(first.json), rig.dump()).toContain(
    'so it did before the first change, in the same cases: \\"an old fault\\"',
  );
  await agents.report('body', WORDS);
  expect(gradedOf(rig), rig.dump()).toMatchObject({ level: 'L2', passes: true });
  expect(gateOf(rig)).toMatchObject({ outcome: 'fail', excused: 'failed-before' });
  await agents.afterBody(WORDS);
  await agents.carryOut('mind');
  const [completed] = rig.events('graph.completed');
  expect(completed?.payload, rig.dump()).toMatchObject({ fault: { kind: 'shown' } });
  const session = String(rig.taskgraph()?.graphs.at(-1)?.session);
  const summary = join(rig.repo, '.wukong', 'artifacts', session, 'summary.md');
  const text = readFileSync(summary, 'utf8');
  expect(text).toContain('Proven to L2:');
  expect(text).toContain('an old fault');
  expect(text).toContain('it failed before the first change as well');
});

test('where the change is not shown beside it, or breaks more, it is a failure like any other', async () => {
  await using rig = await Rig.create({ testsBy: 'npm' });
  const agents = await atBody(rig);
  const was = rig.file(SOURCE);
  mend(rig);
  rig.write(SOURCE, rig.file(SOURCE).replace('const VERSION = 1;', 'const VERSION = 2;'));
  const broken = JSON.stringify((await agents.report('body', WORDS)).json);
  expect(broken, rig.dump()).toContain('Make the gate \\"npm test\\" pass');
  expect(broken).not.toContain('so it did before');
  rig.write(SOURCE, `${was}\nexport const LIMIT = 1;\n`);
  await agents.report('body', WORDS);
  expect(gradedOf(rig), rig.dump()).toMatchObject({ passes: false });
  expect(gateOf(rig)?.excused).toBeUndefined();
});
