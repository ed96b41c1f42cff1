import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrust } from '../../runtime/workspace/trust.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { Sandbox } from '../install/temporary.ts';
import { atTerminal } from '../rig/person.ts';
import { git, gitEnvironment, PROJECT } from '../rig/repository.ts';
import { DEAD, LIVING, start } from './goals.ts';

async function twoGates(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandbox.write('package.json', '{"scripts":{"test":"node --test","lint":"eslint ."}}');
  await sandbox.wukong(['init']);
  return sandbox;
}

const INSIDE = { env: { CLAUDECODE: '1' } };

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

test('a variable that tools read stands on a line of its own wherever a check is approved', async () => {
  using sandbox = await Sandbox.create();
  const check = 'NODE_OPTIONS=--import=./x.mjs npm test';
  sandbox.write('.github/workflows/ci.yml', `jobs: { unit: { steps: [{ run: "${check}" }] } }\n`);
  await git(sandbox.repo, 'add', '--all');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'Begin');
  sandbox.write('a.js', '');
  const asked = await sandbox.person(['prove'], [[/run here.* \[y\/N\]/s, 'n\r']]);
  const told = [asked, await sandbox.wukong(['init']), await sandbox.wukong(['trust'])];
  start(sandbox.ws, 'one', DEAD);
  told.push(await sandbox.person(['trust', '--approve'], 'n'));
  for (const { stdout } of told)
    expect(stdout).toMatch(
      / {2}Sets a variable that tools read: NODE_OPTIONS=--import=\.\/x\.mjs\n/,
    );
  expect(approved(sandbox)).toEqual([]);
});

const DECIDES = [
  ['trust', '--approve'],
  ['init', '--yes'],
  ['accept', 'N-001', '--no-change', 'it is as meant'],
  ['resume', '--approve'],
];

test('while a goal is open only a person at a terminal decides, and is told what to type there', async () => {
  using sandbox = await twoGates();
  expect((await sandbox.wukong(['trust', '--approve'], INSIDE)).code).toBe(0);
  await sandbox.wukong(['trust', '--revoke']);
  start(sandbox.ws, 'one', DEAD);
  for (const args of DECIDES) {
    const ended = await sandbox.wukong(args);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('at a terminal, and this process has none.');
    expect(ended.stderr).toContain(`Type it in a terminal of your own: \`wukong ${args[0]}`);
  }
  // Looking, and taking away, is anybody's.
  expect((await sandbox.wukong(['trust'], INSIDE)).code).toBe(0);
  expect((await sandbox.wukong(['trust', '--revoke'], INSIDE)).code).toBe(0);
  expect(approved(sandbox)).toEqual([]);
});

test('at a terminal it is asked, whatever --yes says, and no is no', async () => {
  using sandbox = await twoGates();
  start(sandbox.ws, 'one', DEAD);
  const no = await sandbox.person(['init', '--yes'], 'n');
  expect(no.stdout).toContain('May Wukong run these commands here');
  expect(no.code).toBe(0);
  expect((await sandbox.person(['trust', '--approve'], 'n')).code).toBe(3);
  expect(approved(sandbox)).toEqual([]);
  const yes = await sandbox.person(['trust', '--approve', '--gate', 'npm test']);
  expect(yes.stdout).toContain('May Wukong run this here, by itself?');
  expect(yes).toMatchObject({ code: 0 });
  expect(approved(sandbox)).toEqual(['npm test']);
});

test('a terminal is none below a client: by its mark, by its process, or left in the background', async () => {
  using sandbox = await twoGates();
  start(sandbox.ws, 'one', DEAD);
  const marked = await sandbox.person(['trust', '--approve'], 'y', INSIDE);
  expect(marked.code).toBe(3);
  expect(marked.stdout).toContain('and this was started by an agent’s client.');
  const cli = `'${process.execPath}' '${join(PROJECT, 'dist/cli.js')}'`;
  const left = await atTerminal('sh', ['-mc', `${cli} trust --approve & wait $!`], {
    cwd: sandbox.repo,
    env: { ...systemPaths(), ...gitEnvironment(), HOME: sandbox.root },
  });
  expect(left.stdout).toContain('in the background of its own');
  start(sandbox.ws, 'two', LIVING);
  const below = await sandbox.person(['trust', '--approve']);
  expect(below.stdout).toContain('and this was started by an agent’s client.');
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
