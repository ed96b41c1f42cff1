// Whatever makes a result unwanted stops the gates that run for it, and nothing they measured counts.

import { expect, test } from 'vitest';
import { SESSION } from '../crash/scene.ts';
import { livingClient } from '../rig/living-client.ts';
import { Checked } from './checked.ts';

test('/wukong_pause stops the gates that run, and resuming verifies again', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.say(checked.report());
  const gate = await checked.gates.next();
  await checked.must('UserPromptSubmit', { prompt: '/wukong_pause', prompt_id: 'pause' });
  await gate.gone;
  expect(checked.ofType('verify.stopped')).toHaveLength(1);
  expect(checked.ofType('gate.finished')).toEqual([]);
  expect(checked.gates.unasked).toBe(0);
  expect(await checked.say(checked.stop())).toBe('');

  await checked.must('UserPromptSubmit', { prompt: '/wukong_resume', prompt_id: 'resume' });
  (await checked.gates.next()).end(0);
  await checked.event('node.done');
  expect(checked.ofType('run.dispatched')).toHaveLength(1);
});

test('`wukong pause` lets an agent that is held stop, and its report waits', async () => {
  await using checked = await Checked.working();
  const hook = checked.start(checked.report());
  const gate = await checked.gates.next();
  expect((await checked.scene.rig.cli(['pause'])).code).toBe(0);
  await gate.gone;
  expect(await hook.ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await checked.status()).toContain('no process is checking it');
});

test('`wukong goal cancel` stops the gates that run, and nothing is settled', async () => {
  await using checked = await Checked.create();
  checked.scene.rig.client = livingClient().CLAUDE_PID;
  await checked.work(SESSION, 'a1');
  const hook = checked.start(checked.report());
  const gate = await checked.gates.next();
  expect((await checked.scene.rig.person(['goal', 'cancel'])).code).toBe(0);
  await gate.gone;
  expect((await hook.ended).stdout).toBe('');
  expect(checked.ofType('gate.finished')).toEqual([]);
  expect(checked.ofType('evidence.graded')).toEqual([]);
});

test('a run that another session replaces has its gates stopped, and its new run is checked from the start', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.say(checked.report());
  const gate = await checked.gates.next();
  const other = { session_id: 'another' };
  const prompt = { ...other, prompt: '/wukong_resume --take', prompt_id: 'take' };
  await checked.must('UserPromptSubmit', prompt);
  await gate.gone;
  expect(checked.ofType('run.ended')).toMatchObject([{ payload: { outcome: 'replaced' } }]);
  await checked.dispatch('a2', other);
  await checked.say(checked.report('a2', other));
  (await checked.gates.next()).end(0);
  expect((await checked.event('node.done')).run_id).toMatch(/-0002$/);
});

test('while a goal is paused a report is kept and no gate runs; resuming has it checked', async () => {
  await using checked = await Checked.working();
  await checked.must('UserPromptSubmit', { prompt: '/wukong_pause', prompt_id: 'pause' });
  expect(await checked.say(checked.report())).toBe('');
  expect(checked.gates.names).toEqual([]);
  await checked.must('UserPromptSubmit', { prompt: '/wukong_resume', prompt_id: 'resume' });
  (await checked.gates.next()).end(0);
  await checked.event('node.done');
});

test('the gates of a goal’s end stop with a pause as well, and it is not closed', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0, stopWaitSec: 0 });
  await checked.untilTheEnd();
  const last = await checked.gates.next();
  expect(await checked.status()).toMatch(/The final tree is being checked: gate "one" has run for/);
  await checked.must('UserPromptSubmit', { prompt: '/wukong_pause', prompt_id: 'pause' });
  await last.gone;
  expect(checked.ofType('graph.completed')).toEqual([]);
  await checked.must('UserPromptSubmit', { prompt: '/wukong_resume', prompt_id: 'resume' });
  const stop = checked.say(checked.stop());
  (await checked.gates.next()).end(0);
  expect(await stop).toContain('its gates still run on the final tree');
  await checked.event('graph.completed');
});
