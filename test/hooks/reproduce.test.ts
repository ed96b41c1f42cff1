// A test that has to show the fault before anything is fixed, through the built hooks, in a real repository.

import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';
const FAILING = /test\('an empty body holds no readings'[\s\S]*?\n\}\);\n/;
const SOURCE = 'src/decoder.js';
const TEST = 'test/decoder.test.js';
const OWN = 'test/own.test.js';
const CHECK = TESTS_BY_NODE.command.join(' ');
const SHOWS = `
test('an empty body holds no readings', () => {
  assert.deepEqual(decode(Buffer.alloc(0)), []);
});
`;
const NEIGHBOUR = `
test('an empty Uint8Array holds no readings', () => {
  assert.deepEqual(decode(new Uint8Array()), []);
});
`;

/** A client that lives, and did not start what a person types in these tests. */
const client = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
afterAll(() => client.kill('SIGKILL'));
const env = { CLAUDE_PID: String(client.pid) };

type Begun = Readonly<{ rig: Rig; agents: Agents; tests: string }>;

/** Ear and eye have looked, no test shows the fault, and the tongue has its order. */
async function begin(): Promise<Begun> {
  const rig = await Rig.create({ testsBy: 'node' });
  const tests = rig.file(TEST).replace(FAILING, '');
  rig.write(TEST, tests);
  const prompt = '/wukong_fix --reproduce first it crashes';
  await rig.hook('UserPromptSubmit', { prompt, prompt_id: 'p1' }, env);
  const agents = new Agents(rig, env);
  await agents.dispatch('ear');
  await agents.report('ear', { more: 'Criterion: it works. (request: "it crashes")' });
  await agents.dispatch('eye');
  await agents.report('eye');
  await agents.dispatch('tongue', 'first');
  return { rig, agents, tests };
}

const TESTED: Words = { command: CHECK, references: [`${TEST}:5`] };
const fixIt = (rig: Rig) =>
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, `${GUARD}\n${CRASH}`));
const ofType = (rig: Rig, type: string) => rig.events().filter((event) => event.type === type);
const graded = (rig: Rig) => ofType(rig, 'evidence.graded').at(-1)?.payload ?? {};
const sentBack = (rig: Rig) => String(ofType(rig, 'run.sent_back').at(-1)?.payload.missing);

describe('a goal begun with --reproduce first', () => {
  test('has a test that fails twice on the first tree, keeps it as it is, and is proven by it', async () => {
    const { rig, agents, tests } = await begin();
    await using _ = rig;
    // It passes: nothing is shown by it.
    rig.write(TEST, `${tests}\ntest('nothing', () => {});\n`);
    await agents.report('tongue', TESTED, 'first');
    expect(sentBack(rig), rig.dump()).toMatch(
      /passes on the files as they were before the first change\. Bring a test that fails/,
    );
    const shown = `${tests}${SHOWS}`;
    rig.write(TEST, shown);
    await agents.report('tongue', TESTED, 'first');
    expect(graded(rig), rig.dump()).toMatchObject({
      required: 'L1',
      passes: true,
      outputs: { sealed: { [TEST]: expect.stringMatching(/^[0-9a-f]{40}$/) } },
    });
    const measured = ofType(rig, 'check.measured').map(({ payload }) => payload);
    expect(measured.slice(-3)).toMatchObject([
      { side: 'red', outcome: 'fail' },
      { side: 'red', outcome: 'fail' },
      { side: 'plain', outcome: 'pass' },
    ]);

    await agents.dispatch('body');
    expect(agents.orders.get('body')).toContain('The test of N-060 shows the fault and is sealed');
    const edit = { file_path: `${rig.repo}/${TEST}`, old_string: 'a', new_string: 'b' };
    const call = { tool_name: 'Edit', tool_input: edit, tool_use_id: 'toolu_edit' };
    const held = await rig.hook('guard', { ...call, agent_id: 'body', agent_type: 'body' }, env);
    expect(JSON.stringify(held.json)).toContain(`${TEST} showed the fault before`);
    // By a program that no guard sees through; and with a file of its own, which it may have.
    fixIt(rig);
    rig.write(TEST, shown.replace('Buffer.alloc(0)), []', 'Buffer.alloc(0)).length, 0'));
    rig.write(OWN, "import test from 'node:test';\ntest('own', () => {});\n");
    await agents.report('body', { ...TESTED, references: [`${SOURCE}:19`] });
    expect(sentBack(rig), rig.dump()).toMatch(
      /Put these tests back as they were.*decoder\.test\.js/,
    );
    rig.write(TEST, shown);
    await agents.report('body', { ...TESTED, references: [`${SOURCE}:19`] });
    expect(graded(rig), rig.dump()).toMatchObject({ level: 'L3', passes: true });

    // Who tests the fix adds to it, and takes nothing from it.
    await agents.dispatch('tongue');
    rig.write(TEST, `${shown}${NEIGHBOUR}`);
    await agents.report('tongue', TESTED);
    expect(graded(rig), rig.dump()).toMatchObject({ level: 'L3', passes: true });
    await agents.dispatch('nose');
    await agents.report('nose', { header: 'Verdict: accept' });
    await agents.dispatch('mind');
    await agents.report('mind');
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
  });

  test('takes what a person changes of its test in between for theirs, and still holds the fix to it as it was', async () => {
    const { rig, agents, tests } = await begin();
    await using _ = rig;
    const shown = `${tests}${SHOWS}`;
    rig.write(TEST, shown);
    await agents.report('tongue', TESTED, 'first');
    rig.write(TEST, `${shown}${NEIGHBOUR}`);
    await agents.dispatch('body');
    fixIt(rig);
    await agents.report('body', { ...TESTED, references: [`${SOURCE}:19`] });
    expect(graded(rig), rig.dump()).toMatchObject({ level: 'L3', passes: true });
    expect(ofType(rig, 'check.measured').map(({ payload }) => payload.side)).toContain('sealed');
    expect(ofType(rig, 'run.sent_back')).toEqual([]);
  });
});
