// Files of Wukong kept out of trees (model/own-files.ts has the list), and a tree that git recorded brought to what
// our own trees hold.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../files/reading.ts';
import {
  isOwnData,
  isOwnFile,
  OWN_FOLDERS,
  OWN_TEXTS,
  SETTINGS_FILES,
  withoutOwnEntries,
} from '../../model/own-files.ts';
import { AskedOnce } from './asked-once.ts';
import { type Entry, type FileOfTree, listTree, type TreePlace, withFiles } from './overlay.ts';
import { type Result, success } from './result.ts';
import { openRepository, type Repository, readBlobs } from './tree-store.ts';

/** Of a working tree, beside whole folders of ours. */
export function ownTextsIn(top: string): ReadonlySet<string> {
  return new Set([...OWN_TEXTS].filter((path) => isOwnFile(path, textAt(top, path) ?? '')));
}

function textAt(top: string, path: string): string | undefined {
  let folder = top;
  for (const name of path.split('/').slice(0, -1)) {
    folder = join(folder, name);
    // Behind a link lies nothing of this tree.
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  }
  const file = join(top, path);
  const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readBytes(file).toString('utf8') : undefined;
}

/** For git, which takes all else. */
export function withoutOwnPaths(texts: ReadonlySet<string>): readonly string[] {
  return ['--', '.', ...[...OWN_FOLDERS, ...texts].map((path) => `:(exclude,top)${path}`)];
}

/** Of entries of an index or a tree those that are ours. */
export async function ownAmong<T extends Entry>(
  repository: Repository,
  entries: readonly T[],
): Promise<readonly T[]> {
  const named = entries.filter(({ path }) => OWN_TEXTS.has(path) || isOwnData(path));
  const texts = named.filter(({ path, mode }) => !isOwnData(path) && mode.startsWith('100'));
  const blobs = await readBlobs(
    repository,
    texts.map(({ id }) => id),
  );
  return named.filter(({ path, id }) => isOwnFile(path, blobs.get(id)?.toString('utf8')));
}

const known = new AskedOnce<string>();

/** A tree without files of ours: itself where it has none. */
export async function withoutOwn(place: TreePlace, tree: string): Promise<Result<string>> {
  const made = await known.answer([place.objectsDir, tree], async () => {
    const opened = await openRepository(place.worktree, place.objectsDir);
    if (!opened.ok) return opened;
    const { top, env } = opened.value;
    const listed = await listTree(top, env, tree, ['.wukong', '.claude']);
    if (!listed.ok) return listed;
    const own = await ownAmong(opened.value, listed.value);
    const without = await withFiles(place, tree, new Map(own.map(({ path }) => [path, null])));
    return without.ok ? success([without.value]) : without;
  });
  return made.ok ? success(made.value[0] ?? tree) : made;
}

/** `base` with the settings of the client as `tree` has them, where the two differ in entries of ours alone. */
export async function withSettingsOf(
  place: TreePlace,
  base: string,
  tree: string,
): Promise<Result<string>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  const before = await listTree(top, env, base, SETTINGS_FILES);
  const after = await listTree(top, env, tree, SETTINGS_FILES);
  if (!before.ok) return before;
  if (!after.ok) return after;
  const blobs = await readBlobs(
    opened.value,
    [...before.value, ...after.value].map(({ id }) => id),
  );
  const textOf = (file: Entry | undefined): string =>
    withoutOwnEntries(file && (blobs.get(file.id)?.toString('utf8') ?? file.id));
  const put = new Map<string, FileOfTree | null>();
  for (const path of SETTINGS_FILES) {
    const [old, now] = [before.value, after.value].map((all) =>
      all.find((one) => one.path === path),
    );
    if (old?.id !== now?.id && textOf(old) === textOf(now)) put.set(path, now ?? null);
  }
  return withFiles(place, base, put);
}
