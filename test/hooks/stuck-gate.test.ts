// Gates that fail for what no agent can put right, or that say nothing, through the built hooks, in a real
// repository: then a person is told what is missing, and no run is used up.

import { chmodSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAILING, SOURCE, TEST } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents, atBody, type Words } from './agents.ts';

const REPORT: Words = { command: 'node check.mjs', references: [`${SOURCE}:1`] };
const UNIT = { type: 'test', name: 'unit', command: ['node', 'check.mjs'] };
const SLOW = { ...UNIT, name: 'slow', timeout_sec: 1 };

/** Until the body has its order; `check.mjs` is the gate where no other is named. */
async function begin(
  program: string,
  gate: object = SLOW,
  prepare: (rig: Rig) => unknown = () => undefined,
): Promise<Readonly<{ rig: Rig; agents: Agents }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  await prepare(rig);
  rig.write('check.mjs', program);
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
  await rig.cli(['trust', '--revoke']);
  await rig.cli(['trust', '--approve']);
  fromBody(rig);
  const agents = await atBody(rig);
  return { rig, agents };
}

function edit(rig: Rig, n: number): void {
  rig.write(SOURCE, rig.file(SOURCE).replace(/const VERSION = 1;.*/, `const VERSION = 1; // ${n}`));
}

function mend(rig: Rig): void {
  const crash = '  const version = bytes.readUInt8(0);';
  const guard = '  if (bytes.length === 0) return [];';
  rig.write(SOURCE, rig.file(SOURCE).replace(crash, `${guard}\n${crash}`));
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

test('a gate that hangs is asked about at its second time-out, and the reason says so', async () => {
  const { rig, agents } = await begin("console.log('watching');\nsetInterval(() => {}, 1000);\n");
  await using _ = rig;
  edit(rig, 1);
  const first = await agents.report('body', REPORT);
  const said = JSON.stringify(first.json);
  expect(said, rig.dump()).toContain('it ran out of time (it did not end within 1 s).');
  expect(said).toContain('watching');
  expect(said).toMatch(/all of it is in \.wukong\/artifacts\/[^ ]+\/gate-slow\.log/);
  edit(rig, 2);
  await agents.report('body', REPORT);
  const blocked = rig.events('node.blocked');
  expect(blocked, rig.dump()).toMatchObject([
    {
      node_id: 'N-020',
      payload: { kind: 'gate-stuck', because: { gate: 'slow', how: 'timeout' } },
    },
  ]);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain(
    'N-020 waits for you: The gate "slow" runs out of time again: it did not',
  );
});

test('a gate that fails again on the same files shows its last lines once, and then asks', async () => {
  const program = "console.log('not ok 7 - the port is taken');\nprocess.exit(1);\n";
  const { rig, agents } = await begin(program);
  await using _ = rig;
  edit(rig, 1);
  const first = await agents.report('body', REPORT);
  expect(JSON.stringify(first.json), rig.dump()).toContain('not ok 7 - the port is taken');
  await agents.report('body', REPORT);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('The gate "slow" fails again on the same files:');
  expect(stdout).toContain('wukong answer G-0001/N-020 "<try again');
});

test('a gate that names a variable which is not set asks for it, and is run again when the person has set it', async () => {
  const program =
    "import { existsSync } from 'node:fs';\nif (!existsSync('.git/token')) throw new Error('API_TOKEN is not set');\n";
  const { rig, agents } = await begin(program);
  await using _ = rig;
  edit(rig, 1);
  await agents.report('body', REPORT);
  await agents.report('body', REPORT);
  const page = rig.file('.wukong/escalations/ESC-0001.md');
  expect(page, rig.dump()).toContain('reason: missing_credential');
  expect(page).toContain('It printed: Error: API_TOKEN is not set.');
  rig.write('.git/token', '');
  const prompt = '/wukong_resume';
  const typed = await rig.typed(prompt);
  expect(JSON.stringify(typed.json)).toContain('(N-020) run again');
  await rig.hook('Stop', { stop_hook_active: false });
  const gates = rig.events().filter(({ payload }) => payload.gate === 'slow');
  expect(gates.at(-1)?.payload, rig.dump()).toMatchObject({ outcome: 'pass' });
  expect(gates.at(-1)?.payload).not.toHaveProperty('flaky');
  const runs = rig
    .events()
    .filter(({ type, node_id }) => type === 'run.dispatched' && node_id === 'N-020');
  expect(runs).toHaveLength(1);
});

test('a gate that fails and then passes on the same files is said to do so by chance', async () => {
  const { rig, agents } = await begin(
    "import { existsSync, writeFileSync } from 'node:fs';\nif (!existsSync('.seen')) {\n  writeFileSync('.seen', '');\n  console.log('not yet');\n  process.exit(1);\n}\n",
    undefined,
    (there) => there.write('.gitignore', '.seen\n'),
  );
  await using _ = rig;
  edit(rig, 1);
  await agents.report('body', REPORT);
  await agents.report('body', REPORT);
  const folder = String(rig.node('N-020')?.outputs.artifacts_dir);
  const evidence = rig.file(`.wukong/${folder}/evidence.md`);
  expect(evidence, rig.dump()).toContain('It failed on exactly these files when it ran');
  const { stdout } = await rig.cli(['status', '--json']);
  expect(JSON.parse(stdout).goals[0].beside).toMatchObject({ flaky: ['slow'] });
});

describe('a gate', () => {
  const RUN = '#!/bin/sh\nnode --test test/decoder.test.js\n';
  const gate = { type: 'test', name: 'slow', command: ['./run.sh'] };

  test('that the work made unable to run has failed', async () => {
    const { rig, agents } = await begin('', gate, (there) => {
      there.write('run.sh', RUN);
      chmodSync(join(there.repo, 'run.sh'), 0o755);
    });
    await using _ = rig;
    edit(rig, 1);
    chmodSync(join(rig.repo, 'run.sh'), 0o644);
    await agents.report('body', REPORT);
    const seen = rig
      .events()
      .find(({ type, payload }) => type === 'gate.finished' && payload.gate === 'slow');
    expect(seen?.payload, rig.dump()).toMatchObject({ outcome: 'fail' });
    expect(seen?.payload.error).toContain('before the first change it could run');
  });

  test('that never could run sends nobody back', async () => {
    const { rig, agents } = await begin('', gate, () => undefined);
    await using _ = rig;
    edit(rig, 1);
    await agents.report('body', REPORT);
    const seen = rig
      .events()
      .find(({ type, payload }) => type === 'gate.finished' && payload.gate === 'slow');
    expect(seen?.payload, rig.dump()).toMatchObject({ outcome: 'unavailable' });
  });
});

test('a gate whose tool is not on the path', async () => {
  const { rig, agents } = await begin('', { ...UNIT, command: ['unit-runner', 'all'] });
  await using _ = rig;
  mend(rig);
  await agents.report('body', { ...REPORT, command: 'unit-runner all', calls: [] });
  expectUncounted(rig, 'N-020');
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain(
    'The gate "unit" says nothing. `unit-runner` is not on the path. Install it, or name a check that runs here.',
  );
  expect(stdout).toContain('type wukong resume G-0001: the work that is there is judged again');
  await rig.typed('/wukong_resume');
  await rig.hook('Stop', { stop_hook_active: false });
  const seen = rig
    .events()
    .filter(({ type, payload }) => type === 'gate.finished' && payload.gate === 'unit');
  expect(seen, rig.dump()).toHaveLength(2);
  expectUncounted(rig, 'N-020');
});

test('a gate that fails without a word, with the change and without it', async () => {
  const { rig, agents } = await begin('process.exit(1);\n', UNIT);
  await using _ = rig;
  mend(rig);
  await agents.report('body', REPORT);
  expectUncounted(rig, 'N-020');
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('The gate "unit" says nothing. It failed without printing a word');
});

/** The fix is accepted as it was seen to pass; its test, which owes a proof in copies, comes to nothing. */
async function toItsTest(rig: Rig, agents: Agents): Promise<void> {
  await agents.report('body', REPORT);
  await agents.dispatch('tongue');
  const added = 'test/more.test.js';
  rig.write(added, "import test from 'node:test';\ntest('more', () => {});\n");
  await agents.report('tongue', { ...REPORT, references: [`${added}:1`] });
  expectUncounted(rig, 'N-030');
}

test('a check that passes in no copy, since git ignores what it needs', async () => {
  const program =
    "import { readFileSync } from 'node:fs';\nreadFileSync('.env');\nawait import('./test/decoder.test.js');\n";
  const { rig, agents } = await begin(program, UNIT, (there) => {
    there.write('.gitignore', '.env\n');
    there.write('.env', 'KEY=1\n');
  });
  await using _ = rig;
  mend(rig);
  await toItsTest(rig, agents);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('.env is not in a clean copy, because git ignores it.');
});

describe('a check that has to show a fault before anything is fixed', () => {
  /** Its test is there, and is judged; `before`: the tests of before. */
  async function report(check: string, before: (text: string) => string): Promise<Rig> {
    const rig = await Rig.create({ testsBy: 'node' });
    const tests = before(rig.file(TEST));
    rig.write(TEST, tests);
    rig.write('check.mjs', `${check}await import('./test/decoder.test.js');\n`);
    rig.write('.gitignore', 'node_modules\n.env\n');
    rig.write('.env', 'KEY=1\n');
    rig.write('node_modules/right/index.js', '');
    rig.write('.wukong/config.yaml', JSON.stringify({ gates: [UNIT] }));
    await rig.cli(['trust', '--approve']);
    await rig.typed('/wukong_fix --reproduce first it crashes');
    const agents = new Agents(rig);
    await agents.carryOut('ear', { more: 'Criterion: it works. (request: "it crashes")' });
    await agents.carryOut('eye');
    await agents.dispatch('tongue', 'first');
    const added = "test('more', () => assert.deepEqual(decode(Buffer.alloc(0)), []));\n";
    rig.write(TEST, tests + added);
    await agents.report('tongue', { ...REPORT, references: [`${TEST}:5`] }, 'first');
    expectUncounted(rig, 'N-060');
    return rig;
  }

  test('misses a package: when it is there, the test is judged as it is', async () => {
    await using rig = await report("import 'left';\n", (text) => text);
    const { stdout } = await rig.cli(['status']);
    expect(stdout).toContain('since it cannot load what it tests: it misses the package left.');
    rig.write('node_modules/left/index.js', '');
    await rig.cli(['resume', 'G-0001']);
    await rig.hook('Stop', { stop_hook_active: false });
    expect(rig.node('N-060'), rig.dump()).toMatchObject({ status: 'done' });
  });

  test('passes here and in no copy, since git ignores what it needs', async () => {
    const check = "import { readFileSync } from 'node:fs';\nreadFileSync('.env');\n";
    await using rig = await report(check, (text) => text.replace(FAILING, ''));
    const { stdout } = await rig.cli(['status']);
    expect(stdout).toContain('.env is not in a clean copy, because git ignores it.');
  });
});

/** Makes it a sparse, blobless clone, which has not the blob of README.md, and whose remote is away. */
async function toPartialClone(rig: Rig): Promise<void> {
  const [bare, clone] = [join(rig.root, 'remote.git'), join(rig.root, 'clone')];
  await rig.git('clone', '--quiet', '--bare', rig.repo, bare);
  await rig.git('-C', bare, 'config', 'uploadpack.allowFilter', 'true');
  const partial = ['--quiet', '--filter=blob:none', '--no-checkout'];
  await rig.git('clone', ...partial, `file://${bare}`, clone);
  const sparse = ['sparse-checkout', 'set', '--no-cone', '/*', '!/README.md'];
  await rig.git('-C', clone, ...sparse);
  await rig.git('-C', clone, 'checkout', '--quiet');
  const [from, to] = [join(clone, '.git'), join(rig.repo, '.git')];
  for (const gone of [bare, join(to, 'objects')]) rmSync(gone, { recursive: true });
  cpSync(join(from, 'objects'), join(to, 'objects'), { recursive: true });
  cpSync(join(from, 'config'), join(to, 'config'));
  await rig.git(...sparse);
}

test('a check whose files a partial clone left at its remote', async () => {
  const program = "await import('./test/decoder.test.js');\n";
  const { rig, agents } = await begin(program, UNIT, toPartialClone);
  await using _ = rig;
  mend(rig);
  await toItsTest(rig, agents);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('git fetch --refetch --no-filter');
});
