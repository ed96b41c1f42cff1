// Hooks of a client that carries out a run by itself, and of one that only has its variable.

import { expect, test } from 'vitest';
import { processRef } from '../../runtime/workspace/processes.ts';
import { giveRun, RUN } from '../executors/given-run.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';

const REPORT = 'All good.';

test('a client that carries out a run is held by its limits and sent back, and only that client', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const own = livingClient();
  await giveRun(rig, processRef(Number(own.CLAUDE_PID)));
  const env = { ...own, WUKONG_RUN: RUN, WUKONG_DEPTH: '1' };
  const edit = {
    tool_name: 'Edit',
    tool_use_id: 'toolu_1',
    tool_input: { file_path: `${rig.repo}/test/decoder.test.js` },
  };
  const stop = { stop_hook_active: false, last_assistant_message: REPORT };

  // The variable stayed in a shell, and another client was started there.
  const elsewhere = { WUKONG_RUN: RUN };
  await rig.hook('SessionStart', { source: 'startup' }, elsewhere);
  expect((await rig.hook('guard', edit, elsewhere)).json).toBeUndefined();
  expect((await rig.hook('Stop', stop, elsewhere)).json).toBeUndefined();
  const typed = { prompt: '/wukong_status', prompt_id: 'p1' };
  expect((await rig.hook('UserPromptSubmit', typed, elsewhere)).json).toBeDefined();
  expect(rig.events().filter(({ run_id }) => run_id === RUN)).toHaveLength(1);

  expect((await rig.hook('SessionStart', { source: 'startup' }, env)).json).toBeUndefined();
  expect((await rig.hook('UserPromptSubmit', typed, env)).json).toBeUndefined();
  const held = await rig.hook('guard', edit, env);
  expect(held.json?.hookSpecificOutput, rig.dump()).toMatchObject({ permissionDecision: 'deny' });
  const inside = { ...stop, session_id: '22222222-2222-4222-8222-222222222222' };
  expect((await rig.hook('Stop', inside, env)).json).toBeUndefined();
  const sent = await rig.hook('Stop', stop, env);
  expect(sent.json, rig.dump()).toMatchObject({ decision: 'block' });
  const facts = rig.events().filter(({ run_id, type }) => run_id === RUN && /^[a-z]/.test(type));
  expect(facts.map(({ type }) => type)).toEqual([
    'run.dispatched',
    'run.started',
    'run.guarded',
    'run.reported',
    'artifacts.stored',
    'evidence.graded',
    'run.sent_back',
  ]);
});

test('where an executor started the client no goal is begun', async () => {
  await using rig = await Rig.create();
  const typed = { prompt: '/wukong_fix it crashes', prompt_id: 'p1' };
  const { json } = await rig.hook('UserPromptSubmit', typed, { WUKONG_DEPTH: '1' });
  expect(json).toMatchObject({ decision: 'block' });
  const added = await rig.cli(['goal', 'add', 'it crashes'], { env: { WUKONG_DEPTH: '1' } });
  expect(added.code).toBe(2);
  expect(rig.events().some(({ type }) => type === 'goal.created')).toBe(false);
});
