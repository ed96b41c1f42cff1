// What goes into memory at the end of a goal without a person, through the built hooks.

import { expect, test } from 'vitest';
import { writeLocal } from '../rig/local-config.ts';
import { againstDefinitions } from '../rig/records.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const ANCHORS = '.wukong/anchors/anchors.md';
const CANDIDATES = '.wukong/anchors/anchors_candidates.md';
const TEMPLATE = `name: talk
version: 1
description: Looks, and sums up.
success_criteria: [It was looked at.]
nodes:
  - { id: N-010, title: Look, role: eye }
  - { id: N-020, title: Sum up, role: mind }
edges: [{ from: N-010, to: N-020 }]
`;
const STATED = ['Constraint: at most 1 MB of memory', 'Decision: keep the byte order'].join('\n');

/** What was said when it began, and the work order of the mind. */
async function talk(rig: Rig, mind: (order: string) => string) {
  rig.write('.wukong/templates/talk.yaml', TEMPLATE);
  const agents = new Agents(rig);
  const typed = { prompt: '/wukong_talk about it', prompt_id: 'p1' };
  const begun = await rig.hook('UserPromptSubmit', typed);
  await agents.carryOut('eye', { more: STATED });
  await agents.dispatch('mind');
  await agents.report('mind', { more: mind(agents.orders.get('mind') ?? '') });
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
  return { told: begun.json?.systemMessage, order: agents.orders.get('mind') ?? '' };
}
const idBefore = (text: string, words: string): string =>
  new RegExp(`(A-\\d{4}-[a-z0-9]{4}) .*${words}`).exec(text)?.[1] ?? '';

test('where config.local.yaml lets a mind accept, what it names of others is an anchor, and the rest waits', async () => {
  await using rig = await Rig.create();
  writeLocal(rig.repo, 'anchors: { accept_by: mind }\n');
  const own = 'Constraint: bytes of tests come from test/captures';
  const { order } = await talk(rig, (given) => {
    const id = idBefore(given, 'at most 1 MB');
    return `${own}\nAnchor: accept ${id} — the gateway has no more\nAnchor: accept A-2026-zzzz — no such`;
  });
  const id = idBefore(order, 'at most 1 MB');
  expect(order).toContain(`${id} N-010 Constraint: at most 1 MB of memory`);
  expect(rig.file(ANCHORS)).toContain(`## ${id} Constraint: at most 1 MB of memory\n`);
  expect(rig.file(ANCHORS)).toMatch(/^Source: L-.*; accepted by \S+-mind-\d{4}$/m);
  const accepted = rig.events('anchors.accepted_by_run');
  expect(accepted).toMatchObject([
    { node_id: 'N-020', payload: { id, role: 'mind', why: 'the gateway has no more' } },
  ]);
  expect(rig.file(CANDIDATES).match(/^- \[ \] A-/gm)).toHaveLength(2);
  expect(rig.file(CANDIDATES)).not.toContain(`[ ] ${id}`);

  const [end] = rig
    .events('notice.added')
    .filter(({ payload }) => payload.about.kind === 'goal-completed');
  expect(end?.payload.about).toMatchObject({
    candidates: 2,
    accepted: [{ id, run: accepted[0]?.run_id }],
  });
  const session = rig.taskgraph()?.graphs.at(-1)?.session;
  expect(rig.file(`.wukong/artifacts/${session}/summary.md`)).toContain('accepted by an agent');
  expect((await rig.cli(['anchors', 'list'])).stdout).toContain('accepted by an agent');
  expect(againstDefinitions(rig.events())).toEqual([]);
});

test('nothing is accepted without a person where only the committed file says so, and that is told', async () => {
  await using rig = await Rig.create();
  const config = '.wukong/config.yaml';
  rig.write(config, `${rig.file(config)}\nanchors: { accept_by: mind }\n`);
  const before = rig.file(ANCHORS);
  const { told, order } = await talk(rig, () => 'Anchor: accept A-2026-k3f7 — it is so');
  expect(order).not.toContain('Anchor: accept');
  expect(rig.file(ANCHORS)).toBe(before);
  expect(rig.events('anchors.accepted_by_run')).toEqual([]);
  expect(told).toContain('sets anchors.accept_by');
  expect((await rig.cli(['doctor'])).stdout).toContain('sets anchors.accept_by');
});
