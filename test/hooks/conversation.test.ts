// Everything a person is shown during a whole goal: one report that is sent back, one question, the end,
// and what is typed around it. The pictures are in conversation/; `npx vitest run -u` makes them again.

import { expect, test } from 'vitest';
import { mend, SOURCE } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { type HookRun, Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

const TESTED: Words = { command: TESTS_BY_NODE.command.join(' '), references: [`${SOURCE}:19`] };
const env = livingClient();

const SAID = {
  English: {
    request: 'the decoder crashes on empty input',
    question: 'Is an empty body an error, or no readings?',
    why: 'The README can be read both ways',
    answer: 'no readings',
    other: 'the parser fails on tabs',
  },
  Chinese: {
    request: '解码器在空输入时崩溃',
    question: '空内容是错误，还是没有读数？',
    why: 'README 两种读法都说得通',
    answer: '没有读数',
    other: '解析器遇到制表符失败',
  },
} as const;

test.each(['English', 'Chinese'] as const)(
  'a goal asked for in %s is told in it, message by message',
  async (language) => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const shown = record(rig);
    const agents = new Agents(rig, env);
    const { request, question, why, answer, other } = SAID[language];
    const type = (prompt: string) =>
      rig.hook('UserPromptSubmit', { prompt, prompt_id: prompt }, env);
    const wake = (agent: string) =>
      type(
        `<task-notification>\n<task-id>${agent}</task-id>\n<status>completed</status>\n<summary>x</summary>\n</task-notification>`,
      );
    const stop = () => rig.hook('Stop', { stop_hook_active: false }, env);
    const work = async (role: string, words: Words, agent = role) => {
      await agents.report(role, words, agent);
      await wake(agent);
    };

    await type(`/wukong ${request}`);
    await agents.dispatch('ear');
    await work('ear', { more: `Criterion: it works. (request: "${request}")` });
    await agents.dispatch('eye');
    const asking = `## Questions\n- ${question}`;
    await work('eye', { status: 'blocked', summary: why, more: asking });
    await stop();
    await type(`/wukong_resume ${answer}`);
    await agents.dispatch('eye', 'eye2');
    await work('eye', { command: TESTED.command ?? '', calls: [] }, 'eye2');
    await agents.dispatch('body');
    mend(rig);
    const claimed = 'Evidence-Level: L2';
    await agents.report('body', { ...TESTED, header: claimed, references: [`${SOURCE}:999`] });
    await work('body', { ...TESTED, header: claimed });
    await agents.dispatch('tongue');
    rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
    await work('tongue', { ...TESTED, references: ['test/more.test.js:1'] });
    await agents.dispatch('nose');
    await work('nose', { header: 'Verdict: accept' });
    await agents.dispatch('mind');
    await work('mind', {});
    const end = String((await stop()).json?.systemMessage);
    const undo = /git (apply -R \S+)/.exec(end)?.[1] ?? '';
    await rig.git(...undo.split(' '), '--check');

    await type(`/wukong_resume ${answer}`);
    await type(`/wukong_fxi ${request}`);
    await type(`/wukong_fix ${request}`);
    await type(`/wukong_fix ${other}`);
    await type('/wukong_pause');
    await type('/wukong_resume');
    await expect(`${shown.join('\n\n')}\n`, rig.dump()).toMatchFileSnapshot(
      `conversation/${language.toLowerCase()}.txt`,
    );
    for (const one of shown) expect(one.split('\n').length, one).toBeLessThanOrEqual(11);
  },
);

/** What a person sees of each hook: a message, or why a prompt was stopped. */
function record(rig: Rig): string[] {
  const shown: string[] = [];
  const hook = rig.hook.bind(rig);
  rig.hook = async (event, payload, more): Promise<HookRun> => {
    const run = await hook(event, payload, more);
    const { prompt = '', subagent_type } = { ...payload } as Record<string, string>;
    const typed = prompt.startsWith('/') ? ` > ${prompt}` : '';
    const { systemMessage, reason } = run.json ?? {};
    const text = systemMessage ?? (event === 'UserPromptSubmit' ? reason : undefined);
    if (text !== undefined)
      shown.push(`[${event}${typed}${subagent_type ?? ''}]\n${plain(String(text))}`);
    return run;
  };
  return shown;
}

/** Without what is another at each run. */
function plain(text: string): string {
  return text.replaceAll(/\d+( s\b| 秒)/g, 'N$1').replaceAll(/S-\d{8}-/g, 'S-DAY-');
}
