// A gate that passes in place and in no copy, through the built hooks, in a real repository: what a package
// has whose `posttest` looks through node_modules, whose packages are links in a copy.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { FAILING, mend, SOURCE, TEST } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Gates } from '../verifier/steered.ts';
import { Agents, atBody, type Words } from './agents.ts';

const NEW = 'test/empty.test.js';
const CASE = `import assert from 'node:assert/strict';
import test from 'node:test';
import { decode } from '../src/decoder.js';
test('an empty body', () => {
  assert.deepEqual(decode(Buffer.alloc(0)), []);
});
`;
const LINK = 'Packages in node_modules are links in a clean copy';
const WAY_OUT = 'Name a script that only tests as the gate.';

const AUDIT = `import { lstatSync } from 'node:fs';
if (lstatSync('node_modules/tape').isSymbolicLink()) {
  console.error('audit: node_modules/tape is a symbolic link');
  process.exit(1);
}
`;

/** As a person finds it: its tests pass, and the fault has none. */
async function create(): Promise<Rig> {
  const rig = await Rig.create({ testsBy: 'npm' });
  const about = JSON.parse(rig.file('package.json'));
  about.scripts = { test: 'node --test', posttest: 'node audit.mjs' };
  rig.write('package.json', JSON.stringify(about, null, 2));
  rig.write('audit.mjs', AUDIT);
  rig.write('node_modules/tape/package.json', '{"name":"tape","version":"5.0.0"}');
  rig.write(TEST, rig.file(TEST).replace(FAILING, ''));
  return rig;
}

async function untilBody(rig: Rig): Promise<Agents> {
  fromBody(rig);
  return atBody(rig);
}

const fixIt = (rig: Rig) => mend(rig);
const DONE: Words = { command: 'npm test', references: [`${SOURCE}:19`] };

test('an honest fix is asked about once, with the reason and the way out, and nobody is sent back', async () => {
  await using rig = await create();
  const tried = await rig.cli(['gates', '--try']);
  expect(tried.code, tried.stdout + tried.stderr).toBe(1);
  expect(tried.stdout).toContain(LINK);
  const agents = await untilBody(rig);
  fixIt(rig);
  await agents.report('body', DONE);
  expect(rig.events('node.done').map((event) => event.node_id)).toContain('N-020');
  await agents.dispatch('tongue');
  rig.write(NEW, CASE);
  await agents.report('tongue', { ...DONE, references: [`${NEW}:1`] });
  const blocked = rig.events('node.blocked');
  expect(blocked, rig.dump()).toMatchObject([
    { node_id: 'N-030', payload: { kind: 'not-shown', because: { kind: 'fault-not-shown' } } },
  ]);
  const { why } = blocked[0]?.payload.because ?? {};
  expect(why).toContain('it could not be checked, because `npm test` passes here and did not');
  expect(why).toContain(LINK);
  expect(rig.events('run.sent_back')).toEqual([]);
  expect(rig.events('check.measured')).toEqual([]);
  expect(rig.events('run.dispatched').filter(({ node_id }) => node_id === 'N-030')).toHaveLength(1);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain(WAY_OUT);
  expect(stdout).toContain('wukong accept G-0001/N-030 --unproven');
});

test.each([
  ['was tried', true],
  ['was never tried', false],
])(
  'changed tests could not be checked where the gate %s: one question, and no send-back',
  async (_, isTried) => {
    await using rig = await create();
    if (isTried) await rig.cli(['gates', '--try']);
    const agents = await untilBody(rig);
    fixIt(rig);
    rig.write(TEST, rig.file(TEST).replace(/^test\(/m, 'test.skip('));
    await agents.report('body', DONE);
    const [seal] = rig.events('seal.checked');
    expect(seal?.payload, rig.dump()).toMatchObject({ held: false, unchecked: true });
    expect(seal?.payload.why).toContain(
      'could not be checked: "npm test" does not pass in a clean copy even without these changes',
    );
    expect(seal?.payload.why).toContain(LINK);
    expect(rig.events('check.measured').map(({ payload }) => payload.side)).toEqual(
      isTried ? [] : ['plain', 'plain', 'plain'],
    );
    expect(rig.events('run.sent_back')).toEqual([]);
    expect(rig.events('node.blocked')).toMatchObject([
      { node_id: 'N-020', payload: { kind: 'tests-changed' } },
    ]);
    const { stdout } = await rig.cli(['status']);
    expect(stdout).toContain('could not be checked');
    expect(stdout).toContain('wukong accept G-0001/N-020 --tests-changed');
  },
);

describe('when a goal begins', () => {
  const STOP = { stop_hook_active: false, background_tasks: [{ id: 'ear', type: 'subagent' }] };

  test('its gates are tried while the readers work, and what differs is told once', async () => {
    await using rig = await create();
    rig.write('.wukong/config.local.yaml', '{}');
    await rig.typed('/wukong_fix it crashes');
    await new Agents(rig).dispatch('ear');
    const tried = await rig.waitForEvent(({ type }) => type === 'gate.tried');
    expect(tried).toMatchObject({ goal_id: 'G-0001', payload: { cause: { kind: 'linked' } } });
    const told = JSON.stringify((await rig.hook('Stop', STOP)).json);
    expect(told).toContain('passes here, and fails (exit code 1, expected 0) in a clean copy');
    expect(told).toContain(WAY_OUT);
    expect(JSON.stringify((await rig.hook('Stop', STOP)).json ?? {})).not.toContain(WAY_OUT);
    // What is known is not tried again: the process ends without a word.
    await rig.typed('/wukong_fix once more');
    await rig.waitForEvent(({ type, goal_id }) => type === 'trials.begun' && goal_id === 'G-0002');
    const trier = rig.events('trials.begun').at(-1)?.payload.process;
    expect(await rig.waitUntil(() => !isAlive(trier) || undefined)).toBe(true);
    expect(rig.events('gate.tried')).toHaveLength(1);
  });

  test('a gate that is tried ends when an agent is sent to write, and nobody waits for it', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await using gates = await Gates.listen(join(rig.root, 'gate.sock'));
    const gate = { type: 'test', name: 'slow', command: gates.command('slow') };
    rig.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
    rig.write('.wukong/config.local.yaml', '{}');
    fromBody(rig);
    expect((await rig.cli(['trust', '--approve'])).code).toBe(0);
    await rig.typed('/wukong_fix it crashes');
    const copy = await gates.next();
    expect(copy.cwd).not.toBe(rig.repo);
    copy.end(0);
    const here = await gates.next();
    expect(here.cwd).toBe(rig.repo);
    const agents = new Agents(rig);
    await agents.untilBody();
    await here.gone;
    expect(agents.orders.get('body')).toContain('N-020');
    const trier = rig.events('trials.begun')[0]?.payload.process;
    expect(await rig.waitUntil(() => !isAlive(trier) || undefined)).toBe(true);
    expect(gates.unasked).toBe(0);
    // What it came to in place is not known, whatever it was ended by.
    for (const { payload } of rig.events('gate.tried')) expect(payload.here).toBeNull();
  });

  const BY_NODE = 'node --test test/decoder.test.js';

  async function tried(more: (rig: Rig) => void = () => undefined): Promise<Rig> {
    const rig = await Rig.create({ testsBy: 'node' });
    more(rig);
    fromBody(rig);
    rig.write('.wukong/config.local.yaml', '{}');
    await rig.typed('/wukong_fix it crashes');
    await rig.waitForEvent(({ type }) => type === 'gate.tried');
    return rig;
  }

  test('the run in a copy that passed is not made again', async () => {
    await using rig = await tried((one) => one.write(TEST, one.file(TEST).replace(FAILING, '')));
    const agents = new Agents(rig);
    await agents.untilBody();
    fixIt(rig);
    await agents.report('body', { ...DONE, command: BY_NODE });
    const [red] = rig.events('check.measured').map(({ payload }) => payload);
    expect(red, rig.dump()).toMatchObject({
      side: 'red',
      outcome: 'pass',
      notes: ['The red run was made when the goal began.'],
    });
  });

  test('what failed in it fails once more, with what is around the green one', async () => {
    await using rig = await tried();
    const agents = new Agents(rig);
    await agents.untilBody();
    fixIt(rig);
    await agents.report('body', { ...DONE, command: BY_NODE });
    const measured = rig.events('check.measured').map(({ payload }) => payload);
    const [red] = measured;
    const green = measured.find(({ side }) => side === 'green');
    expect(red, rig.dump()).toMatchObject({ side: 'red', outcome: 'fail', notes: [] });
    expect(green).toMatchObject({ side: 'green', outcome: 'pass', notes: [] });
    const graded = rig.events('evidence.graded').at(-1)?.payload;
    expect(graded).toMatchObject({ level: 'L3', passes: true });
  });

  test('what passes because of a file outside is shown by no failure from before it', async () => {
    const reads = (state: string) =>
      `import { existsSync } from 'node:fs';\nconst skip = existsSync(${JSON.stringify(state)});\n`;
    await using rig = await tried((one) => {
      const text = one
        .file(TEST)
        .replace("test('an empty body holds no readings', ", '$&{ skip }, ');
      one.write(TEST, `${reads(join(one.root, 'state'))}${text}`);
    });
    const agents = new Agents(rig);
    await agents.untilBody();
    rig.write(SOURCE, `${rig.file(SOURCE)}// fixed\n`);
    writeFileSync(join(rig.root, 'state'), '');
    await agents.report('body', { ...DONE, command: BY_NODE });
    const graded = rig.events('evidence.graded').at(-1)?.payload;
    expect(graded, rig.dump()).toMatchObject({ level: 'L2' });
    const [red] = rig.events('check.measured').map(({ payload }) => payload);
    expect(red).toMatchObject({ side: 'red', outcome: 'pass' });
  });
});
