// `/wukong <text>`: the built hook chooses the template, or leaves it to the person.

import { expect, test } from 'vitest';
import { classify } from '../../runtime/classify/classify.ts';
import {
  chosenText,
  noTemplateText,
  unsureText,
} from '../../runtime/hosts/claude-code/session/chosen-text.ts';
import { Rig } from '../rig/rig.ts';

test('a request that says what it is begins a goal of that track, and one line says why', async () => {
  await using rig = await Rig.create();
  const prompt = '/wukong the decoder crashes on empty input';
  const { json } = await rig.hook('UserPromptSubmit', { prompt, prompt_id: 'p1' });
  expect(json?.systemMessage, rig.dump()).toBe(
    'Wukong chose fix: "crashes" says that something fails.',
  );
  const begun = rig.events().find(({ type }) => type === 'goal.created');
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
  const { json } = await rig.hook('UserPromptSubmit', { prompt, prompt_id: 'p1' });
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
  expect(noTemplateText(classify(text), ['fix', 'mine'], text)).toBe(
    [
      'Wukong did not begin: there is no template feature here (feature: "add" asks for something new). Type one of these:',
      '/wukong_fix add dark mode',
      '/wukong_mine add dark mode',
    ].join('\n'),
  );
});

test('a page of text fits into the message twice', () => {
  const text = `pagination ${'x'.repeat(20_000)}`;
  expect(unsureText(classify(text), text).length).toBeLessThan(9000);
});
