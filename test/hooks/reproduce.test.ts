// A test that has to show the fault before anything is fixed, through the built hooks, in a real repository.

import { describe, expect, test } from 'vitest';
import { CHECK, FAILING, mend, SOURCE, TEST } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

const OWN = 'test/own.test.js';
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

const env = livingClient();

type Begun = Readonly<{ rig: Rig; agents: Agents; tests: string }>;

/** Ear and eye have looked, no test shows the fault, and the tongue has its order. */
async function begin(): Promise<Begun> {
  const rig = await Rig.create({ testsBy: 'node' });
  const tests = rig.file(TEST).replace(FAILING, '');
  rig.write(TEST, tests);
  const prompt = '/wukong_fix --reproduce first it crashes';
  await rig.typed(prompt, env);
  const agents = new Agents(rig, env);
  await agents.carryOut('ear', { more: 'Criterion: it works. (request: "it crashes")' });
  await agents.carryOut('eye');
  await agents.dispatch('tongue', 'first');
  return { rig, agents, tests };
}

const TESTED: Words = { command: CHECK, references: [`${TEST}:5`] };
const fixIt = (rig: Rig) => mend(rig);
const graded = (rig: Rig) => rig.events('evidence.graded').at(-1)?.payload ?? {};
const sentBack = (rig: Rig) => String(rig.events('run.sent_back').at(-1)?.payload.missing);

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
    const measured = rig.events('check.measured').map(({ payload }) => payload);
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
    await agents.carryOut('nose', { header: 'Verdict: accept' });
    await agents.carryOut('mind');
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
    expect(rig.events('check.measured').map(({ payload }) => payload.side)).toContain('sealed');
    expect(rig.events('run.sent_back')).toEqual([]);
  });
});
