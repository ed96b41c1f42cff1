// What keeps git from reading a repository, or a part of it, and the command that puts it right. Nothing is fetched
// here.

import { git } from './git.ts';
import type { VerifyFailure } from './result.ts';

/** What is wrong, and what to type. */
export type Unreadable = Readonly<{
  kind: 'other-owner' | 'partial-clone' | 'shallow';
  message: string;
  hint: string;
}>;

/** Its files are somebody else's, as in a container of CI: in git's own words. */
export async function otherOwner(worktree: string): Promise<Unreadable | undefined> {
  const said = await git({ cwd: worktree, args: ['rev-parse', '--git-dir'] });
  return said.ok ? undefined : ownerIn(said.error);
}

export function ownerIn(error: VerifyFailure): Unreadable | undefined {
  const said = 'stderr' in error ? error.stderr : '';
  const [line] = /[^\n]*dubious ownership[^\n]*/.exec(said) ?? [];
  if (line === undefined) return undefined;
  const [command] = /git config --global --add safe\.directory [^\n]+/.exec(said) ?? [];
  return {
    kind: 'other-owner',
    message: `git does not read this repository: ${line.replace(/^fatal: /, '')}`,
    hint: `If you trust it, type: ${command ?? 'git config --global --add safe.directory <folder>'}`,
  };
}

const PARTIAL: Unreadable = {
  kind: 'partial-clone',
  message: 'This is a partial clone: files of the commits that are compared are not here.',
  hint: 'Get them with: git fetch --refetch --no-filter',
};

/** Where something of it could not be read, and its remote has it: nothing is fetched for us. */
export async function partialClone(cwd: string): Promise<Unreadable | undefined> {
  const args = ['config', '--get-regexp', '^remote\\..*\\.promisor$', '^true$'];
  const said = await git({ cwd, args, expect: [0, 1] });
  return said.ok && said.value.exitCode === 0 ? PARTIAL : undefined;
}

/** `wanted`: a branch as the remote is called before it, `origin/main`. */
export async function shallow(worktree: string, wanted = ''): Promise<Unreadable | undefined> {
  const args = ['rev-parse', '--is-shallow-repository'];
  const said = await git({ cwd: worktree, args });
  if (!said.ok || said.value.stdout.toString('utf8').trim() !== 'true') return undefined;
  const [, branch] = /^origin\/([\w./-]+)$/.exec(wanted) ?? [];
  const what = branch === undefined ? '' : ` origin +${branch}:refs/remotes/origin/${branch}`;
  return {
    kind: 'shallow',
    message: 'This checkout is shallow: the commits before are not here',
    hint: `Get them with: git fetch --unshallow${what} (of actions/checkout: fetch-depth: 0).`,
  };
}
