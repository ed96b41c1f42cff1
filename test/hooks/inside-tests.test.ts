// Tests that stand inside the program, through the built hooks: a runner that loads the source with its
// tests, as Vitest does it, is the gate.

import { expect, test } from 'vitest';
import { CRASH, GUARD, SOURCE, TESTED } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { type Agents, atBody, lastEvidence } from './agents.ts';

const RUNNER = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
globalThis.inside = { assert, test };
const text = readFileSync('${SOURCE}', 'utf8').replaceAll('import.meta.vitest', 'globalThis.inside');
await import(\`data:text/javascript,\${encodeURIComponent(text)}\`);
`;
const EMPTY = `  test('an empty body', () => {
    assert.deepEqual(decode(Buffer.alloc(0)), []);
  });
`;
const KNOWN = "  test('a version', () => assert.deepEqual(decode(Buffer.of(1)), []));\n";
const inside = (tests: string) =>
  `\nif (import.meta.vitest) {\n  const { assert, test } = import.meta.vitest;\n${tests}}\n`;

const replace = (rig: Rig, from: string, to: string) =>
  rig.write(SOURCE, rig.file(SOURCE).replace(from, to));

/** The body has its order, in a repository with these tests in its source. */
async function untilBody(rig: Rig, tests: string): Promise<Agents> {
  rig.write('test/decoder.test.js', RUNNER);
  rig.write(SOURCE, rig.file(SOURCE) + inside(tests));
  fromBody(rig);
  return atBody(rig);
}

test('a weakened assertion inside the program is in doubt, and a person is asked', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilBody(rig, KNOWN + EMPTY);
  replace(rig, 'VERSION = 1;', 'VERSION = 1; // fixed');
  replace(
    rig,
    'assert.deepEqual(decode(Buffer.alloc(0)), [])',
    'assert.throws(() => decode(Buffer.alloc(0)))',
  );
  await agents.report('body', TESTED);
  const graded = rig.events('evidence.graded').at(-1)?.payload;
  expect(graded, rig.dump()).toMatchObject({ level: 'L2', fault: { shown: false } });
  expect(graded?.fault.why).toMatch(
    /in doubt: src\/decoder\.js:\d+ {2}tests inside a file of the program were changed/,
  );
  expect(lastEvidence(rig)).toContain('Taken as the program: `src/`');

  await agents.dispatch('tongue');
  const added = 'test/more.test.js';
  rig.write(added, "import { test } from 'node:test';\ntest('more', () => {});\n");
  const words = { ...TESTED, references: [`${added}:1`] };
  await agents.report('tongue', words);
  await agents.report('tongue', words);
  expect(rig.events('node.blocked').at(-1), rig.dump()).toMatchObject({
    node_id: 'N-030',
    payload: { kind: 'not-shown', because: { why: expect.stringContaining('in doubt') } },
  });
});

test('a test that is added inside the program with its fix fails before and passes now', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilBody(rig, KNOWN);
  replace(rig, CRASH, `${GUARD}\n${CRASH}`);
  replace(rig, KNOWN, KNOWN + EMPTY);
  await agents.report('body', TESTED);
  expect(rig.events('evidence.graded').at(-1)?.payload, rig.dump()).toMatchObject({
    // Its runner gives the cases no file, so nobody could try whether their ends are reached.
    level: 'L2',
    passes: true,
    fault: { shown: true },
  });
  const sides = rig.events('check.measured').map(({ payload }) => [payload.side, payload.outcome]);
  expect(sides).toContainEqual(['red', 'fail']);
  expect(sides).toContainEqual(['green', 'pass']);
});
