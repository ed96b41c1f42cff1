// Devices, pipes and links to them where our files and those of the repository should be: read, they would
// never end.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';

type Put = (path: string) => void;

const zero: Put = (path) => symlinkSync('/dev/zero', path);
const pipe: Put = (path) => {
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
};

function replace(rig: Rig, file: string, put: Put): void {
  const path = join(rig.repo, file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  put(path);
}

test.each([
  ['.wukong/state.json', zero],
  ['.wukong/state.json', pipe],
  ['.wukong/goals/G-0001.json', zero],
  ['.wukong/taskgraph.json', zero],
  ['.wukong/anchors/anchors.md', pipe],
  ['.wukong/config.yaml', zero],
] as const)('%s may be anything: the goal goes on', async (file, put) => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await rig.typed('/wukong_fix it crashes');
  replace(rig, file, put);
  const stop = await rig.hook('Stop', { stop_hook_active: false });
  expect(stop, rig.dump()).toMatchObject({ code: 0 });
  const status = await rig.cli(['status', '--json']);
  expect(JSON.parse(status.stdout).goals, rig.dump()).toMatchObject([{ id: 'G-0001' }]);
});

test.each([
  ['.claude/settings.json', zero],
  ['.claude/settings.json', pipe],
  ['package.json', zero],
  ['.claude/agents/body.md', zero],
  ['Makefile', pipe],
] as const)('init and doctor say something of %s, and do not hang', async (file, put) => {
  await using rig = await Rig.create({ install: false });
  replace(rig, file, put);
  for (const command of [['init', '--yes'], ['doctor'], ['gates']]) {
    const ended = await rig.cli(command);
    expect([0, 1, 3], rig.dump()).toContain(ended.code);
    expect(ended.stdout + ended.stderr).not.toBe('');
    expect(ended.stderr).not.toMatch(/ at .*\.js:\d+/);
  }
});
