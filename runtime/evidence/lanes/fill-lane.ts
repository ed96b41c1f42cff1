// What git knows of a lane: its index says what is tracked as that of a person would, so that `git status` shows there
// what it shows where the tree was recorded. Files are written as bytes, and no filter runs.

import { existsSync } from 'node:fs';
import { fields, git } from '../trees/git.ts';
import { listIndex } from '../trees/index-entries.ts';
import { copyWithTimes, keep, trackedDigest } from '../trees/kept-index.ts';
import { listTree } from '../trees/overlay.ts';
import { ownAmong, ownTextsIn } from '../trees/own-files.ts';
import type { RawDirectory } from '../trees/raw-directory.ts';
import { type Result, success } from '../trees/result.ts';

/** Git shares the files among as many processes as there are cores. */
const BY_ALL_CORES = ['-c', 'checkout.workers=0'];
const CHECK_OUT = [...BY_ALL_CORES, 'checkout-index', '--force', '--quiet', '--index'];

/** Into a lane without files. What git saw of them is kept for its first snapshot. */
export async function fillEmpty(
  raw: RawDirectory,
  { objectsDir, tree }: Readonly<{ objectsDir: string; tree: string }>,
): Promise<Result<unknown>> {
  const { repository, env } = raw;
  const { top } = repository;
  const sinceMs = Date.now();
  for (const args of [
    ['read-tree', '--no-sparse-checkout', tree],
    [...CHECK_OUT, '--all'],
  ]) {
    const done = await git({ cwd: top, env, args });
    if (!done.ok) return done;
  }
  const index = `${env.GIT_INDEX_FILE}.kept`;
  copyWithTimes(env.GIT_INDEX_FILE, index);
  const tracked = await trackLikeHead(raw, tree);
  if (!tracked.ok) return tracked;
  const removed = await git({
    cwd: top,
    env: { ...env, GIT_INDEX_FILE: index },
    args: ['update-index', '-z', '--force-remove', '--stdin'],
    input: tracked.value.map((path) => `${path}\0`).join(''),
  });
  const listing = await listIndex(top, { ...env, GIT_INDEX_FILE: repository.index });
  if (!removed.ok) return removed;
  if (!listing.ok) return listing;
  keep(objectsDir, top, { index, tracked: trackedDigest(listing.value, ownTextsIn(top)), sinceMs });
  return success(undefined);
}

/**
 * The index becomes what HEAD has. Files of Wukong that are committed are in no tree of ours, and would be told as
 * deleted: they come as they are committed. The files of the tree that are not tracked then.
 */
export async function trackLikeHead(
  raw: RawDirectory,
  tree: string,
): Promise<Result<readonly string[]>> {
  const { repository, env } = raw;
  const { top, index } = repository;
  const head = await git({ cwd: top, args: ['rev-parse', '--verify', 'HEAD'] });
  if (!head.ok) return head;
  const commit = head.value.stdout.toString('utf8').trim();
  // What is known of times stays, where the file is the same.
  if (!existsSync(env.GIT_INDEX_FILE) && existsSync(index)) {
    copyWithTimes(index, env.GIT_INDEX_FILE);
  }
  const read = await git({ cwd: top, env, args: ['read-tree', '--reset', commit] });
  if (!read.ok) return read;
  const listed = await listTree(top, env, commit, ['.wukong', '.claude']);
  if (!listed.ok) return listed;
  const own = await ownAmong(repository, listed.value);
  if (own.length > 0) {
    const args = [...CHECK_OUT, '-z', '--stdin'];
    const input = own.map(({ path }) => `${path}\0`).join('');
    const put = await git({ cwd: top, env, args, input });
    if (!put.ok) return put;
  }
  return trackIgnored(raw, tree);
}

/**
 * What a person tracks although git ignores it, and has not committed, gets into the index by its name alone: else no
 * snapshot would see it. The files of the tree that are not tracked then.
 */
export async function trackIgnored(
  { repository, env }: RawDirectory,
  tree: string,
): Promise<Result<readonly string[]>> {
  const { top, index } = repository;
  if (!existsSync(env.GIT_INDEX_FILE)) {
    if (!existsSync(index)) return success([]);
    copyWithTimes(index, env.GIT_INDEX_FILE);
  }
  const [listed, all] = await Promise.all([
    git({ cwd: top, env, args: ['ls-files', '-z'] }),
    listTree(top, env, tree),
  ]);
  if (!listed.ok) return listed;
  if (!all.ok) return all;
  const known = new Set(fields(listed.value.stdout));
  const others = all.value.map(({ path }) => path).filter((path) => !known.has(path));
  const names = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('');
  let ignored: readonly string[] = [];
  if (others.length > 0) {
    const args = ['check-ignore', '-z', '--stdin'];
    const asked = await git({ cwd: top, env, args, input: names(others), expect: [0, 1] });
    if (!asked.ok) return asked;
    ignored = fields(asked.value.stdout);
  }
  if (ignored.length > 0) {
    const file = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    const args = ['--literal-pathspecs', 'add', '--intent-to-add', '--force', ...file];
    const added = await git({ cwd: top, env, args, input: names(ignored) });
    if (!added.ok) return added;
  }
  copyWithTimes(env.GIT_INDEX_FILE, index);
  const isTracked = new Set(ignored);
  return success(others.filter((path) => !isTracked.has(path)));
}
