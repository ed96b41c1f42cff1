import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';

const SESSION = '22222222-2222-4222-8222-222222222222';

test('a usage limit parks the goal until the time the client names, and nothing waits for its person', async () => {
  await using rig = await Rig.create();
  const prompt = '/wukong_fix the decoder crashes on empty input';
  await rig.hook('UserPromptSubmit', { session_id: SESSION, prompt });
  const last_assistant_message = "You've hit your session limit · resets in 3 hours";
  await rig.hook('StopFailure', {
    session_id: SESSION,
    error: 'rate_limit',
    last_assistant_message,
  });
  const { stdout, code } = await rig.cli(['status', '--json']);
  const [goal] = JSON.parse(stdout).goals;
  const paused = rig.events('graph.paused')[0];
  const inMs = Date.parse(goal.parked_until) - Date.parse(paused?.timestamp ?? '');
  expect([code, goal.status, inMs]).toEqual([0, 'paused', 3 * 3600 * 1000]);
  expect(goal.next).toMatch(/after \d{4}-\d\d-\d\d \d\d:\d\d\./);
  const typed = { session_id: SESSION, prompt: 'how is it going?' };
  expect((await rig.hook('UserPromptSubmit', typed)).json).toBeUndefined();
  await rig.hook('UserPromptSubmit', { session_id: SESSION, prompt: '/wukong_resume' });
  expect(JSON.parse((await rig.cli(['status', '--json'])).stdout).goals[0].status).toBe('running');
});
