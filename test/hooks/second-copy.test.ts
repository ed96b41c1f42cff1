// `git clean -fdx` takes everything that git ignores, and the log with it.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

const SOURCE = 'src/decoder.js';
const CRASH = '  const version = bytes.readUInt8(0);';
const TESTED: Words = { command: TESTS_BY_NODE.command.join(' '), references: [`${SOURCE}:1`] };

async function finishGoal(rig: Rig): Promise<void> {
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p1' });
  const agents = new Agents(rig);
  await agents.untilBody();
  const fixed = `  if (bytes.length === 0) return [];\n${CRASH}`;
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, fixed));
  await agents.report('body', TESTED);
  await agents.dispatch('tongue');
  await agents.report('tongue', TESTED);
  await agents.dispatch('nose');
  await agents.report('nose', { header: 'Verdict: accept' });
  await agents.dispatch('mind');
  await agents.report('mind');
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
}

test('a log that git clean took away comes back as of the end of the last goal, with what proves it', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Install Wukong');
  const none = await rig.cli(['repair', '--restore']);
  expect(none).toMatchObject({ code: 2 });
  await finishGoal(rig);
  const before = rig.file('.wukong/events.jsonl');
  await rig.git('clean', '--quiet', '-fdx');
  expect(existsSync(join(rig.repo, '.wukong/events.jsonl'))).toBe(false);

  const started = await rig.hook('SessionStart', { source: 'startup' });
  expect(String(started.json?.systemMessage), rig.dump()).toContain('wukong repair --restore');
  expect((await rig.cli(['doctor'])).stdout).toContain('.wukong/events.jsonl is missing');
  const restored = await rig.cli(['repair', '--restore', '--json']);
  expect(restored, rig.dump()).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.stdout)).toMatchObject({ last_finished: 'G-0001' });
  expect(before.startsWith(rig.file('.wukong/events.jsonl'))).toBe(true);
  const status = JSON.parse((await rig.cli(['status', '--json'])).stdout);
  expect(status.last_finished ?? status.goals, rig.dump()).toBeDefined();
  expect(await rig.cli(['fsck']), rig.dump()).toMatchObject({ code: 0 });
  expect(await rig.cli(['repair', '--restore'])).toMatchObject({ code: 2 });
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it again', prompt_id: 'p2' });
  expect(rig.taskgraph()?.graphs.map(({ goal_id }) => goal_id)).toContain('G-0002');
});

test('where no goal has ended there is no copy, and that is said', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p1' });
  for (const name of readdirSync(join(rig.repo, '.wukong'))) {
    if (name !== 'runtime') rmSync(join(rig.repo, '.wukong', name), { recursive: true });
  }
  const ended = await rig.cli(['repair', '--restore']);
  expect(ended).toMatchObject({ code: 3 });
  expect(ended.stderr).toContain('no goal of it has ended here');
});
