// A nose beside a tongue, through the built hooks, with real trees.

import { expect, test } from 'vitest';
import { TEST } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

const TEMPLATE = `name: pair
version: 1
description: A change that is tested and audited at once.
success_criteria: [It works.]
nodes:
  - { id: N-010, title: Change it, role: body, quality: { evidence_level_required: L1 }, verification_plan: {} }
  - { id: N-020, title: Test it, role: tongue, quality: { evidence_level_required: L1 }, verification_plan: {} }
  - { id: N-030, title: Audit it, role: nose }
edges:
  - { from: N-010, to: N-020, condition: on_success }
  - { from: N-010, to: N-030, condition: on_success }
`;
/** What it is about is no level: no gate runs. */
const RAN: Words = {
  calls: [['Bash', { command: 'git diff' }, '']],
  references: ['src/index.js:1'],
};

function statuses(rig: Rig): string[] {
  return (rig.taskgraph()?.graphs[0]?.nodes ?? []).map(({ status }) => status);
}

/** The body has changed something; tongue and nose have their orders. */
async function sideBySide(rig: Rig): Promise<Agents> {
  rig.write('.wukong/templates/pair.yaml', TEMPLATE);
  await rig.typed('/wukong_pair it crashes');
  const agents = new Agents(rig);
  await agents.dispatch('body');
  rig.write('src/index.js', `// Everything there is.\n${rig.file('src/index.js')}`);
  await agents.report('body', RAN);
  await agents.dispatch('tongue');
  await agents.dispatch('nose');
  return agents;
}

test('a nose may cite lines as they were when it began, although the tongue changes them meanwhile', async () => {
  await using rig = await Rig.create();
  const agents = await sideBySide(rig);
  const line = rig
    .file(TEST)
    .split('\n')
    .findIndex((text) => text.includes('reads a temperature'));
  rig.write(TEST, rig.file(TEST).replace('reads a temperature', 'tells how warm it is'));
  const references = [`${TEST}:${line + 1} "reads a temperature"`];
  await agents.report('nose', { header: 'Verdict: accept', references });
  expect(statuses(rig), rig.dump()).toEqual(['done', 'running', 'done']);
  expect((await rig.cli(['evidence', 'N-030', '--verify'])).stdout).toContain('It holds');
});

test('a nose that asks for rework while the tongue works has the body begin when the tongue has reported', async () => {
  await using rig = await Rig.create();
  const agents = await sideBySide(rig);
  const finding = 'Finding: major src/index.js:1 the comment says nothing';
  await agents.report('nose', { header: 'Verdict: rework', more: finding });
  expect(statuses(rig), rig.dump()).toEqual(['ready', 'running', 'pending']);
  const refused = await agents.dispatch('body', 'too-early');
  expect(refused.json?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
  rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
  await agents.report('tongue', { ...RAN, summary: 'One test holds it' });
  expect(statuses(rig), rig.dump()).toEqual(['ready', 'pending', 'pending']);
  expect(rig.events('run.ended').at(-1)?.payload).toMatchObject({ outcome: 'replaced' });
  await agents.dispatch('body', 'body-2');
  rig.write('src/index.js', `// What there is to read packets with.\n${rig.file('src/index.js')}`);
  await agents.report('body', RAN, 'body-2');
  await agents.dispatch('tongue', 'tongue-2');
  expect(agents.orders.get('tongue-2')).toContain('One test holds it');
  await agents.report('tongue', RAN, 'tongue-2');
  expect(statuses(rig), rig.dump()).toEqual(['done', 'done', 'ready']);
});
