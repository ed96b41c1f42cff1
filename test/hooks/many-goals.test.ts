import { expect, test } from 'vitest';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { LIVING, start } from '../cli/goals.ts';
import { Rig } from '../rig/rig.ts';

async function withManyGoals(): Promise<Rig> {
  const rig = await Rig.create();
  const ws = findRepository(rig.repo);
  if (!ws) throw new Error('no repository was found');
  for (let n = 1; n <= 40; n += 1) start(ws, `goal ${n}`, LIVING, `session-${n}`);
  expect(Object.keys(JSON.parse(rig.file('.wukong/state.json')).goals)).toHaveLength(40);
  return rig;
}

test('among forty open goals a session finds its own, is offered its nodes and held by it', async () => {
  await using rig = await withManyGoals();
  const session_id = 'session-17';
  const call = { tool_name: 'Agent', tool_use_id: 'toolu_1' };
  const tool_input = { description: 'd', prompt: 'go', subagent_type: 'ear' };
  const bound = await rig.hook('PreToolUse', { session_id, ...call, tool_input });
  expect(bound.stdout).toContain('G-0017');
  const tool_response = { isAsync: true, status: 'async_launched', agentId: 'a1' };
  await rig.hook('PostToolUse', { session_id, ...call, tool_input, tool_response });
  const tasks = [{ id: 'a1', type: 'subagent', status: 'running' }];
  await rig.hook('Stop', { session_id, background_tasks: tasks });
  await rig.hook('SessionEnd', { session_id, reason: 'other' });
  const told = rig.events().filter((event) => event.session_id === session_id);
  expect(new Set(told.map((event) => event.goal_id))).toEqual(new Set(['G-0017']));
  expect(told.map(({ type }) => type)).toEqual([
    'goal.created',
    'goal.owned',
    'PreToolUse',
    'run.dispatched',
    'PostToolUse',
    'run.started',
    'Stop',
    'SessionEnd',
    'goal.released',
  ]);
  expect((await rig.cli(['fsck'])).code).toBe(0);
});

test('an event of a session without a goal is recorded, and is about none of them', async () => {
  await using rig = await withManyGoals();
  const stopped = await rig.hook('Stop', { session_id: 'somebody', background_tasks: [] });
  expect(stopped).toMatchObject({ code: 0, stdout: '' });
  const last = rig.events().at(-1);
  expect(last).toMatchObject({ type: 'Stop', session_id: 'somebody' });
  expect(last).not.toHaveProperty('goal_id');
});
