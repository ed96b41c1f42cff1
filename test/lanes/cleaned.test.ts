// `git clean -fdx` takes the log, and with it all that knew of lanes which the client made.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';

const part = (id: string, name: string) => ({
  ...{ id, title: `Part ${name}`, role: 'body', instructions: `Write src/${name}/.` },
  constraints: { allowed_paths: [`src/${name}/**`] },
});
const PARTS = [part('N-010', 'a'), part('N-020', 'b')];
const AUDIT = { id: 'N-030', title: 'Audit', role: 'nose', instructions: 'Audit both.' };

test('git clean -fdx leaves lanes of agents that have ended: init and status say where, gc takes what holds nothing of its own and names the rest', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const template = {
    ...{ name: 'parts', version: 1, description: 'Writes parts.' },
    ...{ success_criteria: ['it is there'], nodes: [...PARTS, AUDIT] },
    edges: PARTS.map(({ id }) => ({ from: id, to: AUDIT.id })),
  };
  mkdirSync(join(rig.repo, '.wukong', 'templates'), { recursive: true });
  rig.write('.wukong/templates/parts.yaml', JSON.stringify(template));
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Parts');
  // In the lanes too, and of nobody's work.
  rig.write('README.md', 'Not committed.\n');
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_parts write both' });
  const lanes = PARTS.map(({ id }) => join(rig.repo, '.claude', 'worktrees', `agent-${id}`));
  for (const [at, { id }] of PARTS.entries()) {
    const tool = { tool_name: 'Agent', tool_use_id: `toolu_${id}` };
    const tool_input = { subagent_type: 'body', description: id, prompt: `Carry out ${id}` };
    await rig.hook('PreToolUse', { ...tool, tool_input });
    const tool_response = { status: 'async_launched', agentId: id };
    await rig.hook('PostToolUse', { ...tool, tool_input, tool_response });
    const lane = lanes[at] ?? '';
    await rig.git('worktree', 'add', '--quiet', '-b', `worktree-agent-${id}`, lane);
    const call = { tool_name: 'Read', tool_input: { file_path: join(lane, 'README.md') } };
    // Its first call fills the lane.
    await rig.hook('guard', { agent_id: id, agent_type: 'body', cwd: lane, ...call });
  }
  writeFileSync(join(lanes[1] ?? '', 'work.js'), 'work');
  // When an agent ends, its client leaves no lock.
  await rig.git('clean', '-fdx');
  const lost = await rig.cli(['status']);
  expect(lost.stdout + lost.stderr).toContain('events.jsonl is missing');
  for (const args of [['init', '--yes'], ['status']]) {
    const said = await rig.cli(args);
    expect(said.stdout).toContain(`2 lanes of no open goal: ${lanes.join(', ')}. `);
  }
  const gone = await rig.person(['gc', '--yes']);
  expect(gone, gone.stdout).toMatchObject({ code: 0 });
  expect(gone.stdout).toContain(
    `${lanes[1]}, of which the log knows nothing (it was that of G-0001-N-020); it stays: what was done there is nowhere else`,
  );
  expect(lanes.map((lane) => existsSync(lane))).toEqual([false, true]);
  expect(await rig.git('branch', '--list', 'worktree-*')).toBe('+ worktree-agent-N-020\n');
});
