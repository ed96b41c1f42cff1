// `/wukong <text>`: the built hook chooses the template, or leaves it to the person.

import { describe, expect, test } from 'vitest';
import { classify, runnerUp } from '../../runtime/classify/classify.ts';
import {
  chosenText,
  noTemplateText,
  unauditedText,
  unsureText,
} from '../../runtime/hosts/claude-code/session/chosen-text.ts';
import { Rig } from '../rig/rig.ts';

test('a request that says what it is begins a goal of that track, and one line says why', async () => {
  await using rig = await Rig.create();
  const prompt = '/wukong the decoder crashes on empty input';
  const { json } = await rig.typed(prompt);
  expect(String(json?.systemMessage).split('\n')[0], rig.dump()).toBe(
    'Wukong chose fix: "crashes" says that something fails.',
  );
  const begun = rig.events('goal.created')[0];
  expect(begun?.payload).toMatchObject({
    request: 'the decoder crashes on empty input',
    template: { name: 'fix' },
  });
  expect(json?.hookSpecificOutput).toMatchObject({
    additionalContext: expect.stringContaining('Wukong made G-0001 (fix, '),
  });
});

test('an unsure one stops the prompt, begins nothing and gives the two commands to paste', async () => {
  await using rig = await Rig.create();
  const prompt = '/wukong the pagination problem';
  const { json } = await rig.typed(prompt);
  expect(json, rig.dump()).toEqual({
    decision: 'block',
    reason: [
      'Wukong did not begin: nothing in it says clearly what kind of work it is. Type one of these:',
      '/wukong_fix the pagination problem',
      '/wukong_feature the pagination problem',
    ].join('\n'),
  });
  expect(rig.events().some(({ type }) => type === 'goal.created')).toBe(false);
});

test('the line says where a small fix has to look, if the small template is what begins', () => {
  const choice = classify('test/decoder.test.ts fails');
  const why = 'Wukong chose fix: "fails" says that something fails';
  expect(chosenText(choice, 'fix_small')).toBe(
    `${why}; fix_small: "test/decoder.test.ts" says where to look.`,
  );
  expect(chosenText(choice, 'fix')).toBe(`${why}.`);
});

test('a track without its template begins nothing, and what there is can be pasted', () => {
  const text = 'add dark mode';
  expect(noTemplateText(classify(text), ['fix', 'mine'], { text })).toBe(
    [
      'Wukong did not begin: there is no template feature here (feature: "add" asks for something new). Type one of these:',
      '/wukong_fix add dark mode',
      '/wukong_mine add dark mode',
    ].join('\n'),
  );
});

describe('a request of high risk', () => {
  const says = (text: string, template: string) => chosenText(classify(text), template, 'high');

  test('says so in the line, with the word that speaks of it', () => {
    expect(says('two workers crash because of a race condition', 'fix')).toBe(
      'Wukong chose fix: "crash" says that something fails; risk high: "race condition" is about concurrency.',
    );
  });

  test('is not begun without an audit: another track takes it, and the line says so', () => {
    const text = 'rename PASSWORD to PASS in src/config.ts and fix the crash at login';
    expect(says(text, 'fix')).toContain('Wukong chose fix');
    expect(runnerUp('bump the version, it crashes', 'direct')).toBe('fix');
    expect(runnerUp('rename AUTH_KEY to KEY in src/config.ts', 'direct')).toBeUndefined();
    expect(says('rename AUTH_KEY to KEY in src/password.ts', 'fix')).toBe(
      'Wukong chose fix, not direct: direct has no audit; risk high: "password" is about security.',
    );
  });

  test('is asked about where no other track speaks for itself, with the flags in the commands', () => {
    const text = 'rename MAX to MOST in src/password.ts';
    expect(unauditedText(classify(text), { text, risk: 'high', params: { a: 'b c' } })).toBe(
      [
        'Wukong did not begin: direct: "rename MAX to MOST in src/password.ts" renames one thing in one file; risk high: "password" is about security; direct has no audit. Type one of these:',
        `/wukong_fix --risk high --param a="b c" ${text}`,
        `/wukong_feature --risk high --param a="b c" ${text}`,
        `/wukong_direct --param a="b c" ${text}`,
      ].join('\n'),
    );
  });

  test('that is unsure keeps the risk in the commands to paste', () => {
    const text = 'password problem';
    expect(unsureText(classify(text), { text, risk: 'high' })).toContain(
      `/wukong_fix --risk high ${text}`,
    );
  });
});

test('a request of high risk begins a goal of high risk, in a template with an audit', async () => {
  await using rig = await Rig.create();
  const typed = (prompt: string) => rig.typed(prompt);
  const asked = await typed('/wukong rename MAX to MOST in src/password.ts');
  expect(asked.json, rig.dump()).toMatchObject({
    decision: 'block',
    reason: expect.stringContaining('/wukong_direct rename MAX'),
  });
  await typed('/wukong the decoder crashes when two threads read');
  await typed('/wukong --risk high src/decoder.js:3 crashes on empty input');
  const begun = rig.events('goal.created');
  expect(begun.map(({ payload }) => payload.template)).toMatchObject([
    { name: 'fix', risk: 'high' },
    { name: 'fix', risk: 'high' },
  ]);
});

test('a page of text fits into the message twice', () => {
  const text = `pagination ${'x'.repeat(20_000)}`;
  expect(unsureText(classify(text), { text }).length).toBeLessThan(9000);
});
