// What the end of a goal says was shown where its template asks for no red and green, through the built hooks.

import { expect, test } from 'vitest';
import { CHECK, SOURCE } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const TESTS = 'test/decoder.test.js';
const RAN = { command: CHECK, references: [`${SOURCE}:1`] };

/** Its tests pass: the one that shows the fault of the example is not there. */
async function passing(): Promise<Rig> {
  const rig = await Rig.create({ testsBy: 'node' });
  rig.write(TESTS, rig.file(TESTS).replace(/test\('an empty body[\s\S]*?\n\}\);\n/, ''));
  return rig;
}

/** One node that changes files, with what the shipped template of this name asks for. */
async function changedBy(rig: Rig, name: string, change: () => void): Promise<void> {
  const [proof = ''] = /^proof: .*$/m.exec(rig.builtIn(name)) ?? [];
  const one = rig.builtIn('direct').replace('proof: none', proof);
  rig.write(`.wukong/templates/${name}.yaml`, one.replace('name: direct', `name: ${name}`));
  const agents = new Agents(rig);
  await rig.typed(`/wukong_${name} do it`);
  await agents.dispatch('body');
  change();
  await agents.report('body', RAN);
  expect(rig.events('graph.completed'), rig.dump()).toHaveLength(1);
}

async function told(rig: Rig, ...command: readonly string[]): Promise<string> {
  const { stdout } = await rig.cli(command);
  return stdout.replaceAll(/\s+/g, ' ');
}

test('a feature that is a comment ends with the words that nothing was shown, wherever its end is told', async () => {
  await using rig = await passing();
  await changedBy(rig, 'feature', () => {
    rig.write(SOURCE, `// A sum of readings.\n${rig.file(SOURCE)}`);
  });
  const says = `Nothing was shown: \`${CHECK}\` passes without the change too, so it shows nothing of it.`;
  expect(await told(rig, 'status')).toContain(says);
  expect(rig.file('.wukong/artifacts/G-0001/summary.md')).toContain(says);
  const stop = await rig.hook('Stop', { stop_hook_active: false });
  expect(String(stop.json?.systemMessage)).toContain(says);
});

test('a feature with a test of its new function is shown, and said to be shown by that it is there', async () => {
  await using rig = await passing();
  await changedBy(rig, 'feature', () => {
    rig.write(SOURCE, `${rig.file(SOURCE)}\nexport const sum = (a, b) => a + b;\n`);
    rig.write('src/index.js', "export { DecodeError, decode, sum } from './decoder.js';\n");
    const tests = rig.file(TESTS).replace('decode }', 'decode, sum }');
    rig.write(TESTS, `${tests}\ntest('sums', () => assert.equal(sum(1, 2), 3));\n`);
  });
  expect(await told(rig, 'evidence', 'G-0001')).toContain(
    `Proven to L2: \`${CHECK}\` passes now; its tests need what the change adds`,
  );
  const verified = await rig.cli(['evidence', 'G-0001', '--verify']);
  expect(verified.code, verified.stdout).toBe(0);
});

test('a refactoring ends with the cases that pass before and after it', async () => {
  await using rig = await passing();
  await changedBy(rig, 'refactor', () => {
    rig.write(SOURCE, rig.file(SOURCE).replaceAll('version', 'format'));
  });
  expect(await told(rig, 'evidence', 'G-0001')).toContain(
    `The same 5 cases pass before and after the change: \`${CHECK}\`.`,
  );
});
