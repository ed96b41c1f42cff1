// `git clean -fdx` takes everything that git ignores, and the log with it.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mend, TESTED } from '../rig/decoder.ts';
import { git } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { Agents, atBody } from './agents.ts';

async function finishGoal(rig: Rig): Promise<void> {
  const agents = await atBody(rig);
  mend(rig);
  await agents.report('body', TESTED);
  await agents.carryOut('tongue', TESTED);
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.carryOut('mind');
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
}

test('a log that git clean took away comes back as of the end of the last goal, with what proves it', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Install Wukong');
  expect(await rig.cli(['repair', '--restore'])).toMatchObject({ code: 2 });
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
  await rig.typed('/wukong_fix it again');
  expect(rig.taskgraph()?.graphs.map(({ goal_id }) => goal_id)).toContain('G-0002');
});

const LOG = '.wukong/events.jsonl';

/** A log of the same repository that somebody else has, committed by force. */
async function pullsLog(rig: Rig): Promise<void> {
  const other = join(rig.root, 'other');
  await git(rig.root, 'clone', '--quiet', rig.repo, other);
  expect(await rig.cli(['init', '--yes'], { cwd: other })).toMatchObject({ code: 0 });
  await git(other, 'add', '--force', LOG);
  await git(other, 'commit', '--quiet', '--message', 'log');
  await rig.git('pull', '--quiet', other);
}

const WAYS: Readonly<Record<string, (rig: Rig, early: string) => Promise<unknown>>> = {
  'git clean -fdx': (rig) => rig.git('clean', '--quiet', '-fdx'),
  'a pull that brings a log of others': pullsLog,
  'a checkout of the log as it was committed': async (rig, early) => rig.write(LOG, early),
  'a deleted folder': async (rig) => rmSync(join(rig.repo, '.wukong'), { recursive: true }),
};

test.each(Object.entries(WAYS))(
  '%s takes the log of an open goal: doctor names the way back first, and the goal goes on',
  async (_, take) => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await rig.git('add', '--all');
    await rig.git('commit', '--quiet', '--message', 'Install Wukong');
    await rig.typed('/wukong_fix it crashes');
    const early = rig.file(LOG);
    await new Agents(rig).untilBody();
    const before = JSON.parse((await rig.cli(['status', '--json'])).stdout);
    await take(rig, early);

    const doctor = await rig.cli(['doctor', '--json']);
    expect(JSON.parse(doctor.stdout).findings[0]).toMatchObject({
      place: LOG,
      next: 'wukong repair --restore',
    });
    const fresh = await rig.cli(['init', '--yes']);
    if (fresh.code !== 0) expect(fresh.stderr).toContain('wukong repair --restore');
    expect(await rig.cli(['repair', '--restore']), rig.dump()).toMatchObject({ code: 0 });
    const hasProgram = existsSync(join(rig.repo, '.wukong/runtime/hook.cjs'));
    if (!hasProgram) await rig.git('checkout', '--quiet', '--', '.wukong');
    const after = JSON.parse((await rig.cli(['status', '--json'])).stdout);
    expect(after.goals[0].id, rig.dump()).toBe(before.goals[0].id);
    expect(await rig.cli(['fsck']), rig.dump()).toMatchObject({ code: 0 });

    // What was proven before stays; the rest is done.
    const session_id = '22222222-2222-4222-8222-222222222222';
    const resumed = await rig.hook('UserPromptSubmit', {
      prompt: '/wukong_resume G-0001 --take',
      prompt_id: 'p2',
      session_id,
    });
    expect(JSON.stringify(resumed.json), rig.dump()).toContain('body');
  },
);

test('where no goal was begun there is no copy, and that is said', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  for (const name of readdirSync(join(rig.repo, '.wukong'))) {
    if (name !== 'runtime') rmSync(join(rig.repo, '.wukong', name), { recursive: true });
  }
  const ended = await rig.cli(['repair', '--restore']);
  expect(ended).toMatchObject({ code: 3 });
  expect(ended.stderr).toContain('no goal of it was begun here');
});
