// P11: the same delivery twice has one effect.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meaningOf } from '../crash/meaning.ts';
import { type Delivery, Scene } from '../crash/scene.ts';
import {
  agentCall,
  dispatchEar,
  earReport,
  launched,
  offered,
  start,
  talk,
} from '../crash/steps.ts';
import { rounds, Tally } from '../crash/tally.ts';

const wakeUp: Delivery = {
  event: 'UserPromptSubmit',
  payload: {
    prompt_id: 'wake',
    prompt:
      '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>x</summary>\n</task-notification>',
  },
};
const readFile: Delivery = {
  event: 'PreToolUse',
  payload: { tool_name: 'Read', tool_use_id: 'r', tool_input: {}, agent_id: 'a1' },
};
const failed: Delivery = { event: 'PostToolUseFailure', payload: agentCall('ear', 'toolu_1') };

/** In an order that can happen; which of them come, and which of those twice, is left to chance. */
const COURSE = (scene: Scene): readonly (() => Delivery)[] => [
  () => talk('t1'),
  () => start,
  () => dispatchEar,
  () => launched,
  () => readFile,
  () => talk('t2'),
  () => earReport(scene),
  () => failed,
  () => wakeUp,
  () => ({ event: 'PreCompact', payload: { trigger: 'auto' } }),
];

type Choice = Readonly<{ comes: boolean; times: number; later: boolean }>;
const choice: fc.Arbitrary<Choice> = fc.record({
  comes: fc.boolean(),
  times: fc.integer({ min: 1, max: 3 }),
  later: fc.boolean(),
});

/** Everything comes, and twice. */
function all(later: boolean): Choice[] {
  return Array(10).fill({ comes: true, times: 2, later });
}

async function play(scene: Scene, choices: readonly Choice[], once: boolean): Promise<unknown> {
  const later: Delivery[] = [];
  for (const [i, make] of COURSE(scene).entries()) {
    const { comes, times, later: isLater } = choices[i] ?? { comes: false, times: 1, later: false };
    if (!comes) continue;
    const delivery = make();
    await scene.deliver(delivery);
    for (let n = 1; !once && n < times; n += 1) {
      if (isLater) later.push(delivery);
      else await scene.deliver(delivery);
    }
  }
  for (const delivery of later) await scene.deliver(delivery);
  const { graphs, outcomes } = meaningOf(scene.ws);
  const types = scene
    .counted()
    .flatMap(({ type }) => (/^(?:goal|node|run)\./.test(type) ? type : []));
  return { graphs, outcomes, types };
}

test('P11 deliveries that come twice or three times, at once or late, have the effect of one', async () => {
  await using scene = await Scene.create();
  using tally = new Tally('P11 repetitions');
  await offered(scene);
  const before = scene.keep();
  const choices = fc.array(choice, { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      tally.rounds += 1;
      tally.faults += chosen.filter(({ comes, times }) => comes && times > 1).length;
      scene.putBack(before);
      const once = await play(scene, chosen, true);
      scene.putBack(before);
      expect(await play(scene, chosen, false)).toEqual(once);
    }),
    { numRuns: rounds(3, 150), seed: 11, examples: [[all(false)], [all(true)]] },
  );
});
