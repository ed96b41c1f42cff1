// What git knows of a lane: an entry of the repository, `worktrees/<id>`, with its HEAD and its index.

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders, move, removeAll, temporaryFolder } from '../../files/changing.ts';
import { namesIn } from '../../files/folders.ts';
import { readText } from '../../files/reading.ts';
import { git } from '../trees/git.ts';
import { type Result, success } from '../trees/result.ts';
import { forgetRepository } from '../trees/tree-store.ts';

type LaneEntry = Readonly<{
  /** The folder of the entry. */
  folder: string;
  /** Where its working tree is, or was. */
  path: string;
}>;

/** Where a repository keeps what all of its working trees share. */
export async function commonFolder(worktree: string): Promise<Result<string>> {
  const asked = await git({ cwd: worktree, args: ['rev-parse', '--git-common-dir'] });
  if (!asked.ok) return asked;
  const said = asked.value.stdout.toString('utf8').replace(/\n$/, '');
  return success(realpathSync.native(resolve(worktree, said)));
}

export function entriesIn(common: string): readonly LaneEntry[] {
  const all = join(common, 'worktrees');
  return namesIn(all).flatMap((id) => {
    const said = firstLine(join(all, id, 'gitdir'));
    // Newer ones write it from the entry on.
    return said === undefined
      ? []
      : [{ folder: join(all, id), path: dirname(resolve(all, id, said)) }];
  });
}

/** The entry that leads to a folder, and to which the folder leads. */
export function entryOf(common: string, path: string): LaneEntry | undefined {
  const said = gitFolderOf(path);
  const folder = said && realOr(said);
  return entriesIn(common).find((one) => one.folder === folder && isSame(one.path, path));
}

/** Whose a lane is, where `git clean` takes nothing away: somebody else made it, and it bears their name. */
export async function markLane(path: string, name: string): Promise<void> {
  const common = await commonFolder(path);
  const entry = common.ok ? entryOf(common.value, path) : undefined;
  if (entry) putFile(join(entry.folder, MARK), `${name}\n`);
}

export function markOf({ folder }: Pick<LaneEntry, 'folder'>): string | undefined {
  return firstLine(join(folder, MARK));
}

const MARK = 'wukong';

/** What the `.git` of a linked working tree names. */
function gitFolderOf(path: string): string | undefined {
  const said = /^gitdir: (.*)$/.exec(firstLine(join(path, '.git')) ?? '')?.[1];
  return said && resolve(path, said);
}

export function isSame(one: string, other: string): boolean {
  return realOr(one) === realOr(other);
}

function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // It is gone.
  }
}

/** Undefined: no such file. */
function firstLine(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? readText(path).split('\n')[0] : undefined;
}

/** A working tree without files, at the HEAD of `worktree`, on no branch. What a person removed by hand goes first. */
export async function addEntry(worktree: string, path: string): Promise<Result<unknown>> {
  makeFolders(dirname(path));
  const args = ['worktree', 'add', '--detach', '--no-checkout', '--force', '--quiet', path, 'HEAD'];
  const added = await amongOthers(worktree, args);
  forgetRepository(path);
  return added;
}

/** For what it does with one, git reads the entries of all, and gives up at one that somebody is making just now. */
async function amongOthers(cwd: string, args: readonly string[]): Promise<Result<unknown>> {
  for (let tries = 1; ; tries += 1) {
    const done = await git({ cwd, args });
    const isHalfMade = !done.ok && 'stderr' in done.error && HALF_MADE.test(done.error.stderr);
    if (!isHalfMade || tries === MOST_TRIES) return done;
    await delay(AGAIN_MS);
  }
}

const HALF_MADE = /failed to read .*commondir/;
const MOST_TRIES = 20;
const AGAIN_MS = 100;

/** Gives a folder that has lost its entry (`git worktree prune`) another one. */
export async function addEntryAgain(worktree: string, path: string): Promise<Result<unknown>> {
  const around = temporaryFolder(join(dirname(path), '.wukong-again-'));
  try {
    const empty = join(around, basename(path));
    const added = await addEntry(worktree, empty);
    if (!added.ok) return added;
    move(join(empty, '.git'), join(path, '.git'));
    forgetRepository(path);
    return await amongOthers(worktree, ['worktree', 'repair', path]);
  } finally {
    removeAll(around);
  }
}

/** Throws nothing for what is gone already. */
export function removeEntry(common: string, { folder }: Pick<LaneEntry, 'folder'>): void {
  removeAll(folder);
  const all = join(common, 'worktrees');
  // As git leaves it where there is none.
  if (namesIn(all).length === 0) removeAll(all);
}

/** A folder that is no working tree of this repository is none of ours. */
export function isLane(common: string, path: string): boolean {
  return entryOf(common, path) !== undefined;
}

/** It led to an entry that is gone, or leads to nothing any more. */
export function hasLostEntry(common: string, path: string): boolean {
  if (!lstatSync(path).isDirectory()) return false;
  const git = lstatSync(join(path, '.git'), { throwIfNoEntry: false });
  const folder = gitFolderOf(path);
  if (git === undefined) return true;
  if (folder === undefined || existsSync(folder)) return false;
  return isSame(dirname(dirname(folder)), common);
}

export function isEmptyOrGone(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined || (stat.isDirectory() && readdirSync(path).length === 0);
}
