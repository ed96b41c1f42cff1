// A log that is lost with its second copy takes all that knew of lanes which the client made.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { agentsInLanes, writeParts } from './agents-in-lanes.ts';

test('git clean -fdx leaves lanes of agents that have ended: init and status say where, gc takes what holds nothing of its own and names the rest', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  writeParts(rig);
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Parts');
  // In the lanes too, and of nobody's work.
  rig.write('README.md', 'Not committed.\n');
  const lanes = await agentsInLanes(rig, (lane, node) => {
    const call = { tool_name: 'Read', tool_input: { file_path: join(lane, 'README.md') } };
    // Its first call fills the lane.
    return rig.hook('guard', { agent_id: node, agent_type: 'body', cwd: lane, ...call });
  });
  writeFileSync(join(lanes[1], 'work.js'), 'work');
  // When an agent ends, its client leaves no lock.
  await rig.git('clean', '-fdx');
  rmSync(join(rig.repo, '.git', 'wukong', 'log'), { recursive: true });
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
