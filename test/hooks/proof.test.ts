// L3, the seal and the end of a goal, through the built hooks, in a real repository with a real fault.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CHECK, CRASH, FAILING, GUARD, SOURCE, TEST } from '../rig/decoder.ts';
import { PROJECT, TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents, type Words } from './agents.ts';

/** A client that lives, and did not start what a person types in these tests. */
const client = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
afterAll(() => client.kill('SIGKILL'));

type Begun = Readonly<{ rig: Rig; agents: Agents }>;

async function begin(more: { level?: string; testsBy?: 'npm' } = {}): Promise<Begun> {
  const rig = await Rig.create({ testsBy: more.testsBy ?? 'node' });
  if (more.level) {
    const template = rig
      .builtIn('fix')
      .replaceAll('evidence_level_required: L2', `evidence_level_required: ${more.level}`);
    rig.write('.wukong/templates/fix.yaml', template);
  } else fromBody(rig);
  const env = { CLAUDE_PID: String(client.pid) };
  await rig.typed('/wukong_fix it crashes', env);
  return { rig, agents: new Agents(rig, env) };
}

/** Who looks before the body has looked; `repro` is the command the eye names. */
async function untilBody(agents: Agents, repro?: string): Promise<void> {
  await agents.untilBody(repro ? { command: repro, calls: [] } : {});
}

const replace = (rig: Rig, file: string, from: string | RegExp, to: string) =>
  rig.write(file, rig.file(file).replace(from, to));
const fixIt = (rig: Rig) => replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);
const TESTED: Words = { command: CHECK, references: ['src/decoder.js:19'] };
const BY_NPM: Words = { ...TESTED, command: 'npm test' };

function graded(rig: Rig) {
  return rig.events('evidence.graded').at(-1)?.payload ?? {};
}

type Seen = ReturnType<Rig['events']>[number];
const isBodyDone = ({ type, node_id }: Seen) => type === 'node.done' && node_id === 'N-020';

/** What a person accepted is taken up by the session, and the body is done by it. */
async function resumed(rig: Rig): Promise<void> {
  const env = { CLAUDE_PID: String(client.pid) };
  await rig.typed('/wukong_resume', env);
  await rig.waitForEvent(isBodyDone);
}

function folderOf(rig: Rig): string {
  return join(rig.repo, '.wukong', String(graded(rig).outputs?.dir));
}

describe('an honest fix', () => {
  test('reaches L3 with the outputs of red and green beside its evidence, to the end of the goal', async () => {
    const { rig, agents } = await begin({ level: 'L3', testsBy: 'npm' });
    await using _ = rig;
    await untilBody(agents, 'npm test');
    fixIt(rig);
    await agents.report('body', BY_NPM);
    expect(graded(rig), rig.dump()).toMatchObject({ level: 'L3', required: 'L3', passes: true });
    const folder = folderOf(rig);
    expect(readFileSync(join(folder, 'red.log'), 'utf8')).toMatch(/^(?:not ok|✖) .*an empty body/m);
    expect(readFileSync(join(folder, 'green.log'), 'utf8')).toMatch(/^[#ℹ] fail 0$/m);
    const measured = rig.events('check.measured').map((event) => event.payload);
    const [red] = measured;
    const green = measured.find(({ side }) => side === 'green');
    expect(red).toMatchObject({ side: 'red', outcome: 'fail', exit_code: 1 });
    expect(green).toMatchObject({ side: 'green', outcome: 'pass', command: ['npm', 'test'] });
    expect(red?.tree).not.toBe(green?.tree);
    const evidence = readFileSync(join(folder, 'evidence.md'), 'utf8');
    expect(evidence).toContain('## In copies');
    expect(evidence).toContain(`Measured on tree ${graded(rig).outputs.tree}`);

    await agents.dispatch('tongue');
    rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
    await agents.report('tongue', { ...BY_NPM, references: ['test/more.test.js:1'] });
    expect(graded(rig)).toMatchObject({ level: 'L3', passes: true });
    // Another tree is judged again: also without the new test, and twice where chance might be.
    const sides = rig.events('check.measured').map((event) => event.payload.side);
    expect(sides.slice(sides.lastIndexOf('red') - 1)).toEqual([
      'red',
      'red',
      'green',
      'sealed',
      'green',
      'planted',
    ]);
    expect(readFileSync(join(folderOf(rig), 'red.log'), 'utf8')).toMatch(/^(?:not ok|✖) /m);
    await agents.carryOut('nose', { header: 'Verdict: accept' });
    await agents.carryOut('mind');
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
    expect(
      readdirSync(join(rig.home, 'tmp')).filter((name) => name.startsWith('wukong-copy')),
    ).toEqual([]);
  });

  test('of a type is shown by a check of types that no node asks for', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const command = ['node', join(PROJECT, 'node_modules/typescript/bin/tsc'), '--noEmit'];
    const types = { type: 'typecheck', name: 'types', command };
    rig.write('.wukong/config.yaml', JSON.stringify({ gates: [TESTS_BY_NODE, types] }));
    rig.write('tsconfig.json', '{ "compilerOptions": { "types": [] }, "include": ["src/*.ts"] }\n');
    rig.write('src/most.ts', 'export const most: string = 200;\n');
    replace(rig, TEST, FAILING, '');
    await rig.person(['trust', '--approve']);
    fromBody(rig);
    const env = { CLAUDE_PID: String(client.pid) };
    await rig.typed('/wukong_fix it has the wrong type', env);
    const agents = new Agents(rig, env);
    await untilBody(agents);
    replace(rig, 'src/most.ts', 'string', 'number');
    await agents.report('body', { ...TESTED, references: ['src/most.ts:1'] });
    const measured = rig.events('check.measured').map(({ payload }) => payload);
    expect(measured, rig.dump()).toContainEqual(expect.objectContaining({ side: 'green' }));
    expect(graded(rig).reasons.at(-1).why).toContain('it reads types and runs nothing');
  });

  test('whose fault no test shows is L2 until tests are there that were red before it', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    replace(rig, TEST, FAILING, '');
    await untilBody(agents);
    fixIt(rig);
    await agents.report('body', TESTED);
    expect(graded(rig)).toMatchObject({ level: 'L2', passes: true });
    expect(graded(rig).reasons.at(-1).why).toMatch(
      /`node --test .+` passes without the change too/,
    );

    await agents.dispatch('tongue');
    const more = `\ntest('an empty body', () => {\n  assert.deepEqual(decode(packet('')), []);\n});\n`;
    rig.write(TEST, rig.file(TEST) + more);
    await agents.report('tongue', { ...TESTED, references: [`${TEST}:1`] });
    expect(graded(rig)).toMatchObject({ level: 'L3', passes: true });
    const measured = rig.events('check.measured').map((event) => event.payload);
    const last = measured.slice(measured.findLastIndex(({ side }) => side === 'red') - 1);
    expect(last).toMatchObject([
      { side: 'red', outcome: 'fail' },
      // What fails only once is not red.
      { side: 'red', outcome: 'fail' },
      { side: 'green', outcome: 'pass' },
      { side: 'sealed', outcome: 'pass' },
      { side: 'green', outcome: 'pass' },
      { side: 'planted', outcome: 'fail', able: true },
    ]);
    expect(readFileSync(join(folderOf(rig), 'red.log'), 'utf8')).toMatch(
      /^(?:not ok|✖) .*an empty body/m,
    );
  });

  test('that needs a file git ignores is not green in a copy, and stays at L2', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    rig.write('.gitignore', 'local.json\n');
    await untilBody(agents, CHECK);
    rig.write('local.json', '{}');
    replace(
      rig,
      SOURCE,
      CRASH,
      `  if (!existsSync(new URL('../local.json', import.meta.url))) throw new Error('no local.json');\n${GUARD}\n${CRASH}`,
    );
    rig.write(SOURCE, `import { existsSync } from 'node:fs';\n${rig.file(SOURCE)}`);
    await agents.report('body', TESTED);
    expect(graded(rig)).toMatchObject({ level: 'L2', passes: true });
    expect(graded(rig).reasons.at(-1).why).toMatch(
      /fails with the change, as it did before.+, in a clean copy of this tree/,
    );
  });
});

describe('a body that takes the failing test away', () => {
  test('waits for a person at once, whose word counts for these files only', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    await untilBody(agents, CHECK);
    replace(rig, TEST, FAILING, '');
    replace(rig, SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // fixed');
    await agents.report('body', TESTED);
    expect(graded(rig)).toMatchObject({ level: 'L1', passes: false });
    expect(rig.events('run.sent_back')).toEqual([]);
    const [seal] = rig.events('seal.checked');
    expect(seal?.payload).toMatchObject({ held: false, changed: [`M ${TEST}`] });
    expect(seal?.payload.named.join('\n')).toContain(`${TEST}:30 test removed`);
    expect(readFileSync(join(folderOf(rig), 'evidence.md'), 'utf8')).toContain('test removed');
    expect((await rig.cli(['status'])).stdout).toContain(
      'wukong accept G-0001/N-020 --tests-changed',
    );
    expect(rig.events('node.blocked')).toMatchObject([
      { node_id: 'N-020', payload: { kind: 'tests-changed' } },
    ]);
    expect(rig.events('node.done').map((event) => event.node_id)).not.toContain('N-020');

    const why = ['accept', 'N-020', '--tests-changed', 'the test was wrong'];
    const left = await rig.leftBehind(why);
    expect(left.stderr).toContain('at a terminal, and this process has none.');
    expect(await rig.person(why, 'n')).toMatchObject({ code: 3 });
    expect(rig.events('tests.accepted')).toEqual([]);
    const accepted = await rig.person(why);
    expect(accepted, rig.dump()).toMatchObject({ code: 0 });
    expect(rig.events('tests.accepted')).toMatchObject([
      {
        node_id: 'N-020',
        payload: {
          why: 'the test was wrong',
          terminal: { name: expect.stringMatching(/./), parents: expect.arrayContaining(['sh']) },
          files: { [TEST]: expect.stringMatching(/^[0-9a-f]{40}$/) },
        },
      },
    ]);
    expect(accepted.stdout).toContain('N-020 is judged once more, with them.');

    // The report that is there is enough: no other run is needed.
    await resumed(rig);
    expect(graded(rig), rig.dump()).toMatchObject({ level: 'L2', passes: true });
    expect(rig.events('run.dispatched').filter(({ node_id }) => node_id === 'N-020')).toHaveLength(
      1,
    );
    // Another change of the same file is another question.
    await agents.dispatch('tongue');
    rig.write(TEST, `${rig.file(TEST)}process.exit(0);\n`);
    replace(rig, SOURCE, GUARD, '');
    await agents.report('tongue', { ...TESTED, references: [`${TEST}:1`] });
    expect(graded(rig)).toMatchObject({ level: 'L1', passes: false });
  });

  test('is accepted by a person who types it in the session, as the tests are at that moment', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    await untilBody(agents, CHECK);
    replace(rig, TEST, FAILING, '');
    replace(rig, SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // fixed');
    for (let n = 0; n < 4; n += 1) await agents.report('body', TESTED);
    const typed = (prompt: string) =>
      rig.hook('UserPromptSubmit', { prompt, prompt_id: 'p2' }, { CLAUDE_PID: String(client.pid) });
    const refused = await typed('/wukong_resume N-099 --tests-changed it was wrong');
    expect(JSON.stringify(refused.json)).toContain('name the node whose tests you accept');
    const accepted = await typed('/wukong_resume --tests-changed it was wrong');
    expect(String(accepted.json?.systemMessage).split('\n')[0], rig.dump()).toBe(
      `Wukong: accepted as they are now: M ${TEST}.`,
    );
    expect(rig.events('tests.accepted')).toMatchObject([
      { node_id: 'N-020', payload: { why: 'it was wrong', files: { [TEST]: expect.any(String) } } },
    ]);
    const done = await rig.waitForEvent(isBodyDone);
    expect(done.payload, rig.dump()).toMatchObject({ level: 'L2' });
  });

  test('and fixes the fault too is at L2 once they are accepted: a word is no run', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    await untilBody(agents, CHECK);
    fixIt(rig);
    rig.write(SOURCE, rig.file(SOURCE).replace('return [];', 'return [0];'));
    rig.write(TEST, rig.file(TEST).replace("(packet('')), [])", "(packet('')), [0])"));
    await agents.report('body', TESTED);
    expect(graded(rig)).toMatchObject({ level: 'L1' });
    const why = ['accept', 'N-020', '--tests-changed', 'zero is meant'];
    expect(await rig.person(why)).toMatchObject({ code: 0 });
    await resumed(rig);
    expect(graded(rig), rig.dump()).toMatchObject({ level: 'L2', passes: true });
    expect(graded(rig).reasons.at(-1).why).toContain(
      'a person said yes to changed tests or settings',
    );
  });

  test('and fixes the fault all the same is at L2, with the case that is gone named', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    await untilBody(agents, CHECK);
    fixIt(rig);
    replace(rig, TEST, FAILING, '');
    await agents.report('body', TESTED);
    expect(graded(rig)).toMatchObject({ level: 'L2', passes: true });
    expect(graded(rig).reasons.at(-1).why).toContain('a case that ran before is skipped or gone');
    expect(rig.events('seal.checked')).toMatchObject([{ payload: { held: true } }]);
    expect(existsSync(join(folderOf(rig), 'sealed.log'))).toBe(true);
  });

  test('by way of package.json is caught in the same way', async () => {
    const { rig, agents } = await begin({ testsBy: 'npm' });
    await using _ = rig;
    await untilBody(agents, 'npm test');
    const quiet =
      "import { spawnSync } from 'node:child_process';\nspawnSync('node', ['--test', 'test/decoder.test.js'], { stdio: 'inherit' });\n";
    rig.write('run-tests.mjs', quiet);
    replace(rig, 'package.json', 'node --test test/decoder.test.js', 'node run-tests.mjs');
    replace(rig, SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // fixed');
    await agents.report('body', BY_NPM);
    expect(graded(rig)).toMatchObject({ level: 'L1', passes: false });
    expect(rig.events('seal.checked')).toMatchObject([
      { payload: { held: false, changed: ['M package.json', 'A run-tests.mjs'] } },
    ]);
  });
});

describe('an audit', () => {
  test('by the agent that made the change does not count, and another agent is asked', async () => {
    const { rig, agents } = await begin();
    await using _ = rig;
    await untilBody(agents, CHECK);
    fixIt(rig);
    await agents.report('body', TESTED);
    await agents.dispatch('tongue');
    rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
    await agents.report('tongue', { ...TESTED, references: ['test/more.test.js:1'] });
    // A nose whose work order the client gave to the agent of the body.
    await agents.dispatch('nose', 'nose');
    agents.orders.set('body', agents.orders.get('nose') ?? '');
    await rig.hook('SubagentStop', {
      agent_id: 'nose',
      agent_type: 'nose',
      agent_transcript_path: agents.transcript('body'),
      last_assistant_message: 'RunId: x\nStatus: done\nVerdict: accept\n\n## Summary\nFine.\n',
    });
    expect(rig.events('run.ended').at(-1)).toMatchObject({
      node_id: 'N-040',
      payload: {
        outcome: 'failed',
        because: { kind: 'own-work-audited', what: expect.stringContaining('N-020') },
      },
    });
    await agents.carryOut('nose', { header: 'Verdict: accept' }, 'nose2');
    expect(rig.node('N-040')?.status, rig.dump()).toBe('done');
  });
});

test('a copy left by a runtime that was killed is removed by the next report', async () => {
  const { rig, agents } = await begin();
  await using _ = rig;
  await untilBody(agents, CHECK);
  fixIt(rig);
  const tmp = join(rig.home, 'tmp');
  const left = join(tmp, 'wukong-copy-999999999-1-AbCdEf');
  mkdirSync(join(left, 'tree'), { recursive: true });
  await agents.report('body', TESTED);
  expect(graded(rig)).toMatchObject({ level: 'L3' });
  expect(existsSync(left)).toBe(false);
  rmSync(left, { recursive: true, force: true });
});

/** In a copy the test of this repository waits until it is let go. */
const HOLD = `import { existsSync } from 'node:fs';
const tick = new Int32Array(new SharedArrayBuffer(4));
const isHeld = () => process.cwd().includes('wukong-copy-') && !existsSync(process.env.HOME + '/go');
while (isHeld()) Atomics.wait(tick, 0, 0, 20);
`;

test('a runtime that is killed while a copy exists leaves nothing behind: the report is judged again', async () => {
  const { rig, agents } = await begin({ testsBy: 'npm' });
  await using _ = rig;
  rig.write('hold.mjs', HOLD);
  replace(rig, 'package.json', '"node --test', '"node hold.mjs && node --test');
  await untilBody(agents, 'npm test');
  fixIt(rig);
  const copies = () =>
    readdirSync(join(rig.home, 'tmp')).filter((name) => name.startsWith('wukong-copy-'));
  const reported = agents.report('body', BY_NPM);
  const pid = await rig.waitUntil(() => /^wukong-copy-(\d+)-/.exec(copies()[0] ?? '')?.[1], 60_000);
  expect(pid, rig.dump()).toBeDefined();
  process.kill(Number(pid), 'SIGKILL');
  await reported;
  expect(copies()).toHaveLength(1);
  writeFileSync(join(rig.home, 'go'), '');
  await rig.hook('Stop', { stop_hook_active: false }, { CLAUDE_PID: String(client.pid) });
  expect(graded(rig), rig.dump()).toMatchObject({ level: 'L3', passes: true });
  expect(copies()).toEqual([]);
});
