// Which file of local settings counts in a clone, through the built CLI and the built hooks.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../rig/repository.ts';
import { Sandbox } from './temporary.ts';

const LOCAL = '.wukong/config.local.yaml';
/** Passes where a person let it see their variable. */
const GATE = {
  type: 'test',
  name: 'tests',
  command: ['node', '-e', 'process.exit(process.env.MINE === "here" ? 0 : 1)'],
  env: ['MINE'],
};

/** Leaves a mark, and runs what it wraps. */
function wrapperOf(sandbox: Sandbox): string[] {
  return ['sh', '-c', `echo "$*" >> '${markOf(sandbox)}'; exec "$@"`, '--'];
}

function markOf(sandbox: Sandbox): string {
  return join(sandbox.root, 'mark');
}

function wrapped(sandbox: Sandbox): number {
  const mark = markOf(sandbox);
  return existsSync(mark) ? readFileSync(mark, 'utf8').trim().split('\n').length : 0;
}

async function withGate(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  sandbox.write('.wukong/config.yaml', JSON.stringify({ gates: [GATE] }));
  return sandbox;
}

const powers = (sandbox: Sandbox) =>
  JSON.stringify({ gate_wrapper: wrapperOf(sandbox), gate_env: ['MINE'] });

test('a local file that is in git counts for no command: not for one that shows settings, and not for one that adds a goal', async () => {
  using sandbox = await Sandbox.installed();
  sandbox.write(LOCAL, 'owner: platform\n');
  await sandbox.wukong(['init', '--yes']);
  const added = async () =>
    (await sandbox.json(['goal', 'add', 'it crashes', '--template', 'fix'])).out.owner_id;
  expect(await added()).toBe('platform');
  await git(sandbox.repo, 'add', '--force', LOCAL);
  const shown = await sandbox.json(['config', 'explain', 'owner']);
  expect(shown.out.problem).toContain('This file is in git');
  expect(await added()).not.toBe('platform');
});

test('gates are tried before the first goal as gates of a goal run: with the wrapper, and with the variables they may see', async () => {
  using sandbox = await withGate();
  sandbox.write(LOCAL, powers(sandbox));
  await sandbox.wukong(['init', '--yes']);
  const tried = await sandbox.wukong(['gates', '--try'], { env: { MINE: 'here' } });
  expect(tried, tried.stdout).toMatchObject({ code: 0 });
  expect(wrapped(sandbox)).toBe(2);
});

test('a .wukong that is a submodule is refused, so that its local file gives gates no wrapper', async () => {
  using inner = await withGate();
  using sandbox = await Sandbox.create();
  inner.write(LOCAL, powers(sandbox));
  const data = join(inner.repo, '.wukong');
  inner.remove('.wukong/.gitignore');
  await git(data, 'init', '--quiet', '--initial-branch=main');
  await git(data, 'add', '--force', 'config.yaml', 'config.local.yaml');
  await git(data, 'commit', '--quiet', '--message', 'Settings');
  const allow = ['-c', 'protocol.file.allow=always'];
  await git(sandbox.repo, ...allow, 'submodule', 'add', '--quiet', data, '.wukong');
  expect(sandbox.has(LOCAL)).toBe(true);

  const refused = await sandbox.wukong(['init', '--yes']);
  await sandbox.wukong(['goal', 'add', 'it crashes', '--template', 'fix']);
  await sandbox.wukong(['gates', '--try'], { env: { MINE: 'here' } });
  expect(wrapped(sandbox)).toBe(0);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('.wukong is a repository of its own');
});
