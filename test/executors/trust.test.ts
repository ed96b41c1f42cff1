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
  expect(trusted()).not.toContainEqual({ command });
  const approved = await sandbox.wukong(['trust', '--approve', '--gate', 'executor fixer']);
  expect(approved.code).toBe(0);
  expect(trusted()).toContainEqual({ command });
});
