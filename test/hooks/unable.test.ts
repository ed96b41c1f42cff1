// Checks that say nothing in a goal, through the built hooks, in a real repository: a person is told what is missing,
// the agent is not asked for it, and no run is used up.

import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents, type Words } from './agents.ts';

const SOURCE = 'src/decoder.js';
const REPORT: Words = { command: 'node check.mjs', references: [`${SOURCE}:1`] };
const CRASH = '  const version = bytes.readUInt8(0);';

async function begin(
  command: readonly string[],
  prepare: (rig: Rig) => unknown = () => undefined,
): Promise<Readonly<{ rig: Rig; agents: Agents }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  prepare(rig);
  const gate = { type: 'test', name: 'unit', command };
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
  await rig.cli(['trust', '--revoke']);
  await rig.cli(['trust', '--approve']);
  fromBody(rig);
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p1' });
  const agents = new Agents(rig);
  await agents.untilBody();
  const guard = '  if (bytes.length === 0) return [];';
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, `${guard}\n${CRASH}`));
  return { rig, agents };
}

/** The agent was asked for nothing, and its run does not count. */
function expectUncounted(rig: Rig, node: string): void {
  const of = (kind: string) =>
    rig.events().filter(({ type, node_id }) => type === kind && node_id === node);
  expect(of('run.sent_back'), rig.dump()).toEqual([]);
  expect(of('run.dispatched')).toHaveLength(1);
  for (const { payload } of of('run.ended')) {
    expect(payload).toMatchObject({ outcome: 'blocked', counts: false });
  }
  expect(rig.node(node)).toMatchObject({ status: 'blocked' });
}

test('a gate whose tool is not on the path', async () => {
  const { rig, agents } = await begin(['unit-runner', 'all']);
  await using _ = rig;
  await agents.report('body', { ...REPORT, command: 'unit-runner all', calls: [] });
  expectUncounted(rig, 'N-020');
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain(
    'The gate "unit" says nothing. `unit-runner` is not on the path. Install it, or name a check that runs here.',
  );
  expect(stdout).toContain('type wukong resume G-0001: the work that is there is judged again');
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_resume', prompt_id: 'p2' });
  await rig.hook('Stop', { stop_hook_active: false });
  const seen = rig
    .events()
    .filter(({ type, payload }) => type === 'gate.finished' && payload.gate === 'unit');
  expect(seen, rig.dump()).toHaveLength(2);
  expectUncounted(rig, 'N-020');
});

test('a gate that fails without a word, with the change and without it', async () => {
  const { rig, agents } = await begin(['node', 'check.mjs'], (there) =>
    there.write('check.mjs', 'process.exit(1);\n'),
  );
  await using _ = rig;
  await agents.report('body', REPORT);
  expectUncounted(rig, 'N-020');
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('The gate "unit" says nothing. It failed without printing a word');
});

test('a check that passes in no copy, since git ignores what it needs', async () => {
  const { rig, agents } = await begin(['node', 'check.mjs'], (there) => {
    there.write('.gitignore', '.env\n');
    there.write('.env', 'KEY=1\n');
    const program = "import { readFileSync } from 'node:fs';\nreadFileSync('.env');\n";
    there.write('check.mjs', `${program}await import('./test/decoder.test.js');\n`);
  });
  await using _ = rig;
  await agents.report('body', REPORT);
  await agents.dispatch('tongue');
  const added = 'test/more.test.js';
  rig.write(added, "import test from 'node:test';\ntest('more', () => {});\n");
  await agents.report('tongue', { ...REPORT, references: [`${added}:1`] });
  expectUncounted(rig, 'N-030');
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('.env is not in a clean copy, because git ignores it.');
});
