// The examples as repositories: ordinary projects whose first commit is the state before the work. And a folder to have
// them in.

import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from './client/child.ts';
import { systemPaths } from './client/environment.ts';

export const PROJECT = join(import.meta.dirname, '..');
const EXAMPLES = join(PROJECT, 'examples');

/** Copies an example's own files; somebody may have installed or run it in place. */
export function copyExample(name: string, folder: string): void {
  cpSync(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (path) => !['node_modules', '.wukong', '.claude', '.git'].includes(basename(path)),
  });
}

export async function commitExample(folder: string): Promise<void> {
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'Add the first version');
}

export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const ended = await run('git', args, {
    cwd,
    env: { ...systemPaths(), ...gitEnvironment() },
    timeoutMs: 30_000,
  });
  if (ended.code === 0) return ended.stdout;
  throw new Error(`git ${args.join(' ')} failed: ${ended.stderr.trim()}`);
}

/** A git that knows nobody: no configuration of the machine, a fixed author. */
export function gitEnvironment(): Record<string, string> {
  return {
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
}

/** In a temporary folder, which is gone when the work is done. */
export async function within<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `wukong-${name}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
