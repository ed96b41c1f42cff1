// A condition in a session, through the built hooks.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { Agents, type Words } from './agents.ts';

/** What it is about is no level: no gate runs. */
const RAN: Words = {
  calls: [['Bash', { command: 'git diff' }, '']],
  references: ['src/index.js:1'],
};

function template(edge: string): string {
  return `name: risky
version: 1
description: What is risky is audited.
success_criteria: [It works.]
nodes:
  - { id: N-010, title: Change it, role: body, quality: { evidence_level_required: L1 }, verification_plan: {} }
  - { id: N-020, title: Audit it, role: nose }
  - { id: N-030, title: Test it, role: tongue, quality: { evidence_level_required: L1 }, verification_plan: {} }
edges:
  - { from: N-010, to: N-030 }
  - { from: N-020, to: N-030 }
  - { from: N-010, to: N-020${edge} }
`;
}

function statuses(rig: Rig): string[] {
  return (rig.taskgraph()?.graphs[0]?.nodes ?? []).map(({ status }) => status);
}

/** The body has changed something, and reported. */
async function changed(rig: Rig, condition?: string): Promise<Agents> {
  rig.write(
    '.wukong/templates/risky.yaml',
    template(condition ? `, condition: 'predicate: ${condition}'` : ''),
  );
  await rig.typed('/wukong_risky it crashes');
  const agents = new Agents(rig);
  await agents.dispatch('body');
  rig.write('src/index.js', `// Everything there is.\n${rig.file('src/index.js')}`);
  await agents.report('body', RAN);
  return agents;
}

test('what a change came to says who is offered next in a session', async () => {
  await using rig = await Rig.create();
  await changed(rig, '"src/index.js" in run.patch_files');
  expect(statuses(rig), rig.dump()).toEqual(['done', 'ready', 'pending']);
  const [decided] = rig.events('edge.decided');
  expect(decided?.payload).toMatchObject({
    outcome: true,
    values: { 'run.patch_files': '["src/index.js"]' },
  });
  const stopped = await rig.hook('Stop', {});
  expect(JSON.stringify(stopped.json)).toContain('N-020 nose');
});

test('a goal without conditions loads nothing of their language, not even where it lies', async () => {
  await using rig = await Rig.create();
  const program = join(rig.repo, '.git', 'wukong', 'runtime');
  const language = readdirSync(program, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('conditions.cjs'),
  );
  expect(language).toHaveLength(1);
  for (const file of language) rmSync(join(program, file));
  await changed(rig);
  expect(statuses(rig), rig.dump()).toEqual(['done', 'ready', 'pending']);
});

test('a condition that cannot be answered is asked of the user, whose "no" skips what it leads to', async () => {
  await using rig = await Rig.create();
  await changed(rig, 'goal.parameters.audit == "yes"');
  expect(statuses(rig), rig.dump()).toEqual(['done', 'blocked', 'pending']);
  const unclear = await rig.typed('/wukong_resume N-020 who knows');
  expect(JSON.stringify(unclear.json)).toContain('/wukong_resume G-0001 N-020 <yes or no>');
  expect(statuses(rig), rig.dump()).toEqual(['done', 'blocked', 'pending']);
  await rig.typed('/wukong_resume ESC-0001 no');
  expect(statuses(rig), rig.dump()).toEqual(['done', 'skipped', 'ready']);
});
