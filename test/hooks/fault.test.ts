// Whether a fix was shown, and how its goal ends, through the built hooks, in a real repository.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECK, CRASH, FAILING, GUARD, SOURCE, TEST, TESTED } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { type Agents, atBody } from './agents.ts';

const env = livingClient();

type Begun = Readonly<{ rig: Rig; agents: Agents }>;

/** Everything before the body. `prepare` is what the repository is like. */
async function begin(prepare: (rig: Rig) => unknown): Promise<Begun> {
  const rig = await Rig.create({ testsBy: 'node' });
  await prepare(rig);
  const agents = await atBody(rig, env);
  return { rig, agents };
}

const replace = (rig: Rig, file: string, from: string | RegExp, to: string) =>
  rig.write(file, rig.file(file).replace(from, to));
const asItIs = () => undefined;
const unapproved = async (rig: Rig) => {
  const revoked = await rig.cli(['trust', '--revoke']);
  expect(revoked, revoked.stderr).toMatchObject({ code: 0 });
};
const withoutItsTest = (rig: Rig) => replace(rig, TEST, FAILING, '');
const comment = (rig: Rig) =>
  replace(rig, SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // fixed');

async function judgeAndEnd({ rig, agents }: Begun): Promise<void> {
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.carryOut('mind');
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
}

async function lastFinished(rig: Rig) {
  const { stdout } = await rig.cli(['status', '--json']);
  return JSON.parse(stdout).last_finished;
}

/** The tongue does `cheat` and says that all is well, twice. */
async function tongueAfter({ rig, agents }: Begun, cheat: () => void): Promise<string> {
  await agents.dispatch('tongue');
  cheat();
  const words = { ...TESTED, references: [`${TEST}:1`] };
  const first = await agents.report('tongue', words);
  await agents.report('tongue', words);
  expect(rig.events('node.blocked').at(-1), rig.dump()).toMatchObject({
    node_id: 'N-030',
    payload: { kind: 'not-shown' },
  });
  return JSON.stringify(first.json);
}

describe('a fix where nobody approved a check', () => {
  test('asks once whether one may run, goes on at L1, and no node waits for what only a run shows', async () => {
    const { rig, agents } = await begin(unapproved);
    await using _ = rig;
    expect(rig.dump()).toContain(`May I run \`${CHECK}\`?`);
    replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);
    await agents.report('body', TESTED);
    expect(rig.events('evidence.graded').at(-1)?.payload, rig.dump()).toMatchObject({
      level: 'L1',
      passes: true,
    });
    await agents.afterBody(TESTED);
    await agents.carryOut('mind');
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
    expect(rig.events('gate.started')).toEqual([]);
    expect(rig.events('run.sent_back')).toEqual([]);
    const { stdout } = await rig.cli(['status']);
    expect(stdout).toContain(`Nothing was shown: the check \`${CHECK}\` is not approved`);
  });

  test('is held to it from the moment a person says yes', async () => {
    const { rig, agents } = await begin(unapproved);
    await using _ = rig;
    const approved = await rig.person(['trust', '--approve']);
    expect(approved, rig.dump()).toMatchObject({ code: 0 });
    comment(rig);
    const sent = await agents.report('body', TESTED);
    expect(JSON.stringify(sent.json), rig.dump()).toContain('Make the gate \\"tests\\" pass');
    replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);
    await agents.report('body', TESTED);
    expect(rig.events('evidence.graded').at(-1)?.payload, rig.dump()).toMatchObject({
      level: 'L3',
      passes: true,
    });
  });
});

describe('a change that fixes nothing', () => {
  test.each([
    [
      'a test that passed before as well',
      "\ntest('an empty body', () => {\n  assert.ok(true);\n});\n",
    ],
    [
      'a test that is skipped',
      "\ntest.skip('an empty body', () => {\n  decode(packet(''));\n});\n",
    ],
  ])('with %s is sent back once, waits for a person, and ends as not shown', async (_, added) => {
    const begun = await begin(withoutItsTest);
    const { rig, agents } = begun;
    await using _rig = rig;
    comment(rig);
    await agents.report('body', TESTED);
    expect((await rig.cli(['status'])).stdout).toContain(
      'The fault is not shown yet: `node --test',
    );
    const sent = await tongueAfter(begun, () => rig.write(TEST, rig.file(TEST) + added));
    expect(sent).toContain('The fault is not shown: `node --test');
    expect(sent).toContain('passes without the change too');

    const status = await rig.cli(['status']);
    expect(status.code).toBe(3);
    expect(status.stdout).toContain('N-030 waits for you: The fault was not shown: `node --test');
    expect(status.stdout).toContain('wukong accept G-0001/N-030 --unproven "<why>"');
    const inside = await rig.cli(['accept', '--unproven', 'it is good']);
    expect(inside.code).toBe(3);
    expect(inside.stderr).toContain(
      'your own prompt: `/wukong_resume G-0001 --unproven it is good`',
    );
    const accepted = await rig.person(['accept', '--unproven', 'only on the device']);
    expect(accepted, rig.dump()).toMatchObject({ code: 0 });

    await judgeAndEnd(begun);
    const last = await lastFinished(rig);
    expect(last).toMatchObject({
      status: 'completed',
      fault: { kind: 'not-shown', accepted: { why: 'only on the device' } },
    });
    const summary = readFileSync(join(rig.repo, last.summary), 'utf8');
    expect(summary.split('\n')[5]).toMatch(
      /^The fault was not shown: `node --test .*Accepted by .*: only on the device\.$/,
    );
    expect(summary).toMatch(
      /## Decided by persons\n\n- `N-030: accepted, although .* at pts\/\d+, below .*, open for \d+ s\)\. only on the device\.`/,
    );
    const again = await rig.cli(['status']);
    expect(again.stdout).toContain('Last finished: The fault was not shown: ');
  });

  test('is accepted by typing it in the session too, but not in one that an agent started', async () => {
    const begun = await begin(withoutItsTest);
    const { rig, agents } = begun;
    await using _ = rig;
    comment(rig);
    await agents.report('body', TESTED);
    await tongueAfter(begun, () => rig.write(TEST, `${rig.file(TEST)}\ntest('more', () => {});\n`));
    const prompt = '/wukong_resume N-030 --unproven it is good';
    const wrong = await rig.typed('/wukong_resume N-030 --no-change');
    expect(JSON.stringify(wrong.json)).toContain('nothing in G-0001 waits for --no-change');
    expect(JSON.stringify(wrong.json)).toContain('type: /wukong_resume G-0001 N-030 --unproven');
    const sleep = 'setInterval(() => {}, 1000)';
    const nested = spawn(
      process.execPath,
      ['-e', `require('child_process').spawn(process.execPath, ['-e', '${sleep}']); ${sleep}`],
      { stdio: 'ignore' },
    );
    try {
      await rig.hook(
        'UserPromptSubmit',
        { prompt: '/wukong_resume G-0001 --take', prompt_id: 'p3', session_id: 'outer' },
        { CLAUDE_PID: String(nested.pid) },
      );
      const child = await rig.waitUntil(() => childOf(nested.pid ?? 0), 10_000);
      const refused = await rig.hook(
        'UserPromptSubmit',
        { prompt: `${prompt} --take`, prompt_id: 'p4', session_id: 'inner' },
        { CLAUDE_PID: String(child) },
      );
      expect(JSON.stringify(refused.json), rig.dump()).toContain(
        'cannot answer or decide for a person',
      );
      expect(rig.events('work.accepted')).toEqual([]);
    } finally {
      nested.kill('SIGKILL');
    }
    const typed = { prompt: prompt.replace('N-030', 'N-030 --take'), prompt_id: 'p5' };
    const taken = await rig.hook('UserPromptSubmit', typed, env);
    expect(JSON.stringify(taken.json)).toContain('Accepted as it is by the user: N-030.');
    expect(rig.events('work.accepted')).toMatchObject([
      { node_id: 'N-030', payload: { what: 'unproven', why: 'it is good' } },
    ]);
    await judgeAndEnd(begun);
  });
});

describe('a fault whose test is there already', () => {
  test('is fixed and proven at L3 without a new test, and no node is stuck', async () => {
    const begun = await begin(asItIs);
    const { rig, agents } = begun;
    await using _ = rig;
    replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);
    await agents.report('body', TESTED);
    await agents.carryOut('tongue', TESTED);
    expect(rig.node('N-030'), rig.dump()).toMatchObject({ status: 'done' });
    expect(rig.events('evidence.graded').at(-1)?.payload).toMatchObject({
      level: 'L3',
      passes: true,
    });
    const { dir } = rig.events('evidence.graded').at(-1)?.payload.outputs ?? {};
    expect(rig.file(`.wukong/${dir}/evidence.md`)).toContain(
      'no test file was changed: the fault is shown already',
    );
    await judgeAndEnd(begun);
    const last = await lastFinished(rig);
    expect(last.fault).toMatchObject({ kind: 'shown', check: CHECK });
    const summary = readFileSync(join(rig.repo, last.summary), 'utf8');
    expect(summary.split('\n')[5]).toContain(`Proven: \`${CHECK}\` failed before, passes now.`);
  });
});

test('who is asked for rework has something to change, whatever is shown already', async () => {
  const { rig, agents } = await begin(asItIs);
  await using _ = rig;
  replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);
  await agents.report('body', TESTED);
  await agents.carryOut('tongue', TESTED);
  await agents.dispatch('nose');
  const more = 'Finding: high src/decoder.js:1 it hides the cause';
  await agents.report('nose', { header: 'Verdict: rework\nReopen: N-020', more });
  expect(rig.node('N-020'), rig.dump()).toMatchObject({ status: 'ready' });
  await agents.carryOut('body', TESTED, 'body2');
  const sent = rig.events('run.sent_back').at(-1);
  expect(sent?.payload.missing.join('\n'), rig.dump()).toContain('no file was changed');
});

describe('a fault that is gone', () => {
  test('ends as nothing changed, without anybody being asked', async () => {
    const begun = await begin((rig) => replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`));
    const { rig, agents } = begun;
    await using _ = rig;
    await agents.report('body', TESTED);
    expect(rig.node('N-020'), rig.dump()).toMatchObject({ status: 'done' });
    await agents.carryOut('tongue', TESTED);
    expect(rig.node('N-030'), rig.dump()).toMatchObject({ status: 'done' });
    await judgeAndEnd(begun);
    expect((await lastFinished(rig)).fault).toEqual({ kind: 'nothing-changed' });
    const status = await rig.cli(['status']);
    expect(status.stdout).toContain('The fault was not seen, nothing was changed.');
  });

  test('is not taken for that while its test fails', async () => {
    const { rig, agents } = await begin(asItIs);
    await using _ = rig;
    await agents.report('body', TESTED);
    expect(rig.events('evidence.graded').at(-1)?.payload).toMatchObject({ passes: false });
    expect(rig.events('run.sent_back').at(-1)?.payload.missing.join('\n')).toContain(
      'no file was changed',
    );
    for (let n = 0; n < 3; n += 1) await agents.report('body', TESTED);
    expect(rig.events('node.blocked').at(-1)?.payload.kind, rig.dump()).toBe('no-change');
    const wrong = await rig.person(['accept', 'G-0001', '--unproven', 'it is good']);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stdout).toContain('G-0001 does not wait for --unproven.');
    const accepted = await rig.person(['accept', 'N-020', '--no-change', 'it is meant so']);
    expect(accepted, rig.dump()).toMatchObject({ code: 0 });
    expect(accepted.stdout).toContain('Done by it: N-020.');
    expect(rig.node('N-020')).toMatchObject({ status: 'done' });
    expect(rig.node('N-030')).toMatchObject({ status: 'ready' });
  });
});

describe('a fault in the documentation', () => {
  const fixed = (rig: Rig) => replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);

  test('ends without a test or a command, and says that no check opens what was changed', async () => {
    const begun = await begin(fixed);
    const { rig, agents } = begun;
    await using _ = rig;
    rig.write('README.md', `${rig.file('README.md')}\nAn empty body holds no readings.\n`);
    const at = rig.file('README.md').split('\n').indexOf('An empty body holds no readings.') + 1;
    const quoted = [`README.md:${at} "An empty body holds no readings."`];
    const calls = [['Edit', { file_path: join(rig.repo, 'README.md') }, 'ok']] as const;
    const asked = await agents.report('body', { calls, references: ['README.md:1'] });
    expect(JSON.stringify(asked.json), rig.dump()).toContain('only documentation was changed');
    await agents.report('body', { calls, references: quoted });
    expect(rig.node('N-020'), rig.dump()).toMatchObject({ status: 'done' });
    await agents.carryOut('tongue', { references: quoted });
    expect(rig.node('N-030'), rig.dump()).toMatchObject({ status: 'done' });
    await agents.carryOut('nose', { header: 'Verdict: accept' });
    await agents.dispatch('mind');
    rig.write('DECISIONS.md', 'It is said in the README.\n');
    await agents.report('mind');
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
    expect((await lastFinished(rig)).fault).toEqual({
      kind: 'documentation',
      files: ['DECISIONS.md', 'README.md'],
    });
    const status = await rig.cli(['status']);
    expect(status.stdout).toContain(
      'Only files that no check opens were changed: DECISIONS.md, README.md',
    );
  });

  test('is not said of a comment in a source', async () => {
    const begun = await begin(fixed);
    const { rig, agents } = begun;
    await using _ = rig;
    comment(rig);
    await agents.report('body', TESTED);
    await agents.dispatch('tongue');
    for (let n = 0; n < 2; n += 1) await agents.report('tongue', TESTED);
    expect(rig.node('N-030'), rig.dump()).not.toMatchObject({ status: 'done' });
  });
});

function childOf(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return Number(children.split(' ')[0]) || undefined;
  } catch {
    return undefined;
  }
}
