import { spawnSync } from 'node:child_process';
import { ownPath, ownProgram } from '../../files/own-programs.ts';
import type { Change } from '../../memory/recall/changed.ts';

const MOST_COMMITS = 500;
const LIMIT_MS = 2000;
const COMMIT = '\u0001';

/**
 * What commits changed below these paths since a day. It is asked for a mark on an anchor, while a person
 * waits: a history that cannot be read, or not in this time, marks nothing.
 */
export function changesSince(cwd: string, day: string, paths: readonly string[]): Change[] {
  const args = ['--literal-pathspecs', '-c', 'core.quotePath=false', 'log'];
  const which = [`--since=${day}T00:00:00`, '-n', String(MOST_COMMITS), '--no-renames'];
  const form = ['--name-only', `--format=${COMMIT}%cs`, '--', ...paths];
  const program = ownProgram('git', cwd);
  if (program === undefined) return [];
  const env = { PATH: ownPath(cwd), HOME: process.env.HOME ?? '', GIT_OPTIONAL_LOCKS: '0' };
  const git = spawnSync(program, [...args, ...which, ...form], {
    cwd,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    env,
  });
  if (git.status !== 0) return [];
  return git.stdout.split(COMMIT).flatMap((commit) => {
    const [at = '', ...changed] = commit.split('\n');
    return changed.filter((path) => path !== '').map((path) => ({ day: at, path }));
  });
}
