// A repository whose git directory is not beside its files: bare with working trees, apart, or of a submodule. The
// root is a working tree, wherever git keeps the rest.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_SCRIPT } from '../../runtime/hosts/claude-code/settings/registration.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { git } from '../rig/repository.ts';
import { Sandbox } from './temporary.ts';

type Layout = Readonly<{
  /** Where a person works, and a folder without files of its own, below the sandbox. */
  worktree: string;
  around?: string;
}>;

async function first(sandbox: Sandbox): Promise<void> {
  sandbox.write('a.txt', 'a');
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'first');
}

const LAYOUTS: Readonly<Record<string, (sandbox: Sandbox) => Promise<Layout>>> = {
  'proj/.bare, a file .git beside it, and a working tree below': async ({ root, repo }) => {
    const around = join(root, 'proj');
    mkdirSync(around);
    await git(around, 'clone', '--quiet', '--bare', repo, '.bare');
    writeFileSync(join(around, '.git'), 'gitdir: ./.bare\n');
    await git(around, 'worktree', 'add', '--quiet', 'wt/main', 'main');
    return { worktree: 'proj/wt/main', around: 'proj' };
  },
  'git clone --bare, and a working tree elsewhere': async ({ root, repo }) => {
    await git(root, 'clone', '--quiet', '--bare', repo, 'bare.git');
    await git(join(root, 'bare.git'), 'worktree', 'add', '--quiet', '../of bare', 'main');
    return { worktree: 'of bare', around: 'bare.git' };
  },
  'core.bare in .git, set for working trees': async ({ root, repo }) => {
    await git(repo, 'checkout', '--quiet', '--detach');
    await git(repo, 'config', 'extensions.worktreeConfig', 'true');
    await git(repo, 'worktree', 'add', '--quiet', '../beside', 'main');
    await git(repo, 'config', '--worktree', 'core.bare', 'true');
    expect(existsSync(join(root, 'repository/.git/config.worktree'))).toBe(true);
    return { worktree: 'beside', around: 'repository' };
  },
  'a git directory that lies apart': async ({ root, repo }) => {
    const apart = join(root, 'apart.git');
    await git(root, 'clone', '--quiet', '--separate-git-dir', apart, repo, 'mine');
    return { worktree: 'mine' };
  },
  'a submodule': async ({ root, repo }) => {
    await git(root, 'init', '--quiet', '--initial-branch=main', 'super');
    const add = ['submodule', '--quiet', 'add', repo, 'sub'];
    await git(join(root, 'super'), '-c', 'protocol.file.allow=always', ...add);
    return { worktree: 'super/sub' };
  },
};

test.each(Object.entries(LAYOUTS))('%s: Wukong is where the files are', async (_, make) => {
  using sandbox = await Sandbox.create();
  await first(sandbox);
  const { worktree, around } = await make(sandbox);
  const here = join(sandbox.root, worktree);
  const set = await sandbox.wukong(['init', '--yes'], { cwd: here });
  expect(set, set.stderr).toMatchObject({ code: 0 });
  for (const path of ['.claude/settings.json', '.wukong/events.jsonl', HOOK_SCRIPT]) {
    expect(existsSync(join(here, path)), path).toBe(true);
  }
  await git(here, 'add', '--all');
  await git(here, 'commit', '--quiet', '--message', 'Install Wukong');

  // A second working tree, made from that commit, shares the log.
  const second = join(sandbox.root, 'second');
  await git(here, 'worktree', 'add', '--quiet', '-b', 'second', second);
  for (const [cwd, goal] of [
    [here, 'G-0001'],
    [second, 'G-0002'],
  ] as const) {
    const payload = {
      session_id: `s-${goal}`,
      transcript_path: '/nowhere.jsonl',
      cwd,
      hook_event_name: 'UserPromptSubmit',
      prompt: '/wukong_fix it crashes',
      prompt_id: goal,
    };
    const hook = await run(process.execPath, [join(cwd, HOOK_SCRIPT), 'UserPromptSubmit'], {
      cwd,
      env: { ...systemPaths(), CLAUDE_PROJECT_DIR: cwd, HOME: sandbox.root },
      stdin: JSON.stringify(payload),
      timeoutMs: 30_000,
    });
    expect(hook.stdout, hook.stderr).toContain(`${goal}`);
  }
  for (const cwd of [here, second]) {
    const { out } = await sandbox.json(['status'], { cwd });
    const goals = out.goals.map((one: { id: string }) => one.id).sort();
    expect(goals, cwd).toEqual(['G-0001', 'G-0002']);
    expect(findRepository(cwd)?.root).toBe(here);
    const doctor = await sandbox.json(['doctor'], { cwd });
    const wrong = doctor.out.findings.filter(
      (one: { severity: string }) => one.severity === 'finding',
    );
    expect(wrong, cwd).toEqual([]);
  }

  if (around !== undefined) {
    const cwd = join(sandbox.root, around);
    for (const words of [['init', '--yes'], ['status'], ['doctor'], ['prove']]) {
      const refused = await sandbox.wukong(words, { cwd });
      expect(refused.code, words[0]).not.toBe(0);
      expect(refused.stderr, words[0]).toContain(here);
    }
    for (const name of ['.claude', '.wukong']) expect(readdirSync(cwd)).not.toContain(name);
  }
  const gone = await sandbox.person(['uninstall', '--yes'], 'y', { cwd: second });
  expect(gone, gone.stderr).toMatchObject({ code: 0 });
  expect(existsSync(join(here, '.wukong'))).toBe(false);
  expect(existsSync(join(findRepository(here)?.commonDir ?? '', 'wukong'))).toBe(false);
});

test('where the working tree with the data is gone, another one takes its place', async () => {
  using sandbox = await Sandbox.create();
  await first(sandbox);
  await git(sandbox.root, 'clone', '--quiet', '--bare', sandbox.repo, 'bare.git');
  const bare = join(sandbox.root, 'bare.git');
  const [old, next] = [join(sandbox.root, 'old'), join(sandbox.root, 'next')];
  await git(bare, 'worktree', 'add', '--quiet', old, 'main');
  expect(await sandbox.wukong(['init', '--yes'], { cwd: old })).toMatchObject({ code: 0 });
  await git(bare, 'worktree', 'add', '--quiet', '-b', 'next', next);
  expect(findRepository(next)?.root).toBe(old);
  await git(bare, 'worktree', 'move', old, join(sandbox.root, 'moved'));
  expect(findRepository(next)?.root).toBe(join(sandbox.root, 'moved'));
  await git(bare, 'worktree', 'remove', '--force', join(sandbox.root, 'moved'));
  expect(findRepository(next)?.root).toBe(next);
  expect(await sandbox.wukong(['init', '--yes'], { cwd: next })).toMatchObject({ code: 0 });
  expect(await sandbox.wukong(['status'], { cwd: next })).toMatchObject({ code: 0 });
});
