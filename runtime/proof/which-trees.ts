// Which change is meant: from where the branch left the default one, or from the last commit, to the working
// tree or a commit. Read with git alone; the working tree is recorded outside of the repository.

import { git } from '../evidence/trees/git.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import { snapshot } from '../evidence/trees/snapshot.ts';
import { fail, ok, type Result } from '../model/failure.ts';

export type Named = Readonly<{
  tree: string;
  kind: TreeKind;
  /** `main (1a2b3c4)`, `(1a2b3c4)`; empty: it has no name. */
  of: string;
}>;

/**
 *   working     the files as they are
 *   last        the last commit
 *   one-before  the commit before that
 *   parted      where it left the default branch
 *   named       as a person called it
 */
export type TreeKind = 'working' | 'last' | 'one-before' | 'parted' | 'named';

export type Trees = Readonly<{ base: Named; head: Named }>;

/** What is wrong, and what to type. */
export type NoTrees = Readonly<{ message: string; hint: string }>;

export async function whichTrees(
  place: TreePlace,
  asked: Readonly<{ base?: string | undefined; head?: string | undefined }>,
): Promise<Result<Trees, NoTrees>> {
  const ask = async (...args: string[]): Promise<string | undefined> => {
    const said = await git({ cwd: place.worktree, args });
    return said.ok ? said.value.stdout.toString('utf8').trim() || undefined : undefined;
  };
  const commitOf = (name: string) => ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  const treeOf = (commit: string) => ask('rev-parse', '--verify', '--quiet', `${commit}^{tree}`);
  const noCommit = (name: string): Result<never, NoTrees> =>
    fail({ message: `git knows no commit "${name}".`, hint: 'Name a branch, a tag or a commit.' });

  const tip = await commitOf(asked.head ?? 'HEAD');
  if (tip === undefined) {
    if (asked.head !== undefined) return noCommit(asked.head);
    const message = 'This repository has no commit yet, so there is nothing to compare with.';
    return fail({ message, hint: 'Commit once, change something, and type: wukong prove' });
  }
  const now = asked.head === undefined ? await snapshot(place) : undefined;
  if (now && !now.ok) {
    const message = 'git cannot record the working tree.';
    return fail({ message, hint: 'Look at: git status' });
  }
  const tipTree = await treeOf(tip);
  const headTree = now?.ok ? now.value.tree : tipTree;
  if (headTree === undefined || tipTree === undefined) return noCommit(asked.head ?? 'HEAD');
  const head: Named =
    asked.head === undefined
      ? { tree: headTree, kind: 'working', of: '' }
      : { tree: headTree, kind: 'named', of: asked.head };

  const from = async (
    commit: string,
    kind: TreeKind,
    name?: string,
  ): Promise<Result<Trees, NoTrees>> => {
    const tree = await treeOf(commit);
    if (tree === undefined) return noCommit(name ?? commit);
    const of = [name, `(${commit.slice(0, 7)})`].filter(Boolean).join(' ');
    return ok({ base: { tree, kind, of }, head });
  };
  if (asked.base !== undefined) {
    const named = await commitOf(asked.base);
    if (named === undefined) return noCommit(asked.base);
    // Where the two have parted, only this side's changes are meant.
    return from((await ask('merge-base', named, tip)) ?? named, 'named', asked.base);
  }
  const main = await defaultBranch(ask);
  const left = main === undefined ? undefined : await ask('merge-base', main, tip);
  if (left !== undefined && left !== tip) return from(left, 'parted', main);
  if (headTree !== tipTree) return from(tip, 'last');
  const before = await commitOf(`${tip}^`);
  if (before !== undefined) return from(before, 'one-before');
  const message = 'There is one commit, and nothing was changed since.';
  return fail({
    message,
    hint: 'Change something, or name a commit: wukong prove --base <commit>',
  });
}

/** As the remote says, else by its usual names. */
async function defaultBranch(
  ask: (...args: string[]) => Promise<string | undefined>,
): Promise<string | undefined> {
  const said = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (said !== undefined) return said;
  for (const name of ['origin/main', 'origin/master', 'main', 'master']) {
    if (await ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`)) return name;
  }
  return undefined;
}
