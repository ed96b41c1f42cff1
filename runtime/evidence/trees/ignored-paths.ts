import { dependencyFolders } from './dependencies.ts';
import { fields, git } from './git.ts';

const MOST_PATHS = 1000;

/** Of what git ignores in the working tree that which no copy has. Where git does not say it, nothing is found. */
export async function leftOutOfCopies(worktree: string): Promise<readonly string[]> {
  const brought = await dependencyFolders(worktree);
  const inCopies = new Set(brought.ok ? brought.value : []);
  return (await ignoredPaths(worktree)).filter((path) => !inCopies.has(path));
}

/** Folders as a whole. */
async function ignoredPaths(worktree: string): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git({ cwd: worktree, args });
  if (!listed.ok) return [];
  return fields(listed.value.stdout)
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => !/^\.(?:wukong|claude)(?:\/|$)/.test(path))
    .slice(0, MOST_PATHS);
}
