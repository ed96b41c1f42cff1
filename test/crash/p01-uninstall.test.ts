// P1 for `wukong uninstall`: killed at any of its file operations, the next one finishes; and what a killed `init` left
// is taken back.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from '../install/temporary.ts';
import { isKillPoint, sample, withFault } from './kill-points.ts';
import { Tally } from './tally.ts';

const SETTINGS = '.claude/settings.json';
const MINE = '{ "model": "opus" }';

async function repository(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandbox.write(SETTINGS, MINE);
  return sandbox;
}

async function installed(): Promise<Sandbox> {
  const sandbox = await repository();
  const ended = await sandbox.wukong(['init', '--yes']);
  if (ended.code !== 0) throw new Error(ended.stderr);
  return sandbox;
}

function isAsBefore(sandbox: Sandbox): void {
  expect(readdirSync(sandbox.repo).sort()).toEqual(['.claude', '.git']);
  expect(readdirSync(join(sandbox.repo, '.claude'))).toEqual(['settings.json']);
  expect(sandbox.read(SETTINGS)).toBe(MINE);
  expect(sandbox.has('.git/wukong')).toBe(false);
}

async function isTakenBack(
  command: 'init' | 'uninstall',
  start: () => Promise<Sandbox>,
  most: number,
): Promise<void> {
  using tally = new Tally(`P1 ${command} killed, then uninstalled`);
  using whole = await start();
  const { lines, code } = await withFault(whole, command, {});
  expect(code).toBe(0);
  const all = lines.flatMap((line, n) => (isKillPoint(line) ? [n + 1] : []));
  for (const at of sample(all, most)) {
    using sandbox = await start();
    const killed = await withFault(sandbox, command, { at, how: 'kill-before' });
    if (killed.signal === null) continue;
    tally.rounds += 1;
    tally.faults += 1;
    rmSync(join(sandbox.repo, '.git/wukong/init.lock'), { recursive: true, force: true });
    const finished = await sandbox.wukong(['uninstall', '--yes']);
    tally.holds(`killed at operation ${at}, before ${lines[at - 1]}`, () => {
      expect(finished.code, finished.stderr).toBe(0);
      isAsBefore(sandbox);
    });
  }
}

test('P1 wukong uninstall killed at any of its file operations is finished by the next', async () => {
  await isTakenBack('uninstall', installed, 5);
});

test('P1 wukong init killed at any of its file operations is taken back by wukong uninstall', async () => {
  await isTakenBack('init', repository, 4);
});
