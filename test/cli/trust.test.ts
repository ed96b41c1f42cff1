import { expect, test } from 'vitest';
import { readTrust } from '../../runtime/workspace/trust.ts';
import { Sandbox } from '../install/temporary.ts';
import { DEAD, LIVING, start } from './goals.ts';

async function twoGates(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandbox.write('package.json', '{"scripts":{"test":"node --test","lint":"eslint ."}}');
  await sandbox.wukong(['init']);
  return sandbox;
}

const approved = (sandbox: Sandbox): string[] =>
  (readTrust(sandbox.ws)?.approvals ?? []).map(({ command }) => command.join(' '));

test('what is known and not approved is shown, and nothing is approved by looking', async () => {
  using sandbox = await twoGates();
  const ended = await sandbox.wukong(['trust']);
  expect(ended.stdout).toBe(
    [
      'Nothing is approved here.',
      'Known, and not approved:',
      '  npm test  npm test',
      '  npm run lint  npm run lint',
      'To approve: wukong trust --approve [--gate NAME]',
      'The runtime is the one that was installed here.',
      '',
    ].join('\n'),
  );
  expect(approved(sandbox)).toEqual([]);
});

test('while a goal is open nothing an agent’s client started approves, by its mark or by its process', async () => {
  using sandbox = await twoGates();
  const inside = { env: { CLAUDECODE: '1' } };
  expect((await sandbox.wukong(['trust', '--approve'], inside)).code).toBe(0);
  await sandbox.wukong(['trust', '--revoke']);
  start(sandbox.ws, 'one', DEAD);
  for (const args of [
    ['trust', '--approve'],
    ['init', '--yes'],
  ]) {
    const ended = await sandbox.wukong(args, inside);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('Type it in a terminal of your own.');
  }
  // Looking, and taking away, is anybody's.
  expect((await sandbox.wukong(['trust'], inside)).code).toBe(0);
  expect((await sandbox.wukong(['trust', '--revoke'], inside)).code).toBe(0);
  start(sandbox.ws, 'two', LIVING);
  expect((await sandbox.wukong(['trust', '--approve'])).code).toBe(3);
  expect(approved(sandbox)).toEqual([]);
});

test('one gate, all gates, and back', async () => {
  using sandbox = await twoGates();
  await sandbox.wukong(['trust', '--approve', '--gate', 'npm run lint']);
  expect(approved(sandbox)).toEqual(['npm run lint']);
  const all = await sandbox.wukong(['trust', '--approve']);
  expect(all.stdout).toContain('Approved: npm test\n');
  expect(approved(sandbox)).toEqual(['npm run lint', 'npm test']);
  await sandbox.wukong(['trust', '--approve']);
  expect(approved(sandbox)).toHaveLength(2);
  await sandbox.wukong(['trust', '--revoke', '--gate', 'npm test']);
  expect(approved(sandbox)).toEqual(['npm run lint']);
  await sandbox.wukong(['trust', '--revoke']);
  expect(approved(sandbox)).toEqual([]);
});

test('a gate of the configuration is approved by its name, with its folder', async () => {
  using sandbox = await twoGates();
  sandbox.write(
    '.wukong/config.local.yaml',
    'gates:\n  - type: test\n    name: unit tests\n    command: [make, "check all"]\n    cwd: packages/core\n',
  );
  const ended = await sandbox.wukong(['trust', '--approve', '--gate', 'unit tests']);
  expect(ended.stdout).toContain('Approved: make "check all"   (in packages/core/)');
  expect(readTrust(sandbox.ws)?.approvals).toEqual([
    { command: ['make', 'check all'], cwd: 'packages/core' },
  ]);
});

test('a gate of a template can be approved, and a broken file hides none of the others', async () => {
  using sandbox = await twoGates();
  sandbox.write(
    '.wukong/templates/mine.yaml',
    `name: mine
version: 1
description: Mine
success_criteria: [it works]
nodes:
  - id: N-001
    title: Work
    role: body
    verification_plan:
      deterministic:
        - { type: test, name: own check, command: [./check.sh] }
edges: []
`,
  );
  sandbox.write('.wukong/templates/broken.yaml', 'name: broken\nnope: 1\n');
  const ended = await sandbox.json(['trust']);
  const names = ended.out.not_approved.map((gate: { name: string }) => gate.name);
  expect(names).toEqual(['npm test', 'npm run lint', 'own check']);
  expect(ended.out.problem).toContain('.wukong/templates/broken.yaml:');
});

test('a command that could be mistaken for another is shown with its escapes', async () => {
  using sandbox = await twoGates();
  sandbox.write(
    '.wukong/config.local.yaml',
    'gates:\n  - { type: test, name: trick, command: [npm, "test\\u202e\\u001b[2K"] }\n',
  );
  const ended = await sandbox.wukong(['trust']);
  expect(ended.stdout).toContain('npm "test\\u202e\\u001b[2K"');
});

test('a changed runtime is reported', async () => {
  using sandbox = await twoGates();
  expect((await sandbox.json(['trust'])).out.runtime_matches).toBe(true);
  sandbox.write('.wukong/runtime/hook.cjs', 'process.exit(0)\n');
  const ended = await sandbox.wukong(['trust']);
  expect(ended.stdout).toContain(
    'The runtime is not the one that was installed here. What differs: wukong doctor. To put it back: wukong init',
  );
  expect((await sandbox.json(['trust'])).out.runtime_matches).toBe(false);
});

test('orders that make no sense are usage errors', async () => {
  using sandbox = await twoGates();
  expect((await sandbox.wukong(['trust', '--approve', '--revoke'])).code).toBe(2);
  expect((await sandbox.wukong(['trust', '--gate', 'npm test'])).code).toBe(2);
  const unknown = await sandbox.wukong(['trust', '--approve', '--gate', 'nope']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('Known are: "npm test", "npm run lint".');
});
