// The guard as the client starts it: one process a call, with real links and a real log.

import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workOrderText } from '../../runtime/hosts/claude-code/session/work-order-text.ts';
import { Rig } from '../rig/rig.ts';

const TEMPLATE = `name: one
version: 1
description: One body
success_criteria: [it works]
nodes:
  - { id: N-001, title: Work, role: body, constraints: { allowed_paths: ['src/**'] } }
`;

/** A body in the background that may write in src/ only. */
async function withBody(constraints = "allowed_paths: ['src/**']", flags = ''): Promise<Rig> {
  const rig = await Rig.create();
  const template = TEMPLATE.replace("allowed_paths: ['src/**']", constraints);
  rig.write('.wukong/templates/one.yaml', template);
  await rig.typed(`/wukong_one ${flags}it crashes`);
  const tool_input = { description: 'd', prompt: 'go', subagent_type: 'body' };
  const call = { tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input };
  await rig.hook('PreToolUse', call);
  const tool_response = { isAsync: true, status: 'async_launched', agentId: 'a1' };
  await rig.hook('PostToolUse', { ...call, tool_response });
  return rig;
}

/** Why the call is held; undefined if it may happen. */
async function ask(rig: Rig, tool_name: string, tool_input: Record<string, unknown>) {
  const about = { agent_id: 'a1', agent_type: 'body', tool_use_id: 't1' };
  const { json, code } = await rig.hook('guard', { ...about, tool_name, tool_input });
  expect(code).toBe(0);
  const output = json?.hookSpecificOutput as Record<string, string> | undefined;
  return output?.permissionDecision === 'deny' ? output.permissionDecisionReason : undefined;
}

describe('where a file really lies', () => {
  test('decides, not how its path is written', async () => {
    await using rig = await withBody();
    const outside = join(rig.root, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(rig.repo, 'src/out'));
    symlinkSync(join(outside, 'not-there-yet'), join(rig.repo, 'src/dangling.js'));
    symlinkSync('../.wukong', join(rig.repo, 'src/data'));
    symlinkSync('loop-b', join(rig.repo, 'src/loop-a'));
    symlinkSync('loop-a', join(rig.repo, 'src/loop-b'));
    const edit = (file_path: string) => ask(rig, 'Edit', { file_path });

    for (const inside of ['src/decoder.js', 'src/new/deep.js', 'src/../src/a.js']) {
      expect(await edit(inside), inside).toBeUndefined();
      expect(await edit(join(rig.repo, inside)), inside).toBeUndefined();
    }
    const outOfPaths = /is outside the paths of N-001: src\/\*\*\. Change only files there/;
    for (const path of ['lib/a.js', 'src/../lib/a.js', 'srcs/a.js', 'SRC/a.js', '..src']) {
      expect(await edit(path), path).toMatch(outOfPaths);
    }
    const outOfTree = /is outside the working tree\. Work on/;
    for (const path of ['../x', join(outside, 'x'), 'src/out/new.js', 'src/dangling.js', '~/x']) {
      expect(await edit(path), path).toMatch(outOfTree);
    }
    const kept = /is kept by the runtime; no agent edits it\. Leave it/;
    for (const path of [
      '.wukong/state.json',
      '.WUKONG/state.json',
      'src/data/state.json',
      'src/data/new.json',
      '.claude/agents/body.md',
      '.claude/settings.local.json',
      '~/../checkout/decoder/.wukong/new.json',
    ]) {
      expect(await edit(path), path).toMatch(kept);
    }
  });

  test('counts for every tool that changes a file, and for none that reads', async () => {
    await using rig = await withBody();
    const file_path = join(rig.repo, 'lib/a.js');
    for (const tool of ['Edit', 'Write', 'MultiEdit']) {
      expect(await ask(rig, tool, { file_path }), tool).toContain('lib/a.js is outside the paths');
    }
    const notebook = await ask(rig, 'NotebookEdit', { notebook_path: 'lib/a.ipynb' });
    expect(notebook).toContain('lib/a.ipynb is outside the paths');
    expect(await ask(rig, 'Read', { file_path })).toBeUndefined();
  });
});

test('what a run may use stands in its work order in plain words, and the guard holds the rest', async () => {
  await using rig = await withBody('allowed_tools: [read_file, write_file, run_test]');
  const folder = rig.taskgraph()?.graphs[0]?.session;
  const [run] = rig.events('run.dispatched');
  const order = rig.file(`.wukong/artifacts/${folder}/N-001/${run?.run_id}/work_order.json`);
  expect(JSON.parse(order).node).toMatchObject({
    allowed_tools: ['Read', 'Edit', 'Write', 'Bash'],
    allowed_commands: ['npm test'],
  });
  expect(workOrderText(JSON.parse(order))).toContain(
    '- You may read files (Read), change files (Edit), write whole files (Write), run commands (Bash), and nothing else.\n- In the shell run only `npm test`, each by itself.\n',
  );
  expect(await ask(rig, 'Bash', { command: 'npm test' })).toBeUndefined();
  expect(await ask(rig, 'Bash', { command: 'ls' })).toBe(
    'Wukong holds this call: N-001 may run only its tests: `npm test`. Run one of them by itself, without a pipe, a redirection or a second command.',
  );
  expect(await ask(rig, 'WebFetch', { url: 'x' })).toContain('N-001 may use only Read, Edit');
});

test('that the guard fires is on record, and a call that cannot be recorded is held', async () => {
  await using rig = await withBody();
  // A living process on this host has the log.
  const lock = join(rig.repo, '.wukong/events.lock');
  const holder = { host: hostname(), pid: process.pid, at: Date.now() };
  writeFileSync(lock, JSON.stringify(holder));
  const held = await ask(rig, 'Read', { file_path: 'src/decoder.js' });
  expect(held).toMatch(/could not record it \(its log is held by .*\)\. Try again/);
  expect(rig.events('run.guarded')).toEqual([]);
  rmSync(lock);

  expect(await ask(rig, 'Read', { file_path: 'src/decoder.js' })).toBeUndefined();
  expect(await ask(rig, 'Read', { file_path: 'src/decoder.js' })).toBeUndefined();
  const [seen, ...more] = rig.events('run.guarded');
  expect(more).toEqual([]);
  expect(rig.state()?.guards).toEqual({ body: { seen: seen?.timestamp, missed: null } });
});

test('an action with a secret in it is not asked for: nobody could see what they allow', async () => {
  await using rig = await withBody();
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const command = `git push https://x:${token}@example.com/r.git`;
  expect(await ask(rig, 'Bash', { command })).toContain('Take the secret out of the command');
  expect(rig.events('approval.asked')).toEqual([]);
  expect(rig.file('.wukong/events.jsonl')).not.toContain(token);
});

test('an action that waits for a person is allowed once, and then held again', async () => {
  await using rig = await withBody();
  const command = 'git push https://example.com/r.git';
  const held = await ask(rig, 'Bash', { command });
  expect(held).toContain('git push waits for a person');
  expect(held).toContain('May I: git push https://');

  const words = 'Status: blocked\nQuestions:\n- May I push?\n';
  const report = { agent_id: 'a1', agent_type: 'body', last_assistant_message: words };
  await rig.hook('SubagentStop', report);
  expect(rig.node('N-001')?.status).toBe('blocked');
  const resumed = await rig.typed('/wukong_resume G-0001 N-001 --approve');
  expect(resumed.stdout).toContain('Free again: N-001');
  const tool_input = { description: 'd', prompt: 'go', subagent_type: 'body' };
  const call = { tool_name: 'Agent', tool_use_id: 'toolu_2', tool_input };
  const dispatched = await rig.hook('PreToolUse', call);
  expect(dispatched.stdout).toContain('Allowed, once and exactly so: git push');
  const tool_response = { isAsync: true, status: 'async_launched', agentId: 'a1' };
  await rig.hook('PostToolUse', { ...call, tool_response });

  expect(await ask(rig, 'Bash', { command: `${command} --force` })).toContain('waits for a person');
  expect(await ask(rig, 'Bash', { command })).toBeUndefined();
  expect(await ask(rig, 'Bash', { command })).toContain('waits for a person');
  expect(rig.events('approval.used')).toHaveLength(1);
});

test('a run past the token limit of its goal can only report, by what its transcript has by then', async () => {
  await using rig = await withBody(undefined, '--budget tokens=1000 ');
  const folder = join(rig.home, '.claude/projects/rig/11111111-1111-4111-8111-111111111111');
  mkdirSync(join(folder, 'subagents'), { recursive: true });
  const path = join(folder, 'subagents/agent-a1.jsonl');
  const say = (id: string, input_tokens: number) => {
    const usage = { input_tokens, output_tokens: 100, cache_read_input_tokens: 5000 };
    const message = { id, role: 'assistant', model: 'claude-opus-5-5', usage, content: [] };
    appendFileSync(path, `${JSON.stringify({ type: 'assistant', agentId: 'a1', message })}\n`);
  };
  const look = () => ask(rig, 'Read', { file_path: 'src/decoder.js' });
  expect(await look()).toBeUndefined();
  say('m1', 800);
  expect(await look()).toBeUndefined();
  expect(rig.events('budget.warned')).toHaveLength(1);
  say('m2', 100);
  const held = /the token budget of the goal is used up: 1,100 of 1,000 tokens\. Report now/;
  expect(await look()).toMatch(held);
  expect(await look()).toMatch(held);
  expect(rig.events('usage.recorded').map(({ run_id }) => run_id)).toEqual([
    expect.stringContaining('body'),
    expect.stringContaining('body'),
  ]);
  expect(rig.events('budget.exceeded')).toHaveLength(1);
  expect(await ask(rig, 'SubagentHandback', { message: 'done' })).toBeUndefined();
});
