// What a refactoring has to keep, through the built hooks: the tests of before.

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
`;
const TESTS = 'test/decoder.test.js';
const INDEX = 'src/index.js';
const RAN = { command: 'npm test', references: [`${INDEX}:1`] };

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

test('tests that passed before a refactoring show that it kept what they hold', async () => {
  await using rig = await Rig.create();
  withoutFault(rig);
  const agents = await begun(rig);
  rig.write(INDEX, "export { DecodeError, decode, decode as decodeAll } from './decoder.js';\n");
  await agents.report('body', RAN);
  expect(gate(rig, 'tests_before'), rig.dump()).toMatchObject({ outcome: 'pass' });
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
