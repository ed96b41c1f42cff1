// A refactoring that takes five days, each in the client by day and left at night: built hooks and commands, by a
// clock of its own.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TIDY } from '../../scripts/model/tidy-invoice.ts';
import type { Edit } from '../../scripts/model/work.ts';
import { Agents, type Words } from '../hooks/agents.ts';
import { clockAt } from '../rig/clock.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';

const client = livingClient();
const DAY_MS = 24 * 3_600_000;
const SOURCE = { references: ['src/invoice.js:2'] };
const TEST_FILE = 'test/invoice.test.js';
const ONE_MORE =
  "test('is nothing for one that is free', () => {\n  assert.equal(netOf([{ price: 0, count: 1 }]), 0);\n});\n";

type Run = Readonly<{ node: string; role: string; edits?: readonly Edit[]; words: Words }>;

/** Who works on which day, what they change, and what they say. */
const DAYS: ReadonlyArray<readonly Run[]> = [
  [
    { node: 'N-010', role: 'eye', words: SOURCE },
    { node: 'N-020', role: 'mind', words: { ...SOURCE, more: 'Decision: netOf is the one loop.' } },
  ],
  [{ node: 'N-030', role: 'body', edits: TIDY, words: { ...SOURCE, command: 'npm test' } }],
  [
    {
      node: 'N-040',
      role: 'tongue',
      edits: [
        { file: TEST_FILE, mark: '', before: "test('rounds", after: `${ONE_MORE}\ntest('rounds` },
      ],
      words: { references: [`${TEST_FILE}:10`], command: 'npm test' },
    },
  ],
  [{ node: 'N-050', role: 'nose', words: { ...SOURCE, header: 'Verdict: accept' } }],
  [{ node: 'N-060', role: 'mind', words: SOURCE }],
];

test('five days of refactoring leave a checkpoint and a roll-up each, and no night counts as work', async () => {
  await using rig = await Rig.create({ example: 'invoice' });
  const began = Date.now();
  const dayAt = (i: number): string =>
    new Date(began + (i + 1) * DAY_MS).toISOString().slice(0, 10);
  const clockOn = (i: number) => clockAt(rig.root, `${dayAt(i)}T09:00:00.000Z`);
  const rollupOf = (i: number): string => `.wukong/rollups/${dayAt(i)}.md`;
  const shown = async (i: number, ...args: string[]) =>
    JSON.parse((await rig.cli([...args, 'G-0001', '--json'], clockOn(i))).stdout);

  for (const [i, runs] of DAYS.entries()) {
    const clock = clockOn(i);
    const env = { ...client, ...clock.env };
    const agents = new Agents(rig, env, clock.now);
    const isFirst = i === 0;
    const prompt = isFirst ? '/wukong_refactor write the sum once' : '/wukong_resume G-0001';
    await rig.hook('SessionStart', { source: isFirst ? 'startup' : 'resume' }, env);
    await rig.hook('UserPromptSubmit', { prompt, prompt_id: dayAt(i) }, env);
    if (!isFirst) {
      // In the morning there is the page of the day before, which a hook had written.
      await rig.waitUntil(() => existsSync(join(rig.repo, rollupOf(i - 1))) || undefined);
      for (const { node } of DAYS[i - 1] ?? []) {
        expect(rig.file(rollupOf(i - 1))).toMatch(new RegExp(`^- G-0001/${node} .*: done$`, 'm'));
      }
    }
    for (const { node, role, edits = [], words } of runs) {
      const agent = `${role}-${dayAt(i)}`;
      await agents.dispatch(role, agent);
      for (const { file, before, after } of edits) {
        rig.write(file, rig.file(file).replace(before, after));
      }
      await agents.report(role, words, agent);
      expect(rig.node(node)?.status, node).toBe('done');
    }
    await rig.hook('Stop', { stop_hook_active: false }, env);
    await rig.hook('SessionEnd', { reason: 'prompt_input_exit' }, env);
    const { checkpoints } = await shown(i, 'state');
    const ofDay = checkpoints.filter((one: { created_at: string }) =>
      one.created_at.startsWith(dayAt(i)),
    );
    const ended = runs.map(({ node }) => node);
    expect(ofDay.map((one: { node: string }) => one.node)).toEqual(
      isFirst ? ['load_context', ...ended] : ended,
    );
  }

  expect(existsSync(join(rig.repo, rollupOf(DAYS.length - 1)))).toBe(false);
  const { status, spent } = await shown(DAYS.length, 'goal', 'show');
  expect(status).toBe('completed');
  expect(spent.hours).toBeLessThan(1);
  expect(spent.retries).toBe(0);
  expect(rig.file(rollupOf(DAYS.length - 1))).toContain('- G-0001 `write the sum once`: completed');
});
