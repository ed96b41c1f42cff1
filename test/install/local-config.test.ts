// Which file of local settings counts in a clone, through the built CLI and the built hooks.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
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
  sandbox.write(LOCAL, 'owner: stranger\n');
  await git(sandbox.repo, 'add', '--force', LOCAL);
  const shown = await sandbox.json(['config', 'explain', 'owner']);
  expect(shown.out.problem).toContain('This file is in git');
  // What was confirmed here stays in force.
  expect(await added()).toBe('platform');
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

const trying = { env: { MINE: 'here' } };

describe('local settings that widen what may happen', () => {
  test('wait for a person: commands and hooks go on without them and say so, until a person is asked, once', async () => {
    using sandbox = await withGate();
    await sandbox.wukong(['trust', '--approve']);
    sandbox.write(LOCAL, powers(sandbox));
    const tried = await sandbox.wukong(['gates', '--try'], trying);
    expect(tried.stderr).toContain('sets gate_env, gate_wrapper, which nobody confirmed');
    expect(tried.stderr).toContain('type in a terminal: wukong trust');
    expect(tried.stdout).toContain('it needs the variable MINE, which no gate may see');
    expect(await start(sandbox, 'it crashes')).toContain(
      'config.local.yaml sets gate_env, gate_wrapper, and nobody confirmed that in this clone',
    );
    const said = await sandbox.wukong(['config', 'explain', 'gate_wrapper']);
    expect(said.stdout).toContain('all of it counts once you type `wukong trust`');
    expect((await sandbox.wukong(['doctor'])).stdout).toContain('It sets gate_env, gate_wrapper');
    expect((await sandbox.wukong(['trust'])).stdout).toContain('gate_env: ["MINE"], was []');
    await sandbox.person(['abort', 'G-0001']);

    const declined = await sandbox.person(['gates', '--try'], 'n', trying);
    expect(declined.stdout).toContain('Of .wukong/config.local.yaml this does not count');
    const later = await sandbox.person(['gates', '--try'], 'y', trying);
    expect(later.stdout).not.toContain('Does it count from now on?');
    expect(wrapped(sandbox)).toBe(0);

    const asked = await sandbox.person(['trust']);
    expect(asked.stdout).toContain('Confirmed in this clone: .wukong/config.local.yaml.');
    const wrapper = await sandbox.wukong(['gates', '--try'], trying);
    expect(wrapper, wrapper.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(wrapped(sandbox)).toBe(2);
  });

  test('are confirmed by the next command that needs them, and what only narrows needs nobody, but to take it back', async () => {
    using sandbox = await withGate();
    await sandbox.wukong(['trust', '--approve']);
    sandbox.write(LOCAL, 'gate_env: [MINE]\n');
    expect((await sandbox.person(['gates', '--try'], 'y', trying)).code).toBe(0);
    expect(await sandbox.wukong(['gates', '--try'], trying)).toMatchObject({ code: 0 });
    sandbox.write(LOCAL, 'gate_env: []\nrecord: goals\n');
    expect(await start(sandbox, 'it crashes')).not.toContain('nobody confirmed');
    expect((await sandbox.wukong(['gates', '--try'], trying)).stdout).toContain('which no gate');
    sandbox.write(LOCAL, 'gate_env: [MINE]\n');
    const again = await sandbox.wukong(['gates', '--try'], trying);
    expect(again.stderr).toContain('sets gate_env, which nobody confirmed');
    expect(again.stdout).toContain('which no gate may see');
  });

  test('that an earlier version let count stay in force, and are asked about once; what is added to them waits', async () => {
    using sandbox = await withGate();
    await sandbox.wukong(['trust', '--approve']);
    sandbox.remove('.git/wukong/config.local.json');
    sandbox.write(LOCAL, 'gate_env: [MINE]\n');
    const tries = () => sandbox.wukong(['gates', '--try'], trying);
    expect(await tries()).toMatchObject({ code: 0, stderr: '' });
    const updated = await sandbox.wukong(['init']);
    expect(updated.stdout).toContain('gate_env: ["MINE"], was []');
    expect(updated.stdout).toContain('type in a terminal: wukong trust');
    expect(await tries()).toMatchObject({ code: 0, stderr: '' });
    sandbox.write(LOCAL, powers(sandbox));
    expect((await tries()).stderr).toContain('sets gate_wrapper, which nobody confirmed');
    expect(wrapped(sandbox)).toBe(0);
    const confirmed = await sandbox.wukong(['init', '--yes']);
    expect(confirmed.stdout).toContain('Confirmed in this clone: .wukong/config.local.yaml.');
    expect((await sandbox.wukong(['init', '--yes'])).stdout).not.toContain('Confirmed');
    await tries();
    expect(wrapped(sandbox)).toBe(2);
  });

  test('of a clone that was never set up here count for nothing until init was told so', async () => {
    using sandbox = await Sandbox.create();
    sandbox.write('.wukong/config.yaml', JSON.stringify({ gates: [GATE] }));
    sandbox.write(LOCAL, 'gate_env: [MINE]\n');
    await sandbox.wukong(['init']);
    await sandbox.wukong(['trust', '--approve', '--gate', 'tests']);
    expect((await sandbox.wukong(['gates', '--try'], trying)).stdout).toContain('which no gate');
    await sandbox.wukong(['init', '--yes']);
    expect(await sandbox.wukong(['gates', '--try'], trying)).toMatchObject({ code: 0 });
  });
});

/** What is said to a person who types in the client. */
async function start(sandbox: Sandbox, text: string): Promise<string> {
  const payload = {
    hook_event_name: 'UserPromptSubmit',
    session_id: 's1',
    transcript_path: '/none.jsonl',
    cwd: sandbox.repo,
    prompt: `/wukong_fix ${text}`,
  };
  const ended = await run(
    process.execPath,
    [join(sandbox.repo, '.wukong/runtime/hook.cjs'), 'UserPromptSubmit'],
    {
      cwd: sandbox.repo,
      env: { ...systemPaths(), CLAUDE_PROJECT_DIR: sandbox.repo },
      stdin: JSON.stringify(payload),
      timeoutMs: 60_000,
    },
  );
  return ended.stdout;
}
