// The end of a goal, through the built hooks.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, CRASH, FAILING, GUARD } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { againstDefinitions } from '../rig/records.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents } from './agents.ts';

const TESTED = { command: CHECK, references: ['src/decoder.js:19'] };

const ENV = livingClient();

const edit = (rig: Rig, file: string, from: string | RegExp, to: string) =>
  rig.write(file, rig.file(file).replace(from, to));

/** Everything is done but the last node, which was handed out. */
async function untilMind(
  rig: Rig,
  { command, body }: { command?: string; body?: () => void } = {},
): Promise<Agents> {
  const agents = new Agents(rig, ENV);
  const prompt = `${command ?? '/wukong_fix'} it crashes`;
  if (!command) fromBody(rig);
  await rig.typed(prompt, ENV);
  await agents.untilBody({ command: CHECK, calls: [] });
  edit(rig, 'src/decoder.js', CRASH, `${GUARD}\n${CRASH}`);
  body?.();
  await agents.report('body', TESTED);
  await agents.afterBody(TESTED);
  return agents;
}

function emptyFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const stat = statSync(join(folder, name));
    return stat.isFile() && stat.size === 0;
  });
}

test('two who finish at once close a goal once, and its summary is the one the log names', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilMind(rig);
  expect(rig.node('N-020')?.outputs).toMatchObject({ evidence_stale: true });
  expect(rig.node('N-030')?.outputs).toMatchObject({ evidence_stale: false });
  await agents.dispatch('mind');
  rig.write('README.md', `${rig.file('README.md')}\nEmpty bodies hold no readings.\n`);
  const session = String(rig.taskgraph()?.graphs.at(-1)?.session);
  const summary = join(rig.repo, '.wukong', 'artifacts', session, 'summary.md');
  // In its way: the goal stays open, with everything done.
  mkdirSync(summary, { recursive: true });
  await agents.report('mind');
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('running');
  rmSync(summary, { recursive: true });

  await Promise.all([1, 2, 3].map(() => rig.hook('Stop', { stop_hook_active: false }, ENV)));
  expect(rig.events('graph.completed'), rig.dump()).toHaveLength(1);
  const [written, ...others] = rig.events('summary.written');
  expect(others).toEqual([]);
  const bytes = readFileSync(summary);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(written?.payload.sha256);
  expect(rig.file('.wukong/artifacts/G-0001/summary.md')).toBe(bytes.toString());
  const checked = await rig.cli(['fsck', '--json']);
  expect(checked.code, checked.stdout).toBe(0);
  expect(emptyFiles(join(rig.repo, '.wukong', 'artifacts', session))).toEqual([]);

  // The gate and the check ran once more, because the last node changed the tree.
  const [renewed] = rig.events('evidence.renewed');
  expect(renewed?.payload).toMatchObject({
    check: CHECK,
    gates: [{ gate: TESTS_BY_NODE.name, outcome: 'pass' }],
  });
  expect(rig.node('N-020')?.outputs).toMatchObject({ evidence_stale: false });
  expect(againstDefinitions(rig.events())).toEqual([]);
  const [end] = rig.events('graph.completed');
  const log = readFileSync(join(rig.repo, '.wukong', 'events.jsonl')).subarray(
    0,
    end?.payload.log_bytes,
  );
  expect(createHash('sha256').update(log).digest('hex')).toBe(end?.payload.log_sha256);
  expect(bytes.toString('utf8')).toContain(String(end?.payload.log_sha256));
});

test('tests that were deleted after they last checked the work do not get a goal completed', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilMind(rig);
  edit(rig, 'test/decoder.test.js', FAILING, '');
  edit(rig, 'src/decoder.js', GUARD, '  // To be done.');
  await agents.carryOut('mind', { references: ['README.md:1'] });
  expect(rig.events('graph.completed'), rig.dump()).toEqual([]);
  expect(rig.events('node.reopened')).toMatchObject([
    {
      node_id: 'N-030',
      payload: {
        findings: expect.arrayContaining([
          expect.objectContaining({ error: expect.stringContaining('test/decoder.test.js') }),
        ]),
      },
    },
  ]);
});

test('work that the tests of now let pass, and not those that were sealed, does not get a goal completed', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const template = rig.builtIn('fix');
  const change = template.replace('name: fix', 'name: change');
  rig.write('.wukong/templates/change.yaml', change.replace('proof: red_green', 'proof: none'));
  const agents = await untilMind(rig, {
    command: '/wukong_change',
    body: () => edit(rig, 'test/decoder.test.js', FAILING, ''),
  });
  expect(rig.events('seal.checked').at(-1)?.payload, rig.dump()).toMatchObject({ held: true });
  edit(rig, 'src/decoder.js', GUARD, '  // To be done.');
  await agents.carryOut('mind', { references: ['README.md:1'] });
  expect(rig.events('graph.completed'), rig.dump()).toEqual([]);
  expect(rig.events('node.reopened')).toMatchObject([
    {
      payload: {
        findings: [expect.objectContaining({ error: expect.stringContaining('sealed versions') })],
      },
    },
  ]);
});

test('a node that is opened again and only takes something back still has its tests', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = new Agents(rig, ENV);
  fromBody(rig);
  await rig.typed('/wukong_fix it crashes', ENV);
  await agents.untilBody();
  edit(rig, 'src/decoder.js', CRASH, `${GUARD}\n${CRASH}`);
  await agents.report('body', TESTED);
  await agents.dispatch('tongue');
  rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
  rig.write('test/notes.md', 'not wanted\n');
  await agents.report('tongue', { ...TESTED, references: ['test/more.test.js:1'] });
  await agents.carryOut('nose', {
    header: 'Verdict: rework\nReopen: N-030',
    more: 'Finding: low test/notes.md:1 not wanted',
  });
  await agents.dispatch('tongue', 'tongue2');
  rmSync(join(rig.repo, 'test/notes.md'));
  await agents.report('tongue', { ...TESTED, references: ['test/more.test.js:1'] }, 'tongue2');
  const gates = rig.events('gate.finished').filter((event) => event.payload.gate === 'tests_added');
  expect(
    gates.map((event) => event.payload.outcome),
    rig.dump(),
  ).toEqual(['pass', 'pass']);
});

test('a node opened again at the end has done its work once what broke it was undone', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const config = { gates: [TESTS_BY_NODE], limits: { send_backs: 0 } };
  rig.write('.wukong/config.yaml', JSON.stringify(config));
  const agents = await untilMind(rig);
  await agents.dispatch('mind');
  edit(rig, 'src/decoder.js', GUARD, '  // To be done.');
  await agents.report('mind', { references: ['README.md:1'] });
  expect(rig.events('node.reopened'), rig.dump()).toMatchObject([{ node_id: 'N-020' }]);
  edit(rig, 'src/decoder.js', CRASH, `${GUARD}\n${CRASH}`);
  await agents.carryOut('body', TESTED, 'body2');
  expect(rig.node('N-020')?.status, rig.dump()).toBe('done');
  await agents.carryOut('tongue', { ...TESTED, references: ['test/more.test.js:1'] }, 'tongue2');
  await agents.carryOut('nose', { header: 'Verdict: accept' }, 'nose2');
  await agents.carryOut('mind', { references: ['README.md:1'] }, 'mind2');
  expect(rig.events('graph.completed'), rig.dump()).toHaveLength(1);
});

test('a candidate that a person deleted is not proposed by a later goal', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.write(
    '.wukong/templates/look.yaml',
    'name: look\nversion: 1\ndescription: Looks.\nsuccess_criteria: [It was looked at.]\nnodes:\n  - { id: N-010, title: Look, role: eye }\n',
  );
  const candidates = '.wukong/anchors/anchors_candidates.md';
  const look = async (prompt_id: string, decision: string) => {
    const agents = new Agents(rig, ENV);
    await rig.hook('UserPromptSubmit', { prompt: '/wukong_look around', prompt_id }, ENV);
    await agents.dispatch('eye', prompt_id);
    await agents.report('eye', { more: `Decision: ${decision}` }, prompt_id);
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
    return rig.events('anchors.proposed').at(-1)?.payload.candidates;
  };
  expect(await look('p1', 'Keep the decoder strict.')).toMatchObject([
    { type: 'Decision', title: 'Keep the decoder strict.' },
  ]);
  expect(rig.file(candidates)).toContain('Keep the decoder strict.');
  rmSync(join(rig.repo, candidates));
  expect(await look('p2', 'Keep the decoder strict.')).toEqual([]);
  expect(existsSync(join(rig.repo, candidates))).toBe(false);
  expect(await look('p3', 'Keep the decoder small.')).toHaveLength(1);
  expect(rig.file(candidates)).not.toContain('strict');
});

test('what was done to tests stands beside the first sentence, wherever the end of a goal is told', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const TEST = 'test/decoder.test.js';
  const agents = await untilMind(rig, {
    // The track as it comes: of a shorter one the end would say so first.
    command: '/wukong_fix',
    body: () => edit(rig, TEST, "test('reads a temperature", "test.skip('reads a temperature"),
  });
  const line =
    rig
      .file(TEST)
      .split('\n')
      .findIndex((text) => text.startsWith('test.skip')) + 1;
  const beside = `1 test skipped (${TEST}:${line}).`;
  expect((await rig.cli(['status'])).stdout, rig.dump()).toContain(beside);
  await agents.carryOut('mind', { references: ['README.md:1'] });
  expect(rig.events('graph.completed')).toHaveLength(1);
  const lost = `${TEST}  a case that ran before is skipped or gone: reads a temperature`;
  const fixed = '1 case failed before and passes now: "an empty body holds no readings".';
  const sentence = `Proven to L2: \`${CHECK}\` passes now; in doubt: ${lost}. ${fixed}`;
  const stopped = await rig.hook('Stop', { stop_hook_active: false }, ENV);
  expect(String(stopped.json?.systemMessage)).toContain(`${sentence} ${beside} G-0001 is complete`);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain(`Last finished: ${sentence.replace('  ', ' ')}\n  ${beside}\n`);
  const { last_finished } = JSON.parse((await rig.cli(['status', '--json'])).stdout);
  expect(last_finished.beside).toEqual({
    named: [`${TEST}:${line} test skipped`],
    accepted: [],
    gone: [],
  });
  const summary = readFileSync(join(rig.repo, last_finished.summary), 'utf8');
  expect(summary).toContain(beside);
  expect(againstDefinitions(rig.events())).toEqual([]);
});
