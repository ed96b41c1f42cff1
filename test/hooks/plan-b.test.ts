// Plan B through the built hooks: what fails of the same again and again is thought over before it is tried again.

import { expect, test } from 'vitest';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const env = livingClient();
const WAYS = ['A', 'B', 'C'].map(
  (name) => `Option ${name}: ask in way ${name}\nPros: short\nCons: slow\nEffort: S\n`,
);
const PLAN_B = `Root cause: the file it cites was renamed\n${WAYS.join('')}`;

test('two runs that fail of the same bring a mind that looks for another way, and the next run has its report', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const prompt = '/wukong_fix it crashes';
  await rig.typed(prompt, env);
  const agents = new Agents(rig, env);
  const runs = () => rig.events('run.ended').length;
  for (const run of [1, 2]) {
    const agent = `ear${run}`;
    await agents.dispatch('ear', agent);
    const more = 'Criterion: it works. (request: "it crashes")';
    for (let n = 0; n < 5 && runs() < run; n += 1) {
      await agents.report('ear', { more, references: ['src/renamed.js:1'] }, agent);
    }
    expect(runs(), rig.dump()).toBe(run);
  }
  const nodes = rig.taskgraph()?.graphs.at(-1)?.nodes ?? [];
  const planB = nodes.find(({ title }) => title === 'Plan B for N-001');
  expect(planB, rig.dump()).toMatchObject({ role: 'mind', status: 'ready' });
  expect(rig.node('N-001')?.status).toBe('pending');

  await agents.dispatch('mind');
  expect(agents.orders.get('mind')).toContain('Root cause:');
  await agents.report('mind', { more: PLAN_B });
  await agents.dispatch('ear', 'ear3');
  expect(agents.orders.get('ear3'), rig.dump()).toContain('the file it cites was renamed');
  expect(agents.orders.get('ear3')).toContain('Option C: ask in way C');
});
