// Trees made of trees. A tree is named by its content, so what was laid over what stays on record.

import { fields, git } from './git.ts';
import { inPrivateIndex, putEntries, writeTree } from './private-index.ts';
import { type Result, success } from './result.ts';
import { openRepository } from './tree-store.ts';

/** Where trees are kept: see `snapshot` in snapshot.ts. */
export type TreePlace = Readonly<{ worktree: string; objectsDir: string }>;

/** Some files of a tree, as a tree of their own. */
export type Overlay = Readonly<{
  tree: string;
  /** By path the id of the content. */
  files: Readonly<Record<string, string>>;
  /** Paths that are taken away where it is laid over; none of them is in it. */
  without?: readonly string[];
}>;

/** The files of `tree` at exactly these paths; those it does not have are left out. */
export async function pick(
  place: TreePlace,
  tree: string,
  paths: readonly string[],
): Promise<Result<Overlay>> {
  const wanted = new Set(paths);
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return listed;
  const entries = listed.value.filter((entry) => wanted.has(entry.path));
  const made = await inPrivateIndex(place, async (repository, env) => {
    const added = await putEntries(repository.top, env, entries);
    return added.ok ? writeTree(repository.top, env) : added;
  });
  if (!made.ok) return made;
  const files = Object.fromEntries(entries.map(({ path, id }) => [path, id]));
  return success({ tree: made.value, files });
}

/** `tree` with every file of `overlay` in its place, and not `without`. Else only what stands in its way goes. */
export async function layOver(
  place: TreePlace,
  tree: string,
  overlay: string,
  without: readonly string[] = [],
): Promise<Result<string>> {
  const listed = await entriesOf(place, overlay);
  if (!listed.ok) return listed;
  return inPrivateIndex(place, async (repository, env) => {
    const args = ['read-tree', '--no-sparse-checkout', tree];
    const read = await git({ cwd: repository.top, env, args });
    if (!read.ok) return read;
    const removed = without.map((path) => ({ line: `0 ${'0'.repeat(tree.length)}\t${path}` }));
    const added = await putEntries(repository.top, env, [...removed, ...listed.value]);
    return added.ok ? writeTree(repository.top, env) : added;
  });
}

/** Files of `tree` with other text, as a tree of their own; those that `edit` has no text for are left out. */
export async function rewrite(
  place: TreePlace,
  tree: string,
  paths: readonly string[],
  edit: (path: string, text: string) => string | undefined,
): Promise<Result<Overlay>> {
  const wanted = new Set(paths);
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return listed;
  const files: Record<string, string> = {};
  const made = await inPrivateIndex(place, async (repository, env) => {
    const edited: Array<Pick<Entry, 'line'>> = [];
    for (const { line, path, id } of listed.value.filter((entry) => wanted.has(entry.path))) {
      // A link, or an inner repository, has no text.
      if (!line.startsWith('100')) continue;
      const blob = await git({ cwd: repository.top, env, args: ['cat-file', 'blob', id] });
      if (!blob.ok) return blob;
      const input = edit(path, blob.value.stdout.toString('utf8'));
      if (input === undefined) continue;
      const args = ['hash-object', '-w', '--stdin'];
      const stored = await git({ cwd: repository.top, env, args, input });
      if (!stored.ok) return stored;
      const now = stored.value.stdout.toString('utf8').trim();
      files[path] = now;
      edited.push({ line: `${line.slice(0, 6)} blob ${now}\t${path}` });
    }
    const added = await putEntries(repository.top, env, edited);
    return added.ok ? writeTree(repository.top, env) : added;
  });
  return made.ok ? success({ tree: made.value, files }) : made;
}

/** A file as a tree has it. */
export type FileOfTree = Readonly<{ mode: string; id: string }>;

/** `tree` with these files as they are given here; null: without it. */
export async function withFiles(
  place: TreePlace,
  tree: string,
  files: ReadonlyMap<string, FileOfTree | null>,
): Promise<Result<string>> {
  if (files.size === 0) return success(tree);
  // First what goes: a file may stand where a folder was.
  const lines = [...files].sort(([, one], [, two]) => Number(one !== null) - Number(two !== null));
  return inPrivateIndex(place, async (repository, env) => {
    const args = ['read-tree', '--no-sparse-checkout', tree];
    const read = await git({ cwd: repository.top, env, args });
    if (!read.ok) return read;
    const entries = lines.map(([path, file]) => ({
      line: file ? `${file.mode} ${file.id}\t${path}` : `0 ${'0'.repeat(tree.length)}\t${path}`,
    }));
    const added = await putEntries(repository.top, env, entries);
    return added.ok ? writeTree(repository.top, env) : added;
  });
}

/** Stores the bytes as they are; their id. */
export async function storeBlob(place: TreePlace, bytes: Buffer): Promise<Result<string>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  const args = ['hash-object', '-w', '--stdin', '--no-filters'];
  const stored = await git({ cwd: top, env, args, input: bytes });
  return stored.ok ? success(stored.value.stdout.toString('utf8').trim()) : stored;
}

/** `line` is as git prints it and reads it again: mode, type, id, tab, path. */
export type Entry = Readonly<{ line: string; path: string; id: string }>;

/** All files of a tree. */
export async function entriesOf(place: TreePlace, tree: string): Promise<Result<readonly Entry[]>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
  const output = await git({ cwd: top, env, args });
  if (!output.ok) return output;
  return success(
    fields(output.value.stdout).map((line) => {
      const tab = line.indexOf('\t');
      return { line, path: line.slice(tab + 1), id: line.slice(0, tab).split(' ').at(-1) ?? '' };
    }),
  );
}
