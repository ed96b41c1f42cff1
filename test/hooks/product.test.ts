// Which files are the program, as a person says it, through the built hooks.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { type Agents, atBody, lastEvidence, type Words } from './agents.ts';

const TABLE = 'formats/kinds.json';
const CONFIG = '.wukong/config.yaml';
const TESTED: Words = { command: TESTS_BY_NODE.command.join(' '), references: [`${TABLE}:1`] };
const TEST = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
test('a label is known', () => {
  assert.ok(JSON.parse(readFileSync('${TABLE}', 'utf8')).includes('label'));
});
`;

/** The gate fails because of the table; the body has its order. */
async function untilBody(rig: Rig): Promise<Agents> {
  rig.write('test/decoder.test.js', TEST);
  mkdirSync(join(rig.repo, 'formats'));
  rig.write(TABLE, '["humidity"]\n');
  return atBody(rig);
}

const settings = (more: object) => JSON.stringify({ gates: [TESTS_BY_NODE], ...more });

test('a table is of the program where a person says so, and its change fixes the fault', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.write(CONFIG, settings({ product: ['src/**', 'formats/*.json'] }));
  const agents = await untilBody(rig);
  rig.write(TABLE, '["humidity", "label"]\n');
  await agents.report('body', TESTED);
  expect(rig.events('evidence.graded').at(-1)?.payload, rig.dump()).toMatchObject({ level: 'L3' });
  expect(rig.events('settings.pinned').at(-1)?.payload.pinned.product).toMatchObject([
    { glob: 'src/**' },
    { glob: 'formats/*.json' },
  ]);
  expect(lastEvidence(rig)).toContain(
    'Taken as the program: `src/**`, `formats/*.json` (`product in the configuration`).',
  );
});

test('globs that are written during a goal count for nothing, and it is told', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilBody(rig);
  rig.write(CONFIG, settings({ product: ['**'] }));
  rig.write(TABLE, '["humidity", "label"]\n');
  await rig.typed('how is it going?');
  await agents.report('body', TESTED);
  expect(rig.events('settings.uncounted'), rig.dump()).toMatchObject([
    { payload: { what: ['product'] } },
  ]);
  expect(rig.events('evidence.graded').at(-1)?.payload).toMatchObject({ level: 'L1' });
  expect(lastEvidence(rig)).toContain('Taken as the program: `src/`');
  const looked = await rig.cli(['trust']);
  expect(looked.stdout).toContain('product: ["**"], was null');
});

const DECODE = 'decode() { printf \'%s\' "$1"; }\n';
const LOADS = { type: 'test', name: 'tests', command: ['sh', 'checks.sh'] };

test('a library that the check loads is of the program where a person says so', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.write(CONFIG, JSON.stringify({ gates: [LOADS], product: ['kit/**'] }));
  rig.write('kit/decode.sh', DECODE);
  rig.write('checks.sh', 'set -e\n. ./kit/decode.sh\ntest "$(decode)" = none\n');
  await rig.cli(['trust', '--approve']);
  const agents = await atBody(rig);
  rig.write('kit/decode.sh', DECODE.replace('printf', 'test "$1" || set none; printf'));
  await agents.report('body', { command: 'sh checks.sh', references: ['kit/decode.sh:1'] });
  const graded = rig.events('evidence.graded').at(-1);
  expect(graded?.payload, rig.dump()).toMatchObject({ level: 'L2', passes: true });
  expect(lastEvidence(rig)).toContain('Taken as the program: `kit/**`');
});
