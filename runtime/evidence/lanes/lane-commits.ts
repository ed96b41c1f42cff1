// Who works in a lane may commit there, though nobody asked for it: on no branch, or on the one that the client made for
// its agent. With the lane such a commit would be gone.

import { git } from '../trees/git.ts';

/** Commits that no other branch, tag or HEAD has; where that cannot be told, too. */
export async function hasOwnCommits(
  worktree: string,
  commit: string,
  branch = 'worktree-agent-*',
): Promise<boolean> {
  const others = ['--not', 'HEAD', `--exclude=${branch}`, '--branches', '--remotes', '--tags'];
  const own = await git({ cwd: worktree, args: ['rev-list', '-n1', commit, ...others] });
  return !own.ok || own.value.stdout.length > 0;
}

/** The one it was made at, as far as it can be told: that of `main` from which its own ones come. */
export async function commitOfLane(main: string, path: string): Promise<string> {
  const [theirs, own] = [await headOf(main), await headOf(path)];
  if (theirs === undefined || own === undefined || !(await hasOwnCommits(main, own))) return 'HEAD';
  const asked = await git({ cwd: main, args: ['merge-base', theirs, own], expect: [0, 1] });
  return (asked.ok && asked.value.stdout.toString('utf8').trim()) || theirs;
}

async function headOf(cwd: string): Promise<string | undefined> {
  const asked = await git({ cwd, args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] });
  return asked.ok ? asked.value.stdout.toString('utf8').trim() : undefined;
}
