// What a refactoring has to keep, through the built hooks: the tests of before, and the names users see.

import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const TEMPLATE = `name: reshape
version: 1
description: Another shape, the same behaviour.
success_criteria: [It works as before.]
nodes:
  - id: N-010
    title: Change the shape
    role: body
    verification_plan:
      deterministic:
        - { type: repository, for: test }
        - { type: builtin, name: tests_before }
        - { type: builtin, name: public_surface }
`;
const TESTS = 'test/decoder.test.js';
const INDEX = 'src/index.js';
const RAN = { command: 'npm test', references: [`${INDEX}:1`] };

const last = (rig: Rig, type: string) => rig.events(type).at(-1)?.payload;
const gate = (rig: Rig, name: string) =>
  rig.events('gate.finished').findLast(({ payload }) => payload.gate === name)?.payload;

async function begun(rig: Rig): Promise<Agents> {
  rig.write('.wukong/templates/reshape.yaml', TEMPLATE);
  await rig.typed('/wukong_reshape tidy up');
  const agents = new Agents(rig);
  await agents.dispatch('body');
  return agents;
}

/** Without the test that shows the fault of the example, all of them pass. */
function withoutFault(rig: Rig): void {
  const text = rig.file(TESTS);
  rig.write(TESTS, text.replace(/test\('an empty body[\s\S]*?\n\}\);\n/, ''));
}

test('a refactoring whose public names changed is sent back with them, and a person may accept them', async () => {
  await using rig = await Rig.create();
  withoutFault(rig);
  const agents = await begun(rig);
  rig.write(INDEX, "export { DecodeError, decode, decode as decodeAll } from './decoder.js';\n");
  await agents.report('body', RAN);
  expect(gate(rig, 'tests_before'), rig.dump()).toMatchObject({ outcome: 'pass' });
  expect(String(last(rig, 'run.sent_back')?.missing)).toContain('"sensor-decoder decodeAll"');
  const asks = 'Questions:\n- May decodeAll come?';
  await agents.report('body', { status: 'blocked', more: asks });
  const answer = (words: string) =>
    rig.hook('UserPromptSubmit', { prompt: `/wukong_resume N-010 ${words}`, prompt_id: words });
  await answer('no, decodeAll must not come');
  await agents.carryOut('body', RAN, 'body-2');
  expect(gate(rig, 'public_surface'), rig.dump()).toMatchObject({ outcome: 'fail' });
  await agents.report('body', { status: 'blocked', more: asks }, 'body-2');
  await answer('accept decodeAll');
  await agents.carryOut('body', RAN, 'body-3');
  expect(gate(rig, 'public_surface'), rig.dump()).toMatchObject({ outcome: 'pass' });
  expect(rig.events('node.done')).toHaveLength(1);
});

test('tests that failed before a refactoring cannot show that it kept anything', async () => {
  await using rig = await Rig.create();
  const agents = await begun(rig);
  const source = rig.file('src/decoder.js');
  rig.write(
    'src/decoder.js',
    source.replace('  const version', '  if (bytes.length === 0) return [];\n  const version'),
  );
  await agents.report('body', RAN);
  const seen = gate(rig, 'tests_before');
  expect(seen, rig.dump()).toMatchObject({ outcome: 'fail' });
  expect(seen?.error).toContain('on the tree before the first change');
});
