// What is left of lanes when Wukong goes.

import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { agentsInLanes, writeParts } from './agents-in-lanes.ts';

test('wukong uninstall takes lanes of the client whose agent is gone, but for those with work that is nowhere else', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  writeParts(rig);
  // No process above the one that uninstalls.
  const client = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  onTestFinished(() => {
    client.kill();
  });
  const env = { CLAUDE_PID: String(client.pid) };
  const lock = (lane: string, node: string) => {
    const gone = `claude agent agent-${node} (pid 999999999 start 1)`;
    return rig.git('worktree', 'lock', '--reason', gone, lane);
  };
  const lanes = await agentsInLanes(rig, lock, env);
  writeFileSync(join(lanes[1], 'work.js'), 'work');
  const ended = await rig.person(['uninstall', '--yes']);
  expect(ended, ended.stdout).toMatchObject({ code: 0 });
  expect(ended.stdout).toContain('agent-N-020 stays: what was done there is nowhere else.');
  expect(lanes.map((lane) => existsSync(lane))).toEqual([false, true]);
  expect(await rig.git('branch', '--list', 'worktree-*')).toBe('+ worktree-agent-N-020\n');
});
