import { expect, test } from 'vitest';
import { readTrust } from '../../runtime/workspace/trust.ts';
import { Sandbox } from '../install/temporary.ts';

test('a program that is to carry out runs waits for a person, and is approved word for word', async () => {
  using sandbox = await Sandbox.create();
  const command = ['node', 'fixer.mjs', '{order_dir}'];
  await sandbox.wukong(['init', '--yes']);
  const executors = { fixer: { type: 'command', command } };
  sandbox.write('.wukong/config.local.yaml', JSON.stringify({ executors }));
  const trusted = () => readTrust(sandbox.ws)?.approvals ?? [];
  expect((await sandbox.wukong(['trust'])).stdout).toContain('node fixer.mjs "{order_dir}"');
  expect(trusted().map((one) => one.command)).not.toContainEqual(command);
  const approved = await sandbox.wukong(['trust', '--approve', '--gate', 'executor fixer']);
  expect(approved.code).toBe(0);
  // There is no such file yet.
  expect(trusted()).toContainEqual({ command, programs: {} });
});

/** One whose program lies in the repository, and a check beside it. */
async function withProgram(sandbox: Sandbox): Promise<void> {
  sandbox.write('tools/fixer.mjs', '// as it was\n');
  sandbox.write('package.json', JSON.stringify({ scripts: { test: 'node tools/fixer.mjs' } }));
  await sandbox.wukong(['init', '--yes']);
  const fixer = { type: 'command', command: ['node', 'tools/fixer.mjs'], roles: ['body'] };
  sandbox.write('.wukong/config.local.yaml', JSON.stringify({ executors: { fixer } }));
}

const RUN = ['run', 'change it', '--track', 'direct'];
const begun = (sandbox: Sandbox) => sandbox.read('.wukong/events.jsonl').includes('goal.created');

test('no goal is begun for a program that nobody approved, and what to type is said', async () => {
  using sandbox = await Sandbox.create();
  await withProgram(sandbox);
  const refused = await sandbox.wukong(RUN);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain(
    'Nobody approved the command of the executor fixer in this clone. No goal was begun.',
  );
  expect(refused.stderr).toContain('wukong trust --approve --gate "executor fixer"');
  expect(begun(sandbox)).toBe(false);
  // Approved as it is now, and set up in another way by whoever wrote the file since.
  await sandbox.wukong(['trust', '--approve']);
  const fixer = { type: 'command', command: ['node', 'tools/fixer.mjs'], roles: ['body', 'ear'] };
  sandbox.write('.wukong/config.local.yaml', JSON.stringify({ executors: { fixer } }));
  const unconfirmed = await sandbox.wukong(RUN);
  expect(unconfirmed.stderr).toContain('Nobody confirmed the executor fixer');
  expect(begun(sandbox)).toBe(false);
});

test('a program that was edited since it was approved is not started, until a person looked at it', async () => {
  using sandbox = await Sandbox.create();
  await withProgram(sandbox);
  await sandbox.wukong(['trust', '--approve']);
  sandbox.write('tools/fixer.mjs', '// something else\n');
  const refused = await sandbox.wukong(RUN);
  expect(refused.stderr).toContain('but tools/fixer.mjs changed since. No goal was begun.');
  expect(begun(sandbox)).toBe(false);
  const changed = 'node tools/fixer.mjs  (tools/fixer.mjs changed since it was approved)';
  expect((await sandbox.wukong(['trust'])).stdout).toContain(changed);
  // What checks the work is approved by its words: its scripts are part of the work.
  expect((await sandbox.wukong(['trust'])).stdout).not.toMatch(/npm test {2}\S/);
  expect((await sandbox.wukong(['trust', '--approve'])).code).toBe(0);
  expect((await sandbox.wukong(['trust'])).stdout).not.toContain('changed since');
  expect((await sandbox.wukong(RUN)).stderr).not.toContain('No goal was begun');
});

test('an approval of an earlier version says nothing of files: it counts, and gets them', async () => {
  using sandbox = await Sandbox.create();
  await withProgram(sandbox);
  await sandbox.wukong(['trust', '--approve']);
  const trust = JSON.parse(sandbox.read('.git/wukong/trust.json'));
  for (const one of trust.approvals) delete one.programs;
  sandbox.write('.git/wukong/trust.json', JSON.stringify(trust));
  sandbox.write('tools/fixer.mjs', '// something else\n');
  expect((await sandbox.wukong(RUN)).stderr).not.toContain('No goal was begun');
  await sandbox.person(['abort', 'G-0001'], 'y');
  await sandbox.wukong(['trust', '--approve']);
  const command = ['node', 'tools/fixer.mjs'];
  expect(readTrust(sandbox.ws)?.approvals).toContainEqual({
    command,
    programs: { 'tools/fixer.mjs': expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});
