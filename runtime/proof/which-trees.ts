// Which change is meant: from where the branch left the default one, or from the last commit, to the working
// tree or a commit. Read with git alone; trees of the bytes that files have are recorded outside of the repository.

import { forLfs, type RawTree, rawTree } from '../evidence/trees/commit-bytes.ts';
import type { FilteredFile } from '../evidence/trees/filters.ts';
import { fields, git } from '../evidence/trees/git.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import { withSettingsOf } from '../evidence/trees/own-files.ts';
import type { Result as OfGit } from '../evidence/trees/result.ts';
import { snapshot } from '../evidence/trees/snapshot.ts';
import { ownerIn, partialClone, shallow, type Unreadable } from '../evidence/trees/unreadable.ts';
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

export type Trees = Readonly<{
  base: Named;
  /** The tree of the base as its commit has it, with files of ours. */
  recorded?: string;
  head: Named;
  /** Files of either that a program outside of the tree has a part in. */
  filtered: readonly FilteredFile[];
  /** When the base was made. */
  sinceMs: number;
  /** Submodules with changes of their own that are in no commit: none of them is in a tree. */
  unheld: readonly string[];
  /** Why nothing can be said of them: the bytes of a commit cannot be had here. */
  unmade?: string;
}>;

/** What is wrong, and what to type. */
type NoTrees = Readonly<{ message: string; hint: string }>;

type Commit = Readonly<{
  id: string;
  tree: string;
  /** When it was made. */
  sinceMs: number;
}>;

const MOST_EMPTY = 50;

export async function whichTrees(
  place: TreePlace,
  asked: Readonly<{ base?: string | undefined; head?: string | undefined }>,
): Promise<Result<Trees, NoTrees>> {
  const ask = async (...args: string[]): Promise<string | undefined> => {
    const said = await git({ cwd: place.worktree, args });
    return said.ok ? said.value.stdout.toString('utf8').trim() || undefined : undefined;
  };
  const read = async (commit: string): Promise<Commit | undefined> => {
    const said = await ask('log', '-1', '--no-show-signature', '--format=%H %T %ct', commit);
    const [, id, tree, seconds] = /^([0-9a-f]+) ([0-9a-f]+) (-?\d+)$/.exec(said ?? '') ?? [];
    return id && tree ? { id, tree, sinceMs: Number(seconds) * 1000 } : undefined;
  };
  // Of what a person types `show` would take more than one commit.
  const named = async (name: string): Promise<Commit | undefined> => {
    const id = await ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
    return id === undefined ? undefined : read(id);
  };
  const noCommit = async (name: string): Promise<Result<never, NoTrees>> => {
    const message = `git knows no commit "${name}".`;
    const cut = await shallow(place.worktree, name);
    if (cut) return fail({ message: `${message} ${cut.message}.`, hint: cut.hint });
    return fail({ message, hint: 'Name a branch, a tag or a commit.' });
  };
  const tip = await (asked.head === undefined ? read('HEAD^{commit}') : named(asked.head));
  if (tip === undefined) {
    const why = await noHead(place);
    return why ? fail(why) : noCommit(asked.head ?? 'HEAD');
  }
  const now: OfGit<Made> =
    asked.head === undefined ? await workingTree(place) : await madeOf(place, tip.tree);
  if (!now.ok) {
    const what = asked.head === undefined ? 'record the working tree' : `read ${asked.head}`;
    return unread(place, {
      message: `git cannot ${what}.`,
      hint: 'Look at: git status',
    });
  }
  const { tree: headTree } = now.value;
  const head: Named =
    asked.head === undefined
      ? { tree: headTree, kind: 'working', of: '' }
      : { tree: headTree, kind: 'named', of: asked.head };

  const from = async (
    { id, tree, sinceMs }: Commit,
    kind: TreeKind,
    name?: string,
  ): Promise<Result<Trees, NoTrees>> => {
    const made = await madeOf(place, tree, now.value.tree);
    const message = `git cannot read ${name ?? id.slice(0, 7)}.`;
    const otherwise = { message, hint: 'Look at: git fsck' };
    if (!made.ok) return unread(place, otherwise);
    const compared = await withSettingsOf(place, made.value.tree, headTree);
    if (!compared.ok) return unread(place, otherwise);
    const filtered = [...now.value.filtered, ...made.value.filtered];
    const unmade = now.value.unmade ?? made.value.unmade;
    const of = [name, `(${id.slice(0, 7)})`].filter(Boolean).join(' ');
    const base = { tree: compared.value, kind, of };
    const unheld = asked.head === undefined ? await editedSubmodules(place) : [];
    const more = { recorded: tree, filtered, sinceMs, unheld };
    return ok({ base, head, ...more, ...(unmade !== undefined && { unmade }) });
  };
  if (asked.base !== undefined) {
    const base = await named(asked.base);
    if (base === undefined) return noCommit(asked.base);
    // Where the two have parted, only this side's changes are meant.
    const parted = await ask('merge-base', base.id, tip.id);
    const cut = parted === undefined ? await shallow(place.worktree, asked.base) : undefined;
    if (cut) return fail(noParting(cut, asked.base));
    const meant = parted === undefined ? base : await read(parted);
    return meant ? from(meant, 'named', asked.base) : noCommit(asked.base);
  }
  const main = await defaultBranch(ask);
  const left = main === undefined ? undefined : await ask('merge-base', main, tip.id);
  const cut =
    main !== undefined && left === undefined ? await shallow(place.worktree, main) : undefined;
  if (main !== undefined && cut) return fail(noParting(cut, main));
  const parted = left === undefined || left === tip.id ? undefined : await read(left);
  if (parted) return from(parted, 'parted', main);
  const last = await from(tip, 'last');
  if (!last.ok || last.value.base.tree !== head.tree) return last;
  // A commit of our own files alone, as after `init`, or of nothing, is none that anybody asks about.
  for (let nth = 1; nth <= MOST_EMPTY; nth += 1) {
    const before = await read(`${tip.id}~${nth}^{commit}`);
    const trees = before && (await from(before, 'one-before'));
    if (trees === undefined) break;
    if (!trees.ok || trees.value.base.tree !== head.tree) return trees;
  }
  const none = await shallow(place.worktree, 'origin/main');
  if (none) {
    return fail({ message: `${none.message}, and nothing was changed since.`, hint: none.hint });
  }
  const message = 'There is nothing to look at: no file was changed since the first commit.';
  return fail({
    message,
    hint: 'Change something, or name a commit: wukong prove --base <commit>',
  });
}

/** Why what is checked out cannot be read, where it cannot. */
async function noHead({ worktree }: TreePlace): Promise<NoTrees | undefined> {
  const said = await git({ cwd: worktree, args: ['log', '-1', '--format='] });
  if (said.ok) return undefined;
  const { error } = said;
  const words = 'stderr' in error ? error.stderr : '';
  if (words.includes('does not have any commits yet')) {
    const message = 'This branch has no commit yet, so there is nothing to compare with.';
    return { message, hint: 'Commit once, change something, and type: wukong prove' };
  }
  if (error.kind === 'git-missing') {
    const message = `git cannot be started: ${error.reason}.`;
    return { message, hint: 'Install git, or put its folder on PATH.' };
  }
  const [line = words] = /(?<=^fatal: ).*/m.exec(words) ?? [];
  const message = `git cannot read what is checked out here: ${line}.`;
  return ownerIn(error) ?? { message, hint: 'Look at: git fsck' };
}

function noParting({ message, hint }: Unreadable, base: string): NoTrees {
  return { message: `${message}, so where this left ${base} is not known.`, hint };
}

/** Why nothing can be compared, where that is known. */
async function unread(
  { worktree }: TreePlace,
  otherwise: NoTrees,
): Promise<Result<never, NoTrees>> {
  return fail((await partialClone(worktree)) ?? otherwise);
}

/** The working tree as it is now, kept as the base of what follows. */
type Taken = Readonly<{ tree: string; filtered: readonly FilteredFile[]; sinceMs: number }>;

export async function takenNow(place: TreePlace): Promise<OfGit<Taken>> {
  const sinceMs = Date.now();
  const now = await workingTree(place);
  return now.ok ? { ok: true, value: { ...now.value, sinceMs } } : now;
}

/** What the working tree holds beyond one that was taken, whatever was committed in between. */
export async function treesSince(
  place: TreePlace,
  { tree, filtered, sinceMs }: Taken,
): Promise<OfGit<Trees>> {
  const now = await workingTree(place);
  if (!now.ok) return now;
  return {
    ok: true,
    value: {
      base: { tree, kind: 'working', of: '' },
      head: { tree: now.value.tree, kind: 'working', of: '' },
      filtered: [...filtered, ...now.value.filtered],
      sinceMs,
      unheld: await editedSubmodules(place),
    },
  };
}

async function editedSubmodules({ worktree }: TreePlace): Promise<readonly string[]> {
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=no',
    '--ignore-submodules=none',
  ];
  const said = await git({ cwd: worktree, args });
  const lines = said.ok ? fields(said.value.stdout) : [];
  // `1 .M SCMU …`: `S` for a submodule, `M` for a file of it that was edited.
  return lines.flatMap((line) => {
    const [, path] = /^1 \S\S S.M. (?:\S+ ){5}([\s\S]+)$/.exec(line) ?? [];
    return path === undefined ? [] : [path];
  });
}

type Made = RawTree & Readonly<{ unmade?: string }>;

async function workingTree(place: TreePlace): Promise<OfGit<Made>> {
  const taken = await snapshot(place);
  if (!taken.ok) return taken;
  const { tree, pointers } = taken.value;
  return { ok: true, value: { tree, filtered: forLfs(pointers) } };
}

/** Where a filter that has to run could not, the commit's own tree, with what is in the way. */
async function madeOf(place: TreePlace, tree: string, like?: string): Promise<OfGit<Made>> {
  const made = await rawTree(place, tree, like);
  if (made.ok || made.error.kind !== 'git-failed') return made;
  const lines = made.error.stderr.split('\n');
  const said = lines.find((line) => /filter/.test(line)) ?? lines[0] ?? '';
  const unmade = `git cannot give files of a commit the bytes they have here (${said.slice(0, 200)}). Set up the program that this filter names, or unlock the files, and try again`;
  return { ok: true, value: { tree, filtered: [], unmade } };
}

/** As the remote says, else by its usual names. */
async function defaultBranch(
  ask: (...args: string[]) => Promise<string | undefined>,
): Promise<string | undefined> {
  const usual = ['remotes/origin/main', 'remotes/origin/master', 'heads/main', 'heads/master'];
  const names = ['remotes/origin/HEAD', ...usual].map((name) => `refs/${name}`);
  const said = await ask('for-each-ref', '--format=%(refname) %(symref:short)', ...names);
  const refs = new Map((said ?? '').split('\n').map((line) => line.split(' ') as [string, string]));
  const first = names.find((name) => refs.has(name));
  return first && (refs.get(first) || first.replace(/^refs\/(?:remotes|heads)\//, ''));
}

/** Two trees that git recorded, whatever commits they belong to. */
export async function treesBetween(
  place: TreePlace,
  { base, head, like }: Readonly<{ base: string; head: string; like?: string | undefined }>,
): Promise<OfGit<Trees>> {
  const now = await madeOf(place, head, like);
  if (!now.ok) return now;
  const before = await madeOf(place, base, now.value.tree);
  if (!before.ok) return before;
  const unmade = now.value.unmade ?? before.value.unmade;
  return {
    ok: true,
    value: {
      base: { tree: before.value.tree, kind: 'named', of: '' },
      head: { tree: now.value.tree, kind: 'named', of: '' },
      filtered: [...now.value.filtered, ...before.value.filtered],
      sinceMs: Date.now(),
      unheld: [],
      ...(unmade !== undefined && { unmade }),
    },
  };
}
