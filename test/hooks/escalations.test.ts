// What only a person can answer, through the built hooks: asked in a file, answered there, and gone on with.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';
import { livingClient } from './living-client.ts';

const FILE = '.wukong/escalations/ESC-0001.md';
const QUESTION = 'Is an empty body an error, or no readings?';
const env = livingClient();

const typed = async (rig: Rig, prompt: string) =>
  (await rig.hook('UserPromptSubmit', { prompt, prompt_id: prompt }, env)).json;
const stop = async (rig: Rig) => (await rig.hook('Stop', { stop_hook_active: false }, env)).json;

/** The eye has asked, and the person was told. */
async function asked(): Promise<Readonly<{ rig: Rig; agents: Agents; told: string }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  await typed(rig, '/wukong_fix it crashes');
  const agents = new Agents(rig, env);
  await agents.dispatch('ear');
  await agents.report('ear', { more: 'Criterion: it works. (request: "it crashes")' });
  await agents.dispatch('eye');
  await agents.report('eye', { status: 'blocked', more: `## Questions\n- ${QUESTION}` });
  const told = String((await stop(rig))?.systemMessage);
  return { rig, agents, told };
}

function write(rig: Rig, words: string, isDone: boolean): void {
  const text = rig
    .file(FILE)
    .replace('\n\n\n\n- [ ] Done', `\n\n${words}\n\n- [${isDone ? 'x' : ' '}] Done`);
  rig.write(FILE, text);
}

const types = (rig: Rig) =>
  rig
    .events()
    .map(({ type }) => type)
    .filter((type) => type.startsWith('escalation.'));

test('an answer saved in its file is taken by the next hook, and stands in the next work order', async () => {
  const { rig, agents, told } = await asked();
  await using _ = rig;
  expect(told).toContain(FILE);
  expect(rig.file(FILE)).toContain(`> ${QUESTION}`);
  expect((await rig.cli(['status'])).stdout).toContain('ESC-0001');
  expect(await stop(rig)).toBeUndefined();
  write(rig, 'An empty body has no readings.', true);
  const answer = await stop(rig);
  expect(JSON.stringify(answer), rig.dump()).toContain('your answer to ESC-0001 was taken');
  expect(JSON.stringify(answer)).toContain('N-010');
  await agents.dispatch('eye', 'eye2');
  expect(agents.orders.get('eye2')).toContain('An empty body has no readings.');
  expect(rig.file(FILE)).toContain('status: resolved');
  expect(rig.file(FILE)).toContain('## Outcome');
  expect(types(rig)).toEqual(['escalation.opened', 'escalation.closed']);
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
  const answered = await rig.cli(['resume', 'ESC-0001', '--answer', 'no readings']);
  expect(answered, rig.dump()).toMatchObject({ code: 0 });
  expect((await typed(rig, 'hello'))?.systemMessage).toBeUndefined();
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
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(/ESC-0001\.md:\d+: Two options are ticked: A and B\./);
  expect(rig.node('N-010')?.status).toBe('blocked');
  const answered = await rig.cli(['resume', 'ESC-0001', '--answer', 'no readings']);
  expect(answered, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.node('N-010')?.status).toBe('ready');
});

test('what decides what may pass is named by the file, and taken when the person types it', async () => {
  const rig = await Rig.create({ testsBy: 'node' });
  await using _ = rig;
  await typed(rig, '/wukong_fix it crashes');
  const agents = new Agents(rig, env);
  await agents.untilBody();
  // Nothing was changed, and the agent says so until it is asked no more.
  const words = { command: 'node --test test', calls: [] };
  for (let n = 0; n < 5 && rig.node('N-020')?.status !== 'blocked'; n += 1) {
    await agents.report('body', words);
  }
  expect(rig.file(FILE), rig.dump()).toContain('reason: ambiguous');
  write(rig, '', true);
  rig.write(FILE, rig.file(FILE).replace('- [ ] A', '- [x] A'));
  expect((await typed(rig, 'hello'))?.systemMessage).toContain('a mark in a file is not enough');
  expect(rig.node('N-020')?.status).toBe('blocked');
  const resumed = await typed(rig, '/wukong_resume');
  expect(JSON.stringify(resumed), rig.dump()).toContain('accepted as it is');
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
    rig.cli(['resume', 'ESC-0001', '--answer', 'an error']),
  ]);
  const inSession = JSON.stringify(session);
  const inShell = `${shell.stdout}${shell.stderr}`;
  const taken = rig.events().filter(({ type }) => type === 'node.answered');
  expect(taken, rig.dump()).toHaveLength(1);
  expect(types(rig)).toEqual(['escalation.opened', 'escalation.closed']);
  if (taken[0]?.payload.answer === 'no readings') {
    expect(inSession).toContain('your answer goes to');
    expect(inShell, rig.dump()).toMatch(/No node was waiting for an answer|ESC-0001/);
    expect(inShell).not.toContain('Unblocked');
  } else {
    expect(inShell).toContain('Unblocked: N-010');
    expect(inSession, rig.dump()).toMatch(/ESC-0001 is over|were not used/);
  }
});

test('an answer in its file that three take at once is taken once, and each that was typed says what became of it', async () => {
  const { rig } = await asked();
  await using _ = rig;
  write(rig, 'no readings', true);
  const [stopped, session, shell] = await Promise.all([
    stop(rig),
    typed(rig, '/wukong_resume ESC-0001'),
    rig.cli(['resume', 'ESC-0001']),
  ]);
  const taken = rig.events().filter(({ type }) => type === 'node.answered');
  expect(taken, rig.dump()).toMatchObject([{ payload: { answer: 'no readings' } }]);
  expect(types(rig)).toEqual(['escalation.opened', 'escalation.closed']);
  const told = [
    JSON.stringify(stopped ?? ''),
    JSON.stringify(session),
    shell.stdout + shell.stderr,
  ];
  expect(told.filter((text) => text.includes('was taken from its file'))).toHaveLength(1);
  for (const text of told.slice(1)) expect(text, rig.dump()).toMatch(/ESC-0001|G-0001/);
  expect(rig.file(FILE).match(/## Outcome/g)).toHaveLength(1);
});
