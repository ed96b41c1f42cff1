// Who may make a gate run, what it may see, and what is said where it failed and holds nothing up.
// A real repository that `wukong init` set up, and the runner the hooks use.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runGates } from '../../runtime/engine/gates/node-gates.ts';
import { loadConfig } from '../../runtime/engine/goal/load-config.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { Sandbox } from '../install/temporary.ts';
import { begin } from '../kernel/plan.ts';
import { git } from '../rig/repository.ts';
import { makeCommandGate } from './samples.ts';

const GOAL: Goal = begin().goal;

/** A repository with these gates configured and approved, and this local configuration. */
async function repository(gates: readonly CommandGate[], local = '', approve = true) {
  const sandbox = await Sandbox.create();
  onTestFinished(() => sandbox[Symbol.dispose]());
  sandbox.write('.gitignore', 'out/\n');
  sandbox.write('.wukong/config.yaml', JSON.stringify({ gates }));
  if (local !== '') sandbox.write('.wukong/config.local.yaml', local);
  await sandbox.wukong(approve ? ['init', '--yes'] : ['init']);
  loadConfig(sandbox.ws);
  return sandbox;
}

function run(sandbox: Sandbox, gates: readonly CommandGate[]) {
  const folder = join(sandbox.root, 'logs');
  return runGates(sandbox.ws, GOAL, gates, { worktree: sandbox.repo, folder });
}

const touch = (name: string): readonly string[] => [
  process.execPath,
  '-e',
  `require('fs').mkdirSync('out', { recursive: true }); require('fs').writeFileSync('out/${name}', '')`,
];

describe('a committed file makes nothing run', () => {
  test('whatever it says of shells, wrappers and overrides', async () => {
    const gates = [
      makeCommandGate({ name: 'argv', command: touch('argv') }),
      makeCommandGate({ name: 'shell', command: ['mkdir -p out && touch out/shell'], shell: true }),
    ];
    const sandbox = await repository(gates, '', false);
    sandbox.write(
      '.wukong/config.yaml',
      JSON.stringify({
        gates,
        gate_wrapper: touch('wrapper'),
        gate_env: ['ANTHROPIC_API_KEY'],
        allow_override_failing_tests: true,
      }),
    );
    loadConfig(sandbox.ws);
    expect(await run(sandbox, gates)).toMatchObject([
      { outcome: 'unavailable', error: expect.stringContaining('wukong trust --approve') },
      { outcome: 'unavailable' },
    ]);
    expect(sandbox.has('out')).toBe(false);
  });

  test('an approved command is not approved in a shell, in another folder, or with another word', async () => {
    const plain = makeCommandGate({ name: 'plain', command: ['true'] });
    const sandbox = await repository([plain]);
    const others = [
      { ...plain, shell: true },
      { ...plain, cwd: 'out' },
      { ...plain, command: ['true', 'x'] },
    ];
    const outcomes = await run(sandbox, [plain, ...others]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'pass',
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
  });

  test('a shell line is approved as one, and shown as one', async () => {
    const line = makeCommandGate({ name: 'line', command: ['echo a | cat'], shell: true });
    const sandbox = await repository([line], '', false);
    expect(await run(sandbox, [line])).toMatchObject([{ outcome: 'unavailable' }]);
    const { stdout } = await sandbox.wukong(['trust', '--approve', '--gate', 'line']);
    expect(stdout).toContain('Approved: sh -c "echo a | cat"');
    expect(await run(sandbox, [line])).toMatchObject([{ outcome: 'pass', output: 'a\n' }]);
    expect(await run(sandbox, [{ ...line, shell: false }])).toMatchObject([
      { outcome: 'unavailable' },
    ]);
  });
});

describe('a gate that names variables', () => {
  const shown = makeCommandGate({
    command: [process.execPath, '-p', 'JSON.stringify([process.env.WK_URL, process.env.WK_KEY])'],
    env: ['WK_URL'],
  });

  test('gets those the local configuration allows, and no others', async () => {
    vi.stubEnv('WK_URL', 'db://测试');
    vi.stubEnv('WK_KEY', 'k');
    onTestFinished(() => void vi.unstubAllEnvs());
    const sandbox = await repository([shown], 'gate_env: [WK_URL, WK_KEY]\n');
    expect(await run(sandbox, [shown])).toMatchObject([{ output: '["db://测试",null]\n' }]);
  });

  test('is unavailable where nobody allowed one, and says what to write', async () => {
    const sandbox = await repository([shown], 'gate_env: [WK_KEY]\n');
    expect(await run(sandbox, [shown])).toMatchObject([
      {
        outcome: 'unavailable',
        error:
          'it needs the variable WK_URL, which no gate may see in this clone. To allow it, write into .wukong/config.local.yaml: gate_env: [WK_KEY, WK_URL], and type: wukong trust',
      },
    ]);
  });

  test('runs without one that is not set', async () => {
    const sandbox = await repository([shown], 'gate_env: [WK_URL]\n');
    expect(await run(sandbox, [shown])).toMatchObject([
      { outcome: 'pass', output: '[null,null]\n' },
    ]);
  });
});

test('the wrapper of the local configuration is around every gate', async () => {
  const gate = makeCommandGate({ command: [process.execPath, '-p', 'process.env.WK_TREE'] });
  const sandbox = await repository([gate], 'gate_wrapper: [env, "WK_TREE={tree}"]\n');
  expect(await run(sandbox, [gate])).toMatchObject([
    { outcome: 'pass', output: `${sandbox.repo}\n` },
  ]);
});

test('a local configuration that git carries allows nothing', async () => {
  const gate = makeCommandGate({ type: 'test', command: ['false'] });
  const sandbox = await repository([gate]);
  // Nobody said yes to it: what a person confirmed before stays in force.
  writeFileSync(
    join(sandbox.repo, '.wukong/config.local.yaml'),
    'allow_override_failing_tests: true\n',
  );
  await git(sandbox.repo, 'add', '--force', '.wukong/config.local.yaml');
  loadConfig(sandbox.ws);
  expect((await run(sandbox, [gate]))[0]).not.toHaveProperty('overridden');
});

test('only a failed test gate that must pass is overridden, and it stays a failure', async () => {
  const gates = [
    makeCommandGate({ name: 'unit', type: 'test', command: ['false'] }),
    makeCommandGate({ name: 'lint', type: 'lint', command: ['false', 'y'] }),
    makeCommandGate({ name: 'soft', type: 'test', command: ['false', 'x'], mustPass: false }),
    makeCommandGate({ name: 'good', type: 'test', command: ['true'] }),
  ];
  const sandbox = await repository(gates, 'allow_override_failing_tests: true\n');
  const outcomes = await run(sandbox, gates);
  expect(outcomes.map(({ outcome, overridden = false }) => [outcome, overridden])).toEqual([
    ['fail', true],
    ['fail', false],
    ['fail', false],
    ['pass', false],
  ]);
});

test('a promised file that git does not ignore is named: it changes the tree that is checked', async () => {
  const script = `require('fs').writeFileSync('a.xml', '<testsuite><testcase name="' + process.hrtime.bigint() + '"/></testsuite>')`;
  const gate = makeCommandGate({
    command: [process.execPath, '-e', script],
    outputs: [{ file: 'a.xml', format: 'junit' }],
  });
  const sandbox = await repository([gate]);
  expect(await run(sandbox, [gate])).toMatchObject([
    {
      outcome: 'unavailable',
      error:
        'it writes a.xml, which is no ignored file: that changes the tree it checks. Add it to .gitignore',
    },
  ]);
  sandbox.write('.gitignore', 'out/\n*.xml\n');
  expect(await run(sandbox, [gate])).toMatchObject([
    { outcome: 'pass', counts: { tests: { passed: 1 } } },
  ]);
});

test('two gates with names in another script keep their output apart', async () => {
  const gates = [
    makeCommandGate({ name: '单元测试', command: ['echo', 'a'] }),
    makeCommandGate({ name: '类型检查', command: ['echo', 'b'] }),
  ];
  const outcomes = await run(await repository(gates), gates);
  expect(outcomes.map(({ logFile }) => readFileSync(logFile ?? '', 'utf8'))).toEqual([
    'a\n',
    'b\n',
  ]);
});
