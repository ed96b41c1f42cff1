// What keeps a command from passing in a copy: looked for in what it printed there, and in what the working
// tree has and the copy has not.

import { existsSync } from 'node:fs';
import { type TrialSeen, trialCause } from '../../evidence/gates/trial-cause.ts';
import { dependencyFolders } from '../../evidence/trees/dependencies.ts';
import { fields, git } from '../../evidence/trees/git.ts';
import { readText } from '../../files/reading.ts';
import type { TrialCause } from '../../model/gate-schema.ts';

const END_CHARS = 64 * 1024;

/** `log`: what it printed in the copy. */
export async function copyCause(
  worktree: string,
  log: string,
  seen: Omit<TrialSeen, 'output' | 'missing'>,
): Promise<TrialCause | null> {
  if (seen.copy === 'pass') return null;
  const output = existsSync(log) ? readText(log).slice(-END_CHARS) : '';
  const brought = await dependencyFolders(worktree);
  const inCopy = new Set(brought.ok ? brought.value : []);
  const missing = (await ignoredPaths(worktree)).filter((path) => !inCopy.has(path));
  return trialCause({ ...seen, output, missing });
}

const MOST_PATHS = 1000;

/** What git ignores in the working tree: folders as a whole. Where git does not say it, nothing is found. */
async function ignoredPaths(worktree: string): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git({ cwd: worktree, args });
  if (!listed.ok) return [];
  return fields(listed.value.stdout)
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => !/^\.(?:wukong|claude)(?:\/|$)/.test(path))
    .slice(0, MOST_PATHS);
}
