import { expect, test } from 'vitest';
import { pauseForPerson, setTerms } from '../../runtime/kernel/requests/goals.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { must } from '../cli/goals.ts';
import { Rig } from '../rig/rig.ts';

const SESSION = '22222222-2222-4222-8222-222222222222';
const PASSED = '2000-01-01T00:00:00.000Z';

test('a goal whose deadline has passed stays paused until it has another one, and is asked about once', async () => {
  await using rig = await Rig.create();
  const typed = (prompt: string) => rig.hook('UserPromptSubmit', { session_id: SESSION, prompt });
  await typed('/wukong_fix the decoder crashes on empty input');
  const ws = mainCheckout(rig.repo);
  must(ws, (step) => {
    const goal = step.state.goals['G-0001'];
    if (!goal) throw new Error('no goal');
    setTerms(step, goal, { deadline: PASSED }, { by: 'u@h' });
    pauseForPerson(step, goal, { kind: 'deadline-passed', deadline: PASSED });
  });

  const resumed = await typed('/wukong_resume');
  expect(String(resumed.json?.systemMessage), rig.dump()).toMatch(
    /G-0001 is paused: its deadline has passed .*wukong goal set G-0001 --deadline .*\n?.*ESC-0001/s,
  );
  expect(JSON.stringify(resumed.json)).toContain('Dispatch nothing.');
  const shell = await rig.cli(['resume', 'G-0001']);
  expect(shell.code).toBe(3);
  expect(shell.stderr).toContain('G-0001 stays paused: its deadline has passed');
  expect(rig.events().map(({ type }) => type)).not.toContain('escalation.closed');

  must(ws, (step) => {
    const goal = step.state.goals['G-0001'];
    if (goal) setTerms(step, goal, { deadline: '2999-01-01T00:00:00.000Z' }, { by: 'u@h' });
  });
  await typed('/wukong_resume G-0001');
  expect(rig.events().map(({ type }) => type)).toContain('graph.resumed');
});
