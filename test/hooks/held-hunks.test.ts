// Which lines a test holds, through the built hooks, in a real repository with a real fault.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, CRASH, GUARD, SOURCE } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { againstDefinitions } from '../rig/records.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents } from './agents.ts';

const TESTED = { command: CHECK, references: ['src/decoder.js:19'] };

const ENV = livingClient();

const graded = (rig: Rig) => rig.events('evidence.graded').at(-1)?.payload ?? {};
const folderOf = (rig: Rig) => join(rig.repo, '.wukong', String(graded(rig).outputs?.dir));
const lineOf = (rig: Rig, text: string) => rig.file(SOURCE).split('\n').indexOf(text) + 1;
const edit = (rig: Rig, file: string, from: string | RegExp, to: string) =>
  rig.write(file, rig.file(file).replace(from, to));

/** The body has fixed the fault, and done more beside. */
async function untilTongue(rig: Rig, more: () => void, command = CHECK): Promise<Agents> {
  const agents = new Agents(rig, ENV);
  fromBody(rig);
  await rig.typed('/wukong_fix it crashes', ENV);
  await agents.untilBody({ command, calls: [] });
  edit(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);
  more();
  await agents.report('body', { ...TESTED, command });
  await agents.dispatch('tongue');
  return agents;
}

const reportTest = (rig: Rig, agents: Agents, command = CHECK) => {
  rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
  return agents.report('tongue', { ...TESTED, command, references: ['test/more.test.js:1'] });
};

test('each hunk of a fix is told as held by a test or not, to the auditor and in the summary', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilTongue(rig, () =>
    rig.write(SOURCE, `${rig.file(SOURCE)}\nexport const LIMIT = 4096;\n`),
  );
  // The one that fixes the fault is all the test before needed; more tests may come.
  expect(rig.events('hunks.tried')).toEqual([]);
  await reportTest(rig, agents);
  const limit = lineOf(rig, 'export const LIMIT = 4096;');
  const [tried] = rig.events('hunks.tried');
  expect(tried?.payload, rig.dump()).toMatchObject({
    tree: graded(rig).outputs.tree,
    command: TESTS_BY_NODE.command,
    hunks: 2,
    held: 1,
    held_at: [expect.stringContaining(`${SOURCE}:`)],
    not_held: [`${SOURCE}:${limit}`],
    silent: 0,
    too_slow: false,
  });
  const told = `1 of 2 hunks are held by a test; not held: ${SOURCE}:${limit}`;
  expect(readFileSync(join(folderOf(rig), 'evidence.md'), 'utf8')).toContain(told);
  expect(readdirSync(folderOf(rig)).filter((name) => name.startsWith('hunk'))).toEqual([]);

  await agents.dispatch('nose');
  expect(agents.orders.get('nose')).toContain(told);
  await agents.report('nose', { header: 'Verdict: accept' });
  await agents.dispatch('mind');
  expect(agents.orders.get('mind')).not.toContain(told);
  // Prose changes nothing about it.
  rig.write('README.md', `${rig.file('README.md')}\nEmpty bodies hold no readings.\n`);
  await agents.report('mind');
  expect(rig.events('graph.completed'), rig.dump()).toHaveLength(1);
  expect(rig.events('hunks.tried')).toHaveLength(1);
  const session = String(rig.taskgraph()?.graphs.at(-1)?.session);
  const summary = join(rig.repo, '.wukong', 'artifacts', session, 'summary.md');
  expect(readFileSync(summary, 'utf8')).toContain(told);
  expect(againstDefinitions(rig.events())).toEqual([]);
});

test('where a check names its tests for programs, what they caught is told; a hunk without which nothing loads says nothing', async () => {
  await using rig = await Rig.create({ testsBy: 'npm' });
  edit(rig, 'package.json', 'node --test', 'node --test --test-reporter=tap');
  const more = () => {
    rig.write(SOURCE, `import { NONE } from './none.js';\n${rig.file(SOURCE)}`);
    edit(rig, SOURCE, GUARD, GUARD.replace('[]', 'NONE'));
    rig.write('src/none.js', 'export const NONE = [];\n');
    rig.write('src/unused.js', 'export const UNUSED = 1;\n');
  };
  const agents = await untilTongue(rig, more, 'npm test');
  await reportTest(rig, agents, 'npm test');
  const [tried] = rig.events('hunks.tried');
  expect(tried?.payload, rig.dump()).toMatchObject({
    hunks: 4,
    // The import and the line that uses it.
    held: 2,
    not_held: ['src/unused.js:1'],
    // Without the file that is imported nothing can be loaded.
    silent: 1,
    cases: { caught: 1, either: expect.any(Number) },
  });
  expect(readFileSync(join(folderOf(rig), 'evidence.md'), 'utf8')).toMatch(
    /`1 case caught the fault, \d+ passed either way; 2 of 4 hunks are held by a test; not held: src\/unused\.js:1; 1 without which it could not run`/,
  );
});

test('the tests in a file that a gate names are compared as well, and what came after the audit is measured again', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const outputs = [{ file: 'out.xml', format: 'junit' }];
  const reporter = ['--test-reporter=junit', '--test-reporter-destination=out.xml'];
  const command = ['node', '--test', ...reporter, 'test/decoder.test.js'];
  const gate = { ...TESTS_BY_NODE, command, outputs };
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
  rig.write('.gitignore', 'out.xml\n');
  const approved = await rig.cli(['trust', '--approve']);
  expect(approved, approved.stderr).toMatchObject({ code: 0 });
  const agents = await untilTongue(rig, () => undefined, command.join(' '));
  await reportTest(rig, agents, command.join(' '));
  const cases = { caught: 1, either: expect.any(Number) };
  expect(rig.events('hunks.tried'), rig.dump()).toMatchObject([
    { payload: { hunks: 1, held: 1, not_held: [], cases } },
  ]);
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.dispatch('mind');
  // By a person, while the last node works.
  rig.write(SOURCE, `${rig.file(SOURCE)}export const LIMIT = 4096;\n`);
  await agents.report('mind');
  expect(rig.events('graph.completed'), rig.dump()).toHaveLength(1);
  const limit = lineOf(rig, 'export const LIMIT = 4096;');
  expect(rig.events('hunks.tried')).toMatchObject([
    { payload: { hunks: 1 } },
    { payload: { hunks: 2, held: 1, not_held: [`${SOURCE}:${limit}`], cases } },
  ]);
});
