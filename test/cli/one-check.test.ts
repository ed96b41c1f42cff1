// One run of a check at a time in a repository, in whichever of its working trees.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { takeTurn } from '../../runtime/evidence/gates/check-turn.ts';
import { afterOwnTime, noteWaited } from '../../runtime/evidence/gates/waits.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { git } from '../../scripts/example.ts';
import { CLI, environmentOf, type Place, put, smallRepository } from '../rig/small-repository.ts';

/** Fails where another run of it is not over, and does not end as long as `hold` is there. */
const ALONE =
  'mkdir "$HOME/alone" || exit 1\ntrap \'rmdir "$HOME/alone"\' EXIT\nwhile [ -e "$HOME/hold" ]; do sleep 0.05; done\nnode --test\n';
const TESTS =
  "const test = require('node:test');\nconst assert = require('node:assert/strict');\nconst { add } = require('../src/a.js');\n";

async function made(): Promise<Place> {
  const place = await smallRepository({
    'check.sh': ALONE,
    'src/a.js': 'exports.add = (a, b) => a - b;\n',
    'test/a.test.js': TESTS,
  });
  fix(place.top);
  return place;
}

function fix(top: string): void {
  put(top, {
    'src/a.js': 'exports.add = (a, b) => a + b;\n',
    'test/a.test.js': `${TESTS}test('two', () => assert.equal(add(1, 1), 2));\n`,
  });
}

function prove(place: Place, ...more: readonly string[]) {
  return started(place, ['prove', '--json', '--check', 'sh check.sh', ...more]);
}

function started(place: Place, args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: place.top,
    env: environmentOf(place),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  return { child, said, ended: once(child, 'close') };
}

const SOON = { timeout: 120_000, interval: 50 };

test('two proofs in two working trees of one repository run their checks one after the other', async () => {
  const place = await made();
  const other = { ...place, top: `${place.top}-other` };
  await git(place.top, 'worktree', 'add', '-q', '--detach', other.top);
  fix(other.top);
  const both = [prove(place), prove(other)];
  await Promise.all(both.map(({ ended }) => ended));
  for (const { said } of both) {
    expect(JSON.parse(said.out), said.err).toMatchObject({ verdict: 'shown' });
  }
}, 300_000);

test('who waits is told for whom, can be ended, and goes on when that one is killed, whose check ends with it', async () => {
  const place = await made();
  const lock = join(place.top, '.git/wukong/check.lock');
  writeFileSync(join(place.home, 'hold'), '');
  const first = prove(place);
  const holder = () => (existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')) : undefined);
  await expect.poll(() => holder()?.child?.pid, SOON).toBeGreaterThan(0);
  const { child } = holder();
  const [impatient, second] = [prove(place, '--language', 'zh'), prove(place)];
  await expect.poll(() => impatient.said.err, SOON).toContain(`正在等待进程 ${first.child.pid} 的`);
  await expect.poll(() => second.said.err, SOON).toContain(`of process ${first.child.pid}`);
  impatient.child.kill('SIGINT');
  expect((await impatient.ended)[0]).toBe(130);
  // Killed, it cannot take it away.
  rmSync(join(place.home, 'alone'), { recursive: true });
  first.child.kill('SIGKILL');
  await expect.poll(() => holder()?.process.pid, SOON).toBe(second.child.pid);
  await expect.poll(() => isAlive(child), SOON).toBe(false);
  rmSync(join(place.home, 'hold'));
  await second.ended;
  expect(JSON.parse(second.said.out), second.said.err).toMatchObject({ verdict: 'shown' });
  expect(existsSync(lock)).toBe(false);
}, 300_000);

test('a gate that waits says for whom, and none of that is its own time', async () => {
  const place = await smallRepository({ 'a.js': '' });
  const gate = { type: 'test', name: 'unit', command: ['node', '-e', '0'], timeout_sec: 2 };
  put(place.top, { '.wukong/config.yaml': JSON.stringify({ gates: [gate] }) });
  await started(place, ['init', '--yes']).ended;
  const turn = await takeTurn({ common: join(place.top, '.git'), what: 'npm test' });
  const { said, ended } = started(place, ['gates', '--try']);
  const told = `waiting for \`npm test\` of process ${process.pid}: one check runs at a time`;
  await expect.poll(() => said.err, SOON).toContain(told);
  turn?.release();
  expect(await ended, said.out + said.err).toEqual([0, null]);
}, 300_000);

test('a time limit is moved by what the process waited for its turn, and ends nothing when it is called off', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [end, never] = [vi.fn(), vi.fn()];
  noteWaited(5_000);
  afterOwnTime(1_000, end);
  const callOff = afterOwnTime(1_000, never);
  noteWaited(300);
  vi.advanceTimersByTime(1_000);
  expect(end, 'waited before it began, and within it').not.toHaveBeenCalled();
  callOff();
  noteWaited(200);
  vi.advanceTimersByTime(300);
  expect(end, 'waited while it was moved').not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(end).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(never).not.toHaveBeenCalled();
});
