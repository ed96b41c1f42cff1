// What a prompt is taken for, and what is said to one that is no command.

import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../runtime/hosts/claude-code/session/prompt.ts';
import { phrasesIn } from '../../runtime/hosts/claude-code/session/speak.ts';
import { withPluginNames } from '../../runtime/words/in-shell.ts';

describe('what is typed behind /wukong', () => {
  test.each([
    ['/wukong', '/wukong'],
    ['/wukong fix', '/wukong fix'],
    ['/wukong resume G-0001 --take', '/wukong resume'],
    ['/wukong Pause', '/wukong Pause'],
    ['/wukong_ fix it', '/wukong_'],
    ['/wukong_Fix it', '/wukong_Fix'],
    ['/wukong-fix it', '/wukong-fix'],
    [`/wukong_${'a'.repeat(40)} it`, `/wukong_${'a'.repeat(40)}`],
  ])('%j is a command that is not there', (prompt, typed) => {
    expect(readPrompt(prompt)).toEqual({ kind: 'unknown', typed });
  });

  test.each([
    ['/wukong fix the decoder', 'fix the decoder'],
    ['  /wukong\nfix it', 'fix it'],
    ['/wukong src/decoder.js is wrong', 'src/decoder.js is wrong'],
    ['/wukong 解码器崩溃', '解码器崩溃'],
    ['/wukong status page is blank', 'status page is blank'],
    ['/wukong resume the upload where it stopped', 'resume the upload where it stopped'],
  ])('%j is a request, and the runtime chooses the template', (prompt, text) => {
    expect(readPrompt(prompt)).toEqual({ kind: 'choose', text });
  });

  test.each([
    ['/wukong:fix it crashes', '/wukong_fix it crashes'],
    ['  /wukong:do fix the decoder', '/wukong fix the decoder'],
    ['/wukong:resume G-0001 --take go on', '/wukong_resume G-0001 --take go on'],
    ['/wukong:pause', '/wukong_pause'],
    ['/wukong:prove --base main', '/wukong_prove'],
  ])('%j of the plugin is %j', (ofPlugin, short) => {
    expect(readPrompt(ofPlugin)).toEqual(readPrompt(short));
  });

  test('/wukong:trust is an answer, and words behind it make it none', () => {
    expect(readPrompt(' /wukong:trust ')).toEqual({ kind: 'trust' });
    expect(readPrompt('/wukong:trust them all').kind).not.toBe('trust');
  });

  test('of the plugin is said with its own names, and paths stay', () => {
    const said = 'Type /wukong_resume G-0001, `/wukong_fix <words>` or /wukong <what>.';
    expect(withPluginNames(said)).toBe(
      'Type /wukong:resume G-0001, `/wukong:fix <words>` or /wukong:do <what>.',
    );
    const path = 'src/wukong_fix.js and .claude/commands/wukong_fix.md';
    expect(withPluginNames(path)).toBe(path);
  });

  test.each([
    '/wukong/src/a.js is wrong',
    '/wukong:',
    '/wukong:src/a.js',
    '/wukongify it',
    'what does /wukong do?',
    '/wukong_a/b',
  ])('%j is talk', (prompt) => {
    expect(readPrompt(prompt)).toEqual({ kind: 'talk' });
  });

  test('is looked up by whoever knows the templates, where it may be the name of one', () => {
    expect(readPrompt('/wukong_mine do it')).toEqual({
      kind: 'start',
      template: 'mine',
      text: 'do it',
    });
  });
});

test('a command that is not there is answered with what there is, and what was meant', () => {
  const templates = ['feature', 'fix', 'status'];
  const text = (typed: string) => phrasesIn('en').refused({ kind: 'no-command', typed, templates });
  const all =
    'There are: /wukong <what to do>, /wukong_feature <what to do>, /wukong_fix <what to do>, /wukong_resume [G-0001] [N-010] [words], /wukong_pause, /wukong_status, /wukong_prove. Each template in .wukong/templates/ adds one.';
  expect(text('/wukong')).toBe(`Wukong: say what to do behind /wukong. ${all}`);
  for (const typed of ['/wukong Fix', '/wukong-fix', '/wukong_fxi', '/wukong fix']) {
    expect(text(typed)).toBe(`Wukong: there is no ${typed} here. Did you mean /wukong_fix? ${all}`);
  }
  expect(text('/wukong_resum')).toContain('Did you mean /wukong_resume?');
  expect(text('/wukong_\u001b[31m')).toBe(`Wukong: there is no such command here. ${all}`);
});

describe('a wake-up of the client', () => {
  const ended = (more: string) => `<task-notification>\n${more}\n</task-notification>`;

  test.each([
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['killed', 'killed'],
    ['stopped', 'killed'],
    ['dreaming', 'other'],
  ])('names the agent that ended, and how: %s', (status, meant) => {
    const head = `<task-id>a1</task-id>\n<status>${status}</status>\n<summary>x</summary>`;
    expect(readPrompt(ended(head))).toEqual({
      kind: 'ended',
      tasks: [{ agentId: 'a1', status: meant }],
    });
  });

  test('ends one agent, and a report in it ends nothing', () => {
    const report = '<result>\n<task-id>a1</task-id><status>killed</status></result>';
    const head = '<task-id>other</task-id>\n<status>completed</status>';
    expect(readPrompt(ended(`${head}\n${report}`))).toEqual({
      kind: 'ended',
      tasks: [{ agentId: 'other', status: 'completed' }],
    });
    expect(readPrompt(ended(report))).toEqual({ kind: 'ended', tasks: [] });
  });

  test('is none in the middle of what a person types', () => {
    const typed = `look: ${ended('<task-id>a1</task-id><status>killed</status><summary>')}`;
    expect(readPrompt(typed)).toEqual({ kind: 'talk' });
  });

  test('says which agent handed its work back', () => {
    const prompt = '<agent-message from="a1">Status: done</agent-message>';
    expect(readPrompt(prompt)).toEqual({ kind: 'handed-back', agentId: 'a1' });
  });
});

test('/wukong_resume is taken with all that is typed behind it', () => {
  const text = 'G-0001 N-020 --take use UTF-8';
  expect(readPrompt(`/wukong_resume ${text}`)).toEqual({ kind: 'resume', text });
});
