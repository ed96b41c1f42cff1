// Completions, tried in the shells themselves.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { Sandbox } from '../install/temporary.ts';

async function completed(sandbox: Sandbox, words: readonly string[]): Promise<string[]> {
  const script = join(sandbox.root, 'completion');
  const { code, stdout } = await sandbox.wukong(['completion', 'bash']);
  expect(code).toBe(0);
  const asked = `COMP_WORDS=(wukong "$@"); COMP_CWORD=$#; _wukong; echo "\${COMPREPLY[@]}"`;
  const ended = await run('bash', ['--norc', '-c', `${stdout}\n${asked}`, script, ...words], {
    cwd: sandbox.repo,
    env: systemPaths(),
    timeoutMs: 30_000,
  });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return ended.stdout.trim().split(' ');
}

test('bash completes commands, options, what a command does, and ids of open goals', async () => {
  using sandbox = await Sandbox.create();
  expect(await completed(sandbox, ['st'])).toEqual(['status', 'stats', 'state', 'statusline']);
  expect(await completed(sandbox, ['uninstall', '--k'])).toEqual(['--keep-data']);
  expect(await completed(sandbox, ['template', ''])).toEqual(['list', 'show', 'new']);
  expect(await completed(sandbox, ['why', ''])).toEqual(['']);
  sandbox.write('.wukong/goals/G-0001.json', '{"nodes":{"N-020":{},"N-010":{}}}');
  expect(await completed(sandbox, ['why', ''])).toEqual(['G-0001', 'N-010', 'N-020']);
});

test('zsh can read its script, where there is a zsh', async ({ skip }) => {
  using sandbox = await Sandbox.create();
  const { stdout } = await sandbox.wukong(['completion', 'zsh']);
  expect(stdout).toMatch(/^#compdef wukong\n/);
  const at = { cwd: sandbox.repo, env: systemPaths(), stdin: stdout, timeoutMs: 30_000 };
  const ended = await run('zsh', ['-n'], at);
  if (ended.code === null) skip('no zsh here');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
});

test('a shell that is none is refused with what to type', async () => {
  using sandbox = await Sandbox.create();
  const ended = await sandbox.wukong(['completion', 'fish']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('source <(wukong completion bash)');
});
