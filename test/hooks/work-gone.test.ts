// Finished work that somebody took out of the tree, and sessions in which no agent could work, through the
// built hooks.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, CRASH, SOURCE, TESTED } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const FIXED = `  if (bytes.length === 0) return [];\n${CRASH}`;

const env = livingClient();

const type = (rig: Rig, prompt: string, id: string) =>
  rig.hook('UserPromptSubmit', { prompt, prompt_id: id }, env);

/** The body is done. */
async function untilFixed(): Promise<Readonly<{ rig: Rig; agents: Agents }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  await type(rig, '/wukong_fix it crashes', 'p1');
  const agents = new Agents(rig, env);
  await agents.untilBody({ command: CHECK, calls: [] });
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, FIXED));
  await agents.report('body', TESTED);
  return { rig, agents };
}

test('a fix that was stashed is told before the next dispatch, and what to type', async () => {
  const { rig, agents } = await untilFixed();
  await using _ = rig;
  await rig.git('stash');
  const asked = await agents.dispatch('tongue');
  const answer = asked.json?.hookSpecificOutput as Record<string, unknown>;
  expect(answer.permissionDecision, rig.dump()).toBe('deny');
  expect(answer.permissionDecisionReason).toContain(
    'G-0001 is paused: work that was done is gone from the tree: src/decoder.js (N-020). To have it back: `git stash pop`',
  );
  // Another one in the same message does not slip through.
  const second = await agents.dispatch('tongue', 'second');
  expect(JSON.stringify(second.json)).toContain('gone from the tree');
  expect(rig.events('run.dispatched').filter(({ node_id }) => node_id === 'N-030')).toEqual([]);
  const stopped = await rig.hook('Stop', { stop_hook_active: false }, env);
  expect(String(stopped.json?.systemMessage)).toMatch(
    /^Wukong: G-0001 is paused: .*src\/decoder\.js \(N-020\)\. .*type \/wukong_resume G-0001/,
  );
  const { stdout, code } = await rig.cli(['status']);
  expect(stdout).toContain('paused: work that was done is gone from the tree');
  expect(stdout).toContain('git stash pop');
  expect(code).toBe(3);

  // The patch that is named brings it back.
  const patch = /`git (apply \S+)`/.exec(stdout)?.[1] ?? '';
  await rig.git(...patch.split(' '));
  expect(rig.file(SOURCE)).toContain(FIXED);
  await type(rig, '/wukong_resume', 'p2');
  await agents.dispatch('tongue', 'third');
  expect(rig.node('N-030')?.status, rig.dump()).toBe('running');
});

test('whoever resumes without it goes on with the tree as it is, and is not asked again', async () => {
  const { rig, agents } = await untilFixed();
  await using _ = rig;
  await rig.git('checkout', '--', SOURCE);
  await agents.dispatch('tongue');
  expect(rig.events('graph.paused')).toHaveLength(1);
  await type(rig, '/wukong_resume', 'p2');
  await agents.dispatch('tongue', 'again');
  expect(rig.node('N-030')?.status, rig.dump()).toBe('running');
});

const MORE = "import test from 'node:test';\ntest('more', () => {});\n";

/** The tongue is done as well. */
async function untilTested(): Promise<Readonly<{ rig: Rig; agents: Agents }>> {
  const { rig, agents } = await untilFixed();
  await agents.dispatch('tongue');
  rig.write('test/more.test.js', MORE);
  await agents.report('tongue', { ...TESTED, references: ['test/more.test.js:1'] });
  return { rig, agents };
}

test('a stash under a working agent costs it no attempt, and its work is asked for', async () => {
  const rig = await Rig.create({ testsBy: 'node' });
  await using _ = rig;
  await type(rig, '/wukong_fix it crashes', 'p1');
  const agents = new Agents(rig, env);
  await agents.untilBody({ command: CHECK, calls: [] });
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, FIXED));
  await rig.git('stash');
  const file_path = join(rig.repo, SOURCE);
  await agents.report('body', { ...TESTED, calls: [['Edit', { file_path }, 'edited']] });
  expect(rig.node('N-020')?.status, rig.dump()).toBe('blocked');
  const stopped = await rig.hook('Stop', { stop_hook_active: false }, env);
  expect(String(stopped.json?.systemMessage)).toContain(
    'Work that was done is gone from the tree: src/decoder.js (N-020).\nTo have it back: `git stash pop`',
  );
  expect(rig.events('run.sent_back')).toEqual([]);
  expect(rig.events('run.ended').at(-1)?.payload).toMatchObject({ counts: false });
  await rig.git('stash', 'pop');
  await type(rig, '/wukong_resume', 'p2');
  await agents.carryOut('body', TESTED, 'body2');
  expect(rig.node('N-020')?.status, rig.dump()).toBe('done');
});

test('what other nodes had finished is looked for when a run reports, too', async () => {
  const { rig, agents } = await untilFixed();
  await using _ = rig;
  await agents.dispatch('tongue');
  await rig.git('stash');
  rig.write('test/more.test.js', MORE);
  await agents.report('tongue', { ...TESTED, references: ['test/more.test.js:1'] });
  expect(rig.events('node.blocked').at(-1), rig.dump()).toMatchObject({
    node_id: 'N-030',
    payload: { because: { kind: 'work-gone', files: [{ path: SOURCE, node: 'N-020' }] } },
  });
});

test('a reader is not sent to look at work that is gone', async () => {
  const { rig, agents } = await untilTested();
  await using _ = rig;
  rmSync(join(rig.repo, 'test/more.test.js'));
  const asked = await agents.dispatch('nose');
  expect(JSON.stringify(asked.json), rig.dump()).toContain('test/more.test.js (N-030)');
  expect(rig.node('N-040')?.status).toBe('ready');
});

test('no goal is completed without its work, unless a person was told, and then its end says so', async () => {
  const { rig, agents } = await untilTested();
  await using _ = rig;
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.dispatch('mind');
  rmSync(join(rig.repo, 'test/more.test.js'));
  await agents.report('mind', { references: ['README.md:1'] });
  expect(rig.events('graph.completed'), rig.dump()).toEqual([]);
  const stopped = await rig.hook('Stop', { stop_hook_active: false }, env);
  expect(String(stopped.json?.systemMessage)).toContain('test/more.test.js (N-030)');
  await type(rig, '/wukong_resume', 'p2');
  const ended = await rig.hook('Stop', { stop_hook_active: false }, env);
  expect(rig.events('graph.completed'), rig.dump()).toHaveLength(1);
  expect(String(ended.json?.systemMessage)).toContain(
    'Not in the tree any more: test/more.test.js.',
  );
});

test('in plan mode nothing is dispatched, no run is burnt, and the way out is said', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await type(rig, '/wukong_fix it crashes', 'p1');
  const call = {
    tool_name: 'Agent',
    tool_use_id: 'toolu_1',
    tool_input: { description: 'd', prompt: 'go', subagent_type: 'ear' },
  };
  const asked = await rig.hook('PreToolUse', { ...call, permission_mode: 'plan' }, env);
  expect(JSON.stringify(asked.json)).toContain(
    'plan mode is on, in which agents change nothing. Leave plan mode (Shift+Tab) and type /wukong_resume G-0001.',
  );
  expect(rig.events('run.dispatched')).toEqual([]);
  const stopped = await rig.hook('Stop', { stop_hook_active: false }, env);
  expect(String(stopped.json?.systemMessage)).toContain('Leave plan mode');
  await type(rig, '/wukong_resume', 'p2');
  await rig.hook('PreToolUse', { ...call, permission_mode: 'acceptEdits' }, env);
  expect(rig.events('run.dispatched')).toHaveLength(1);
});

test('an agent whose call another hook rewrote is stopped at its first report, not at its third', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await type(rig, '/wukong_fix it crashes', 'p1');
  const agents = new Agents(rig, env);
  await agents.carryOut('ear', { header: 'RunId: none', given: 'Look at the tests.' });
  expect(rig.events().findLast((event) => event.type === 'node.blocked')).toMatchObject({
    node_id: 'N-001',
    payload: { kind: 'order-replaced' },
  });
  const stopped = await rig.hook('Stop', { stop_hook_active: false }, env);
  expect(String(stopped.json?.systemMessage)).toContain('another hook rewrote the call');
  await type(rig, '/wukong_resume', 'p2');
  await agents.dispatch('ear', 'ear2');
  const given = agents.orders.get('ear2') ?? '';
  const more = 'Criterion: it works. (request: "it crashes")';
  await agents.report('ear', { given, more }, 'ear2');
  expect(rig.node('N-001')?.status, rig.dump()).toBe('done');
  const [first] = rig.events('run.ended');
  expect(first?.payload).toMatchObject({ outcome: 'blocked', counts: false });
});

const WOKEN =
  '<task-notification>\n<task-id>ear</task-id>\n<status>completed</status>\n<summary>x</summary>\n</task-notification>';

test('a goal whose session was moved to the background goes on there, and says so once', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await type(rig, '/wukong_fix it crashes', 'p1');
  const agents = new Agents(rig, env);
  await agents.dispatch('ear');
  await rig.hook('SessionEnd', { reason: 'prompt_input_exit' }, env);
  // As the client does it: a new session with the same agent, which then reports.
  const session_id = '22222222-2222-4222-8222-222222222222';
  await rig.hook('SessionStart', { session_id, source: 'fork' }, env);
  await agents.report('ear', { more: 'Criterion: it works. (request: "it crashes")' });
  const woken = (prompt_id: string) =>
    rig.hook('UserPromptSubmit', { session_id, prompt: WOKEN, prompt_id }, env);
  const first = await woken('p2');
  expect(first.json?.systemMessage, rig.dump()).toBe(
    'Wukong: G-0001 went to the background with its session, and goes on there. To have it in a terminal again, type /wukong_resume G-0001 --take there.',
  );
  expect(JSON.stringify(first.json)).toContain('N-010 eye');
  expect(rig.events('goal.owned').at(-1)).toMatchObject({ session_id });
  expect((await woken('p3')).json?.systemMessage).toBeUndefined();
});

test('a goal that somebody has taken meanwhile is left to them', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await type(rig, '/wukong_fix it crashes', 'p1');
  const agents = new Agents(rig, env);
  await agents.dispatch('ear');
  const session_id = '22222222-2222-4222-8222-222222222222';
  await rig.hook('UserPromptSubmit', { session_id, prompt: WOKEN, prompt_id: 'p2' }, env);
  expect(rig.events('goal.owned')).toHaveLength(1);
});
