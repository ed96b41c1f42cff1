// What is left of lanes when Wukong goes.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Rig } from '../rig/rig.ts';

const part = (id: string, name: string) => ({
  ...{ id, title: `Part ${name}`, role: 'body', instructions: `Write src/${name}/.` },
  constraints: { allowed_paths: [`src/${name}/**`] },
});
const PARTS = [part('N-010', 'a'), part('N-020', 'b')];
const AUDIT = { id: 'N-030', title: 'Audit', role: 'nose', instructions: 'Audit both.' };

test('wukong uninstall takes lanes of the client whose agent is gone, but for those with work that is nowhere else', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const template = {
    ...{ name: 'parts', version: 1, description: 'Writes parts.' },
    ...{ success_criteria: ['it is there'], nodes: [...PARTS, AUDIT] },
    edges: PARTS.map(({ id }) => ({ from: id, to: AUDIT.id })),
  };
  mkdirSync(join(rig.repo, '.wukong', 'templates'), { recursive: true });
  rig.write('.wukong/templates/parts.yaml', JSON.stringify(template));
  // No process above the one that uninstalls.
  const client = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  onTestFinished(() => {
    client.kill();
  });
  const env = { CLAUDE_PID: String(client.pid) };
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_parts write both' }, env);
  const lanes = PARTS.map(({ id }) => join(rig.repo, '.claude', 'worktrees', `agent-${id}`));
  for (const [at, { id }] of PARTS.entries()) {
    const tool = { tool_name: 'Agent', tool_use_id: `toolu_${id}` };
    const tool_input = { subagent_type: 'body', description: id, prompt: `Carry out ${id}` };
    await rig.hook('PreToolUse', { ...tool, tool_input }, env);
    const tool_response = { status: 'async_launched', agentId: id };
    await rig.hook('PostToolUse', { ...tool, tool_input, tool_response }, env);
    const lane = lanes[at] ?? '';
    await rig.git('worktree', 'add', '--quiet', '-b', `worktree-agent-${id}`, lane);
    const gone = `claude agent agent-${id} (pid 999999999 start 1)`;
    await rig.git('worktree', 'lock', '--reason', gone, lane);
  }
  writeFileSync(join(lanes[1] ?? '', 'work.js'), 'work');
  const ended = await rig.person(['uninstall', '--yes']);
  expect(ended, ended.stdout).toMatchObject({ code: 0 });
  expect(ended.stdout).toContain('agent-N-020 stays: what was done there is nowhere else.');
  expect(lanes.map((lane) => existsSync(lane))).toEqual([false, true]);
  expect(await rig.git('branch', '--list', 'worktree-*')).toBe('+ worktree-agent-N-020\n');
});
