// What only a person can answer, through the built hooks: asked in a file, answered there, and gone on with.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const FILE = '.wukong/escalations/ESC-0001.md';
const QUESTION = 'Is an empty body an error, or no readings?';
const env = livingClient();

const typed = async (rig: Rig, prompt: string) => (await rig.typed(prompt, env)).json;
const stop = async (rig: Rig) => (await rig.hook('Stop', { stop_hook_active: false }, env)).json;

/** The eye has asked, and the person was told. */
async function asked(): Promise<Readonly<{ rig: Rig; agents: Agents; told: string }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  await typed(rig, '/wukong_fix it crashes');
  const agents = new Agents(rig, env);
  await agents.carryOut('ear', { more: 'Criterion: it works. (request: "it crashes")' });
  await agents.carryOut('eye', { status: 'blocked', more: `## Questions\n- ${QUESTION}` });
  const told = String((await stop(rig))?.systemMessage);
  return { rig, agents, told };
}

function write(rig: Rig, words: string, isDone: boolean): void {
  const text = rig
    .file(FILE)
    .replace('\n\n\n\n- [ ] Done', `\n\n${words}\n\n- [${isDone ? 'x' : ' '}] Done`);
  rig.write(FILE, text);
}

/** Nothing was changed, and the agent says so until it is asked no more. */
async function untilNothingChanged(rig: Rig): Promise<void> {
  await typed(rig, '/wukong_fix it crashes');
  const agents = new Agents(rig, env);
  await agents.untilBody();
  const words = { command: 'node --test test', calls: [] };
  for (let n = 0; n < 5 && rig.node('N-020')?.status !== 'blocked'; n += 1) {
    await agents.report('body', words);
  }
}

/** The processes of a client, and of one that it started. */
async function nestedClient(rig: Rig): Promise<readonly [string, string]> {
  const sleep = 'setInterval(() => {}, 1000)';
  const start = `console.log(require('child_process').spawn(process.execPath, ['-e', '${sleep}']).pid); ${sleep}`;
  const outer = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'ignore'] });
  let inner = '';
  outer.stdout?.setEncoding('utf8').on('data', (text: string) => {
    inner += text;
  });
  await rig.waitUntil(() => /\n/.test(inner) || undefined, 10_000);
  return [String(outer.pid), inner.trim()];
}

const types = (rig: Rig) =>
  rig
    .events()
    .map(({ type }) => type)
    .filter((type) => type.startsWith('escalation.'));

test('an answer in its file is shown, taken when the person types it, and quoted with where it came from', async () => {
  const { rig, agents, told } = await asked();
  await using _ = rig;
  expect(told).toContain(FILE);
  expect(rig.file(FILE)).toContain(`> ${QUESTION}`);
  expect((await rig.cli(['status'])).stdout).toContain('ESC-0001');
  expect(await stop(rig)).toBeUndefined();
  // Any process could have written it, `Done` as well.
  write(rig, 'An empty body has no readings.', true);
  const proposed = 'ESC-0001: an answer stands in its file (\\"An empty body has no readings.\\").';
  expect(JSON.stringify(await stop(rig)), rig.dump()).toContain(proposed);
  expect(await stop(rig)).toBeUndefined();
  expect((await typed(rig, 'hello'))?.systemMessage).toBeUndefined();
  const status = await rig.cli(['status']);
  expect(status.stdout).toContain('To confirm it, type /wukong_resume ESC-0001');
  expect(status.stderr).toBe('');
  const left = await rig.leftBehind(['resume', 'ESC-0001']);
  expect(left.stderr + left.stdout, rig.dump()).toContain('a person decides this, at a terminal');
  expect(rig.node('N-010')?.status).toBe('blocked');
  const answer = JSON.stringify(await typed(rig, '/wukong_resume ESC-0001'));
  expect(answer, rig.dump()).toContain(
    'your answer to ESC-0001 was taken from its file, \\"An empty body has no readings.\\"; G-0001/N-010 goes on',
  );
  await agents.dispatch('eye', 'eye2');
  expect(agents.orders.get('eye2')).toMatch(
    /- Answered by \S+@\S+ in session 11111111.*: An empty body has no readings\./,
  );
  expect(rig.file(FILE)).toContain('status: resolved');
  expect(rig.file(FILE)).toContain('## Outcome');
  expect(types(rig)).toEqual(['escalation.opened', 'escalation.read', 'escalation.closed']);
  const shown = await rig.cli(['escalations', 'show', 'ESC-0001', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    status: 'resolved',
    reason: 'ambiguous',
    work_item_id: 'G-0001/N-010',
    human_response: { words: 'An empty body has no readings.' },
    packet: { minimal_question: QUESTION, suggested_options: [{}, {}, {}] },
  });
});

test('what is saved in the file of a question that is over is taken by nobody, and that is told once', async () => {
  const { rig } = await asked();
  await using _ = rig;
  const open = rig.file(FILE);
  const answered = await rig.person(['resume', 'ESC-0001', '--answer', 'no readings']);
  expect(answered, rig.dump()).toMatchObject({ code: 0 });
  await typed(rig, 'hello');
  // An editor that had it open since before.
  rig.write(FILE, open.replace('\n\n\n\n- [ ] Done', '\n\nAn error.\n\n- [x] Done'));
  expect((await typed(rig, 'hello 2'))?.systemMessage).toContain('saved after ESC-0001 was over');
  expect((await typed(rig, 'hello 3'))?.systemMessage).toBeUndefined();
  expect((await rig.cli(['status'])).stderr).toBe('');
  rig.write(FILE, open);
  expect((await rig.cli(['status'])).stderr).toContain('wukong escalations show ESC-0001');
  expect(types(rig)).toEqual(['escalation.opened', 'escalation.closed']);
});

test('a half-finished answer is never taken until the person says that it is done', async () => {
  const { rig } = await asked();
  await using _ = rig;
  write(rig, 'An empty body', false);
  expect((await typed(rig, 'hello'))?.systemMessage).toContain('Done is not ticked below it');
  // Nobody is told twice; the agent knows what its user has to type, whose words may be the answer.
  const again = await typed(rig, 'hello again');
  expect(again?.systemMessage).toBeUndefined();
  expect(JSON.stringify(again?.hookSpecificOutput)).toContain('/wukong_resume G-0001 N-010');
  expect(rig.node('N-010')?.status, rig.dump()).toBe('blocked');
  const resumed = await typed(rig, '/wukong_resume ESC-0001');
  expect(resumed?.systemMessage, rig.dump()).toContain('your answer to ESC-0001 was taken');
  expect(rig.node('N-010')?.status).toBe('ready');
});

test('a file that was taken away is written again, and its question is asked once', async () => {
  const { rig } = await asked();
  await using _ = rig;
  const before = rig.file(FILE);
  rmSync(join(rig.repo, FILE));
  await typed(rig, 'hello');
  expect(rig.file(FILE)).toBe(before);
  expect(types(rig)).toEqual(['escalation.opened']);
});

test('half an answer, or two, are refused with the place, in a shell as well, and change nothing', async () => {
  const { rig } = await asked();
  await using _ = rig;
  const one = rig.file(FILE).replace('- [ ] A', '- [x] A').replace('- [ ] Done', '- [x] Done');
  const asWritten = rig.file(FILE);
  rig.write(FILE, one);
  expect((await typed(rig, 'hello'))?.systemMessage).toContain('option A needs words of yours');
  rig.write(FILE, asWritten);
  const two = rig.file(FILE).replace('- [ ] A', '- [x] A').replace('- [ ] B', '- [x] B');
  rig.write(FILE, two);
  const ended = await rig.cli(['resume', 'ESC-0001']);
  expect(ended.code, rig.dump()).toBe(3);
  expect(ended.stderr).toMatch(/ESC-0001\.md:\d+: Two options are ticked: A and B\./);
  expect(rig.node('N-010')?.status).toBe('blocked');
  const answered = await rig.person(['resume', 'ESC-0001', '--answer', 'no readings']);
  expect(answered, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.node('N-010')?.status).toBe('ready');
});

test('a process that was left behind answers nothing, in no way; a person at a terminal does, which is told', async () => {
  const { rig, agents } = await asked();
  await using _ = rig;
  const token = JSON.parse((await rig.cli(['state', '--json'])).stdout).review.resume_token;
  const before = rig.events().length;
  for (const args of [
    ['resume', 'ESC-0001', '--answer', 'an error'],
    ['resume', 'G-0001', '--node', 'N-010', '--answer', 'an error'],
    ['resume', '--token', token, '--answer', 'an error'],
    ['escalations', 'ignore', 'ESC-0001', 'done by hand'],
  ]) {
    const left = await rig.leftBehind(args);
    expect(left, rig.dump()).toMatchObject({ code: 3 });
    expect(left.stderr + left.stdout).toContain('a person decides this, at a terminal');
    expect(left.stderr + left.stdout).toContain('Type it in a terminal of your own');
  }
  expect(rig.events().slice(before)).toEqual([]);
  expect(rig.node('N-010')?.status).toBe('blocked');

  const answered = await rig.person(['resume', 'ESC-0001', '--answer', 'no readings']);
  expect(answered, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.events('node.answered')[0]?.payload).toMatchObject({
    answer: 'no readings',
    terminal: { name: expect.any(String), parents: expect.any(Array) },
  });
  const where =
    /ESC-0001 \(G-0001\/N-010\) was answered by \S+ at terminal \S+, below .*: "no readings"/;
  const told = String((await typed(rig, 'hello'))?.systemMessage);
  expect(told, rig.dump()).toMatch(where);
  expect(told).toContain('If that was not you: `wukong why ');
  expect(told).toContain('`wukong pause G-0001` stops it');
  expect((await typed(rig, 'hello again'))?.systemMessage).toBeUndefined();
  expect((await rig.cli(['status'])).stdout.replaceAll(/\s+/g, ' ')).toMatch(where);
  expect((await rig.cli(['why', 'N-010'])).stdout).toMatch(/answered by \S+ at terminal/);
  await agents.dispatch('eye', 'eye2');
  expect(agents.orders.get('eye2')).toMatch(/- Answered by \S+ at terminal \S+: no readings/);
});

test('what an agent’s process types into a client of its own answers nothing, by words or from the file', async () => {
  const { rig } = await asked();
  await using _ = rig;
  const [outer, inner] = await nestedClient(rig);
  try {
    const hello = {
      prompt: '/wukong_resume G-0001 --take',
      prompt_id: 'outer',
      session_id: 'outer',
    };
    await rig.hook('UserPromptSubmit', hello, { CLAUDE_PID: outer });
    write(rig, 'an error', true);
    for (const prompt of [
      '/wukong_resume ESC-0001 an error',
      '/wukong_resume G-0001 N-010 --take an error',
      '/wukong_resume ESC-0001 --take A',
      // With the goal it would lose the session that started it.
      '/wukong_resume ESC-0001 --take',
    ]) {
      const about = { prompt, prompt_id: prompt, session_id: 'inner' };
      const { json } = await rig.hook('UserPromptSubmit', about, { CLAUDE_PID: inner });
      expect(JSON.stringify(json), prompt).toContain('cannot answer or decide for a person');
    }
    const bare = { prompt: '/wukong_resume ESC-0001', prompt_id: 'bare', session_id: 'inner' };
    await rig.hook('UserPromptSubmit', bare, { CLAUDE_PID: inner });
    expect(rig.node('N-010')?.status).toBe('blocked');
    expect(types(rig)).not.toContain('escalation.closed');
  } finally {
    process.kill(Number(outer), 'SIGKILL');
  }
  const words = { prompt: '/wukong_resume ESC-0001 --take no readings', prompt_id: 'mine' };
  const { json } = await rig.hook('UserPromptSubmit', words, env);
  expect(JSON.stringify(json), rig.dump()).toContain('your answer goes to');
});

test('a choice in its file that widens what may pass is taken only as the person was shown it', async () => {
  const rig = await Rig.create({ testsBy: 'node' });
  await using _ = rig;
  await untilNothingChanged(rig);
  write(rig, '', true);
  rig.write(FILE, rig.file(FILE).replace('- [ ] A', '- [x] A'));
  // Ticked by whoever, just before the person types something else.
  const first = JSON.stringify(await typed(rig, '/wukong_resume'));
  expect(first, rig.dump()).toContain('you were not shown it before');
  expect(rig.node('N-020')?.status).toBe('blocked');
  rig.write(FILE, rig.file(FILE).replace('\n\n- [x] Done', '\n\nand push it\n\n- [x] Done'));
  expect(JSON.stringify(await typed(rig, '/wukong_resume '))).toContain('and push it');
  expect(rig.node('N-020')?.status).toBe('blocked');
  const taken = JSON.stringify(await typed(rig, '/wukong_resume G-0001'));
  expect(taken, rig.dump()).toContain('accepted as it is');
});

test('what decides what may pass is named by the file, and taken when the person types it', async () => {
  const rig = await Rig.create({ testsBy: 'node' });
  await using _ = rig;
  await untilNothingChanged(rig);
  expect(rig.file(FILE), rig.dump()).toContain('reason: ambiguous');
  write(rig, '', true);
  rig.write(FILE, rig.file(FILE).replace('- [ ] A', '- [x] A'));
  expect((await typed(rig, 'hello'))?.systemMessage).toContain('a mark in a file is not enough');
  expect(rig.node('N-020')?.status).toBe('blocked');
  const resumed = await typed(rig, '/wukong_resume');
  expect(JSON.stringify(resumed), rig.dump()).toContain('accepted as it is');
  expect(types(rig).at(-1)).toBe('escalation.closed');
});

test('a choice in its file that widens what may pass is shown by `wukong answer`, which asks for it by its own question', async () => {
  const rig = await Rig.create({ testsBy: 'node' });
  await using _ = rig;
  await untilNothingChanged(rig);
  write(rig, '', true);
  rig.write(FILE, rig.file(FILE).replace('- [ ] A', '- [x] A'));
  const answers = [
    [/An answer stands in the file\. [\s\S]*ESC-0001: "A: Nothing has to be changed/, 'y'],
    [/Accept G-0001: nothing had to be changed\?/, 'y'],
  ] as const;
  const taken = await rig.person(['answer', 'ESC-0001'], answers);
  expect(taken, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.events('work.accepted')[0]?.payload).toMatchObject({
    what: 'no-change',
    terminal: { name: expect.any(String) },
  });
  expect(rig.node('N-020')?.status).toBe('done');
  expect(types(rig).at(-1)).toBe('escalation.closed');
});

test('nobody’s answer for a day makes it critical, told once', async () => {
  const { rig } = await asked();
  await using _ = rig;
  rig.write(
    '.wukong/config.local.yaml',
    '{"work_order_system": {"escalation_policy": {"auto_escalate_after_hours": 0.0000001}}}',
  );
  // This one takes up the configuration.
  await typed(rig, 'one moment');
  expect((await typed(rig, 'hello'))?.systemMessage, rig.dump()).toContain('ESC-0001 is critical');
  expect((await typed(rig, 'hello again'))?.systemMessage).toBeUndefined();
  const { stdout } = await rig.cli(['escalations', 'list']);
  expect(stdout).toContain('ambiguous, critical');
});

test('an answer typed in a session and one in a shell at once: one is taken, and who typed the other is told', async () => {
  const { rig } = await asked();
  await using _ = rig;
  const [session, shell] = await Promise.all([
    typed(rig, '/wukong_resume ESC-0001 no readings'),
    rig.person(['resume', 'ESC-0001', '--answer', 'an error']),
  ]);
  const inSession = JSON.stringify(session);
  const inShell = `${shell.stdout}${shell.stderr}`;
  const taken = rig.events('node.answered');
  expect(taken, rig.dump()).toHaveLength(1);
  expect(types(rig)).toEqual(['escalation.opened', 'escalation.closed']);
  if (taken[0]?.payload.answer === 'no readings') {
    expect(inSession).toContain('your answer goes to');
    expect(inShell, rig.dump()).toMatch(/No node was waiting for an answer|ESC-0001/);
    expect(inShell).not.toContain('Unblocked');
  } else {
    expect(inShell, rig.dump()).toContain('Unblocked: N-010');
    expect(inSession, rig.dump()).toMatch(/ESC-0001 is over|were not used/);
  }
});

test('an answer in its file that a session and a shell take at once is taken once, and each says what became of it', async () => {
  const { rig } = await asked();
  await using _ = rig;
  write(rig, 'no readings', true);
  const [stopped, session, shell] = await Promise.all([
    stop(rig),
    typed(rig, '/wukong_resume ESC-0001'),
    rig.person(['resume', 'ESC-0001']),
  ]);
  const taken = rig.events('node.answered');
  expect(taken, rig.dump()).toMatchObject([{ payload: { answer: 'no readings' } }]);
  expect(types(rig).filter((type) => type === 'escalation.closed')).toHaveLength(1);
  const told = [JSON.stringify(session), shell.stdout + shell.stderr];
  expect(told.filter((text) => text.includes('was taken from its file'))).toHaveLength(1);
  expect(JSON.stringify(stopped ?? '')).not.toContain('was taken from its file');
  for (const text of told) expect(text, rig.dump()).toMatch(/ESC-0001|G-0001/);
  expect(rig.file(FILE).match(/## Outcome/g)).toHaveLength(1);
});
