// A goal that a person begins with high risk.

import { expect, test } from 'vitest';
import { readPrompt } from '../../runtime/hosts/claude-code/session/prompt.ts';
import { phrasesIn } from '../../runtime/hosts/claude-code/session/speak.ts';
import { badFlag } from '../../runtime/hosts/claude-code/session/unknown-command.ts';
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

test('parameters are read where they stand before the words, quoted or not, in any order', () => {
  const asked = { kind: 'start', template: 'mine', text: 'do it' };
  expect(
    readPrompt(`/wukong_mine --param suite="npm run unit" --risk high --param=where='a b' do it`),
  ).toEqual({ ...asked, risk: 'high', params: { suite: 'npm run unit', where: 'a b' } });
  expect(readPrompt('/wukong_mine --param a= --param b=src/x.ts do it')).toEqual({
    ...asked,
    params: { a: '', b: 'src/x.ts' },
  });
  for (const text of ['--param suite do it', '--param "a b"=c do it', 'do --param a=b']) {
    expect(readPrompt(`/wukong_mine ${text}`)).toEqual({ ...asked, text });
  }
  expect(readPrompt('/wukong --risk high --param a=b the decoder crashes')).toEqual({
    kind: 'choose',
    text: 'the decoder crashes',
    risk: 'high',
    params: { a: 'b' },
  });
});

test('a flag that says nothing is answered with how to type it', () => {
  const flag = badFlag('--param suite do it');
  expect(flag).toBe('param');
  expect(badFlag('say --param suite')).toBeUndefined();
  const why = { kind: 'bad-flag', typed: '/wukong_mine', flag: 'param' } as const;
  expect(phrasesIn('en').refused(why)).toBe(
    'Wukong: --param is typed in this form: /wukong_mine --param name="value" <what to do>',
  );
  const late = { ...why, flag: 'deadline', passed: '2020-01-01' } as const;
  expect(phrasesIn('en').refused(late)).toBe(
    'Wukong: 2020-01-01 has passed; --deadline takes a time to come.',
  );
  expect(phrasesIn('zh').refused(late)).toContain('2020-01-01 已经过去');
});

test('a goal of high risk is begun with it, and a plan without an audit or another risk is refused', async () => {
  await using rig = await Rig.create();
  const typed = (prompt: string) => rig.typed(prompt);
  const refused = await typed('/wukong_direct --risk high it crashes');
  expect(refused.json, rig.dump()).toMatchObject({ decision: 'block' });
  expect(String(refused.json?.reason)).toContain('WK2002');
  const other = await typed('/wukong_fix --risk low it crashes');
  expect(String(other.json?.reason)).toContain('/wukong_fix --risk high <what to do>');
  expect(rig.events('goal.created')).toEqual([]);
  await typed('/wukong_fix --risk high it crashes');
  const [created] = rig.events('goal.created');
  expect(created?.payload).toMatchObject({ title: 'it crashes', template: { risk: 'high' } });
});
