// A review of anchor candidates with an editor, taken up by the built hooks.

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { livingClient } from '../rig/living-client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const ANCHORS = '.wukong/anchors/anchors.md';
const CANDIDATES = '.wukong/anchors/anchors_candidates.md';
const ITEM = '- [x] A-2026-k3f7 Decision: Empty input is valid\n  - text: It is.\n  - source: me\n';

/** Saved so many seconds ago. */
function save(rig: Rig, text: string, seconds: number): void {
  rig.write(CANDIDATES, text);
  const time = Date.now() / 1000 - seconds;
  utimesSync(join(rig.repo, CANDIDATES), time, time);
}
const message = async (rig: Rig, event: string, payload = {}): Promise<unknown> =>
  (await rig.hook(event, payload)).json?.systemMessage;
const typed = (rig: Rig, prompt = 'hello') =>
  message(rig, 'UserPromptSubmit', { prompt, prompt_id: prompt });

test('a tick is taken up when a person types, however short ago they saved it', async () => {
  await using rig = await Rig.create();
  save(rig, ITEM, 0);
  expect(await message(rig, 'SessionStart', { source: 'startup' })).toBeUndefined();
  expect(await message(rig, 'Stop', { stop_hook_active: false })).toBeUndefined();
  expect(await typed(rig, '<task-notification>no person</task-notification>')).toBeUndefined();
  expect(rig.file(ANCHORS)).not.toContain('## A-2026-k3f7 Decision: Empty input is valid');
  expect(await typed(rig)).toBe('Wukong: anchor candidates as you decided: accepted A-2026-k3f7.');
  expect(rig.file(ANCHORS)).toContain('## A-2026-k3f7 Decision: Empty input is valid\n');
  expect(rig.file(CANDIDATES)).toBe('');
  expect(await typed(rig)).toBeUndefined();
  const accepted = rig.events('anchors.accepted');
  expect(accepted).toMatchObject([{ payload: { id: 'A-2026-k3f7', via: 'file' } }]);
});

test('a session that begins takes it up as well, and says once what cannot be understood', async () => {
  await using rig = await Rig.create();
  save(rig, ITEM.replace('[x]', '[?]'), 60);
  expect(await message(rig, 'SessionStart', { source: 'startup' })).toContain(
    `${CANDIDATES}:1: "[?]" is no decision.`,
  );
  expect(await message(rig, 'SessionStart', { source: 'startup' })).toBeUndefined();
  save(rig, ITEM, 60);
  expect(await message(rig, 'SessionStart', { source: 'startup' })).toContain('A-2026-k3f7');
  expect(rig.file(ANCHORS)).toContain('## A-2026-k3f7 Decision: Empty input is valid\n');
});

test('nothing is taken from the file while an agent that may write is at work, by no hook and no command', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.client = livingClient().CLAUDE_PID;
  const agents = new Agents(rig);
  await typed(rig, '/wukong_fix it crashes');
  await agents.untilBody({ command: TESTS_BY_NODE.command.join(' '), calls: [] });
  save(rig, ITEM, 60);
  expect(await typed(rig)).toBeUndefined();
  expect((await rig.cli(['status'])).stderr).toBe('');
  expect(rig.file(CANDIDATES)).toBe(ITEM);

  // What was saved while it worked is not known to be the person's when it has ended either.
  save(rig, ITEM, 0);
  await rig.person(['abort', 'G-0001']);
  const refused = await rig.cli(['status']);
  expect(refused.stderr).toContain('Look through it and save it again.');
  expect((await rig.cli(['status'])).stderr).toBe('');
  expect(rig.file(CANDIDATES)).toBe(ITEM);
  rig.write(CANDIDATES, `${ITEM}\n`);
  expect((await rig.cli(['status'])).stderr).toContain('accepted A-2026-k3f7');
});
