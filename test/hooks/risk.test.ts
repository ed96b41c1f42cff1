// A goal that a person begins with high risk.

import { expect, test } from 'vitest';
import { readPrompt } from '../../runtime/hosts/claude-code/session/prompt.ts';
import { Rig } from '../rig/rig.ts';

test('high risk is read where it stands before the words, and nowhere else', () => {
  const asked = { kind: 'start', template: 'fix' };
  for (const flag of ['--risk high', '--risk=high']) {
    const read = readPrompt(`/wukong_fix ${flag} it crashes`);
    expect(read).toEqual({ ...asked, text: 'it crashes', risk: 'high' });
  }
  for (const text of ['say that --risk high is there', '--risk higher it crashes']) {
    expect(readPrompt(`/wukong_fix ${text}`)).toEqual({ ...asked, text });
  }
});

test('a goal of high risk is begun with it, and a plan without an audit or another risk is refused', async () => {
  await using rig = await Rig.create();
  const typed = (prompt: string) => rig.hook('UserPromptSubmit', { prompt, prompt_id: prompt });
  const refused = await typed('/wukong_direct --risk high it crashes');
  expect(refused.json, rig.dump()).toMatchObject({ decision: 'block' });
  expect(String(refused.json?.reason)).toContain('WK2002');
  const other = await typed('/wukong_fix --risk low it crashes');
  expect(String(other.json?.reason)).toContain('/wukong_fix --risk high <what to do>');
  expect(rig.events().filter(({ type }) => type === 'goal.created')).toEqual([]);
  await typed('/wukong_fix --risk high it crashes');
  const [created] = rig.events().filter(({ type }) => type === 'goal.created');
  expect(created?.payload).toMatchObject({ title: 'it crashes', template: { risk: 'high' } });
});
