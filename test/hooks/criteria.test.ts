// The criteria of a goal one by one, through the built hooks and commands, in a real repository.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const env = livingClient();

const TEMPLATE = `name: look
version: 1
description: Looks.
success_criteria: [It was looked at.]
nodes:
  - { id: N-010, title: Ask, role: ear }
  - { id: N-020, title: Decide, role: mind }
edges:
  - { from: N-010, to: N-020 }
`;
const CRITERIA = [
  'Criterion: [judged] README.md tells of empty bodies',
  'Criterion: decoding stays quick (request: "decodes slowly")',
].join('\n');
const FIRST = 'Criterion 1: met, README.md:1';

test('a criterion of an ear that names no gate is sent back at once, with the gates there are', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = new Agents(rig, env);
  const prompt = { prompt: '/wukong_fix it crashes', prompt_id: 'p1' };
  await rig.hook('UserPromptSubmit', prompt, env);
  await agents.dispatch('ear');
  const wrong = 'Criterion: [deterministic] decoding works';
  const sent = await agents.report('ear', {
    more: `${wrong}\nCriterion: it works for empty bodies`,
  });
  expect(JSON.stringify(sent.json)).toContain(
    'The criterion \\"[deterministic] decoding works\\" names nothing that the runtime could look at.',
  );
  expect(JSON.stringify(sent.json)).toContain(
    'the gates here are: tests (`node --test test/decoder.test.js`)',
  );
  await agents.report('ear', { more: 'Criterion: [deterministic] `tests` passes' });
  const [listed] = rig.events('criteria.listed');
  expect(listed?.payload.criteria, rig.dump()).toMatchObject([
    { kind: 'deterministic', names: ['tests'] },
  ]);
});

test('an open criterion sends the mind back once, waits for a person, and is told in the summary', async () => {
  await using rig = await Rig.create();
  rig.write('.wukong/templates/look.yaml', TEMPLATE);
  await rig.typed('/wukong_look it decodes slowly', env);
  const agents = new Agents(rig, env);
  await agents.carryOut('ear', { more: CRITERIA });
  await agents.dispatch('mind');
  expect(agents.orders.get('mind')).toContain('2. [judged] decoding stays quick');
  const words = { onCriteria: [FIRST] };
  const sent = await agents.report('mind', words);
  expect(JSON.stringify(sent.json)).toContain('Criterion 2 is open (decoding stays quick');
  await agents.report('mind', words);

  const status = await rig.cli(['status']);
  expect(status.stdout).toContain('criteria 1/2');
  expect(status.stdout).toContain('wukong accept G-0001/N-020 --criterion 2 "<why>"');
  const inside = await rig.cli(['accept', 'G-0001', '--criterion', '2', 'by hand']);
  expect(inside.stderr).toContain('`/wukong_resume G-0001 --criterion 2 by hand`');
  expect((await rig.person(['accept', '--criterion', '1', 'why not'])).code).toBe(2);
  const typed = { prompt: '/wukong_resume N-020 --criterion 2 measured by hand', prompt_id: 'p2' };
  await rig.hook('UserPromptSubmit', typed, env);
  await rig.hook('Stop', {}, env);

  const ended = await rig.cli(['status', '--json']);
  const { last_finished } = JSON.parse(ended.stdout);
  expect(last_finished, rig.dump()).toMatchObject({ status: 'completed' });
  const summary = readFileSync(join(rig.repo, last_finished.summary), 'utf8');
  expect(summary).toMatch(
    /- \[x\] 1\. `README\.md tells of empty bodies` — `README\.md:1 \(E-\d+\)`\n- \[ \] 2\. `decoding stays quick [^\n]*` — `accepted by [^\n]*: measured by hand`/,
  );
});

test('a criterion of documentation needs a line that the goal added, in its words', async () => {
  await using rig = await Rig.create();
  rig.write(
    '.wukong/templates/tell.yaml',
    TEMPLATE.replace('name: look', 'name: tell')
      .replace(
        'edges:',
        '  - { id: N-015, title: Write, role: body, quality: { evidence_level_required: L1 }, verification_plan: { deterministic: [{ type: builtin, name: references }] } }\nedges:',
      )
      .replace(
        '{ from: N-010, to: N-020 }',
        '{ from: N-010, to: N-015 }\n  - { from: N-015, to: N-020 }',
      ),
  );
  await rig.typed('/wukong_tell it', env);
  const agents = new Agents(rig, env);
  await agents.carryOut('ear', {
    more: 'Criterion: [documentation] README.md tells of empty bodies',
  });
  await agents.dispatch('body');
  const before = rig.file('README.md');
  const line = before.split('\n').length;
  rig.write('README.md', `${before}An empty body holds no readings.\n`);
  const edit = { file_path: join(rig.repo, 'README.md') };
  await agents.report('body', { calls: [['Edit', edit, 'ok']] });
  await agents.dispatch('mind');
  const old = [`README.md:1 "${before.split('\n')[0]}"`, 'README.md:1', `README.md:${line}`];
  const refused = await agents.report('mind', {
    onCriteria: [`Criterion 1: met, ${old.join(', ')}`],
  });
  expect(JSON.stringify(refused.json), rig.dump()).toContain('quotes no line of README.md');
  const place = `README.md:${line} "An empty body holds no readings."`;
  await agents.report('mind', { onCriteria: [`Criterion 1: met, ${place}`] });
  const status = await rig.cli(['status']);
  expect(status.stdout, rig.dump()).not.toContain('--criterion 1');
  expect(rig.events().some(({ type }) => type === 'graph.completed')).toBe(true);
});
