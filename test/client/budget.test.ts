// What a goal costs and what it may cost, with the real client.

import { expect, test } from 'vitest';
import { usdText } from '../../runtime/words/goal.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { requireClient } from '../rig/client.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();

const FILE = '.wukong/escalations/ESC-0001.md';

/** As a person leaves it who ticks the first option and writes this. */
function answered(text: string, words: string): string {
  return text
    .replace('- [ ] A', '- [x] A')
    .replace('\n\n\n\n- [ ] Done', `\n\n${words}\n\n- [x] Done`);
}

type Result = Readonly<{
  total_cost_usd: number;
  modelUsage: Readonly<
    Record<
      string,
      Readonly<
        Record<
          | 'inputTokens'
          | 'outputTokens'
          | 'cacheReadInputTokens'
          | 'cacheCreationInputTokens'
          | 'costUSD',
          number
        >
      >
    >
  >;
}>;

test.runIf(client)(
  'a goal that runs out of budget stops and asks, goes on with the budget written into the file of its question, and costs what the client says',
  async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, 'N-010', 'N-020');
    await rig.model(fixDecoder());
    const first = await (
      await rig.headless('/wukong_fix --budget tokens=20000 the decoder crashes on empty input')
    ).done;
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('paused');
    const told = JSON.stringify(first.lines);
    expect(told).toContain('its budget is used up');
    expect(told).toContain('wukong goal set G-0001 --budget tokens=<more>');
    const status = await rig.cli(['status']);
    expect(status.code).toBe(3);
    expect(status.stdout).toContain('of 20,000 tokens');
    expect(told).toContain(FILE);

    const asWritten = rig.file(FILE);
    expect(asWritten).toContain('reason: budget_exceeded');
    rig.write(FILE, answered(asWritten, 'as much as it takes'));
    const refused = await rig.cli(['resume', 'ESC-0001']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/ESC-0001\.md:\d+: A budget is tokens=N/);
    const prompt = '/wukong_resume ESC-0001 plenty';
    const typed = await rig.hook('UserPromptSubmit', { prompt, prompt_id: 'typed' });
    expect(JSON.stringify(typed.json)).toContain('nothing was taken for ESC-0001: A budget is');
    rig.write(FILE, answered(asWritten, 'tokens=900000'));
    // What gives more is shown before it is taken.
    await rig.hook('UserPromptSubmit', { prompt: 'hello', prompt_id: 'hello' });
    expect((await rig.cli(['resume', 'ESC-0001'])).stderr).toContain('/wukong_resume ESC-0001');
    expect(rig.events().some(({ type }) => type === 'goal.set')).toBe(false);

    const second = await (await rig.headless('/wukong_resume ESC-0001')).done;
    expectFixed(rig, ['N-010', 'N-020']);
    expect(JSON.stringify(second.lines)).toContain('the budget of G-0001 is now tokens=900000');
    expect(rig.file(FILE)).toContain('Taken with it: goal.set.');

    const shown = await rig.cli(['goal', 'show', 'G-0001', '--json']);
    const { spent } = JSON.parse(shown.stdout);
    const results = [first.result, second.result] as unknown as readonly Result[];
    const sum = (of: (usage: Result['modelUsage'][string]) => number): number =>
      results.reduce(
        (total, { modelUsage }) =>
          total + Object.values(modelUsage).reduce((all, one) => all + of(one), 0),
        0,
      );
    const counted = Object.values(spent.models) as readonly Record<string, number>[];
    const ours = (key: string) => counted.reduce((total, one) => total + (one[key] ?? 0), 0);
    expect({
      input: ours('input'),
      output: ours('output'),
      cache_creation: ours('cache_creation'),
      cache_read: ours('cache_read'),
    }).toEqual({
      input: sum((one) => one.inputTokens),
      output: sum((one) => one.outputTokens),
      cache_creation: sum((one) => one.cacheCreationInputTokens),
      cache_read: sum((one) => one.cacheReadInputTokens),
    });
    const cost = results.reduce((total, one) => total + one.total_cost_usd, 0);
    expect(spent.cost_usd).toBeCloseTo(cost, 6);
    expect(JSON.stringify(second.lines)).toContain(usdText(cost));
  },
);
