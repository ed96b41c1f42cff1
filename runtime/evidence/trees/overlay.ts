// Trees made of trees. A tree is named by its content, so what was laid over what stays on record.

import { AskedOnce } from './asked-once.ts';
import { fields, git } from './git.ts';
import { inPrivateIndex, putEntries, readTree, writeTree } from './private-index.ts';
import { type Result, success } from './result.ts';
import { gitIn, openRepository, readBlobs } from './tree-store.ts';

/** Where trees are kept: see `snapshot` in snapshot.ts. */
export type TreePlace = Readonly<{ worktree: string; objectsDir: string }>;

/** `tree` with other text in some of its files; those that `edit` has no text for stay. Undefined: none has any. */
export async function rewrite(
  place: TreePlace,
  tree: string,
  paths: readonly string[],
  edit: (path: string, text: string) => string | undefined,
): Promise<Result<string | undefined>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return listed;
  const wanted = new Set(paths);
  // A link, or an inner repository, has no text.
  const entries = listed.value.filter(
    ({ path, mode }) => wanted.has(path) && mode.startsWith('100'),
  );
  const blobs = await readBlobs(
    opened.value,
    entries.map(({ id }) => id),
  );
  const files = new Map<string, FileOfTree>();
  for (const { path, mode, id } of entries) {
    const bytes = blobs.get(id);
    const text = bytes && edit(path, bytes.toString('utf8'));
    if (text === undefined) continue;
    const stored = await storeBlob(place, Buffer.from(text));
    if (!stored.ok) return stored;
    files.set(path, { mode, id: stored.value });
  }
  return files.size === 0 ? success(undefined) : withFiles(place, tree, files);
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
    const read = await readTree(repository.top, env, tree);
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
  const args = ['hash-object', '-w', '--stdin', '--no-filters'];
  const stored = await gitIn(place, { args, input: bytes });
  return stored.ok ? success(stored.value.toString('utf8').trim()) : stored;
}

/** `mode`: of git, `100644`, `120000` a link, `160000` an inner repository, whose `id` is its commit. */
export type Entry = Readonly<{ mode: string; path: string; id: string }>;

const listings = new AskedOnce<Entry>();

/** All files of a tree. */
export async function entriesOf(place: TreePlace, tree: string): Promise<Result<readonly Entry[]>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  return listings.answer([place.objectsDir, tree], () => listTree(top, env, tree));
}

/** All paths of a tree. */
export async function listFiles({
  tree,
  ...place
}: TreePlace & Readonly<{ tree: string }>): Promise<Result<readonly string[]>> {
  const listed = await entriesOf(place, tree);
  return listed.ok ? success(listed.value.map(({ path }) => path)) : listed;
}

/** By path the text of each of these files that the tree has. A link, or an inner repository, has none. */
export async function textsOf(
  place: TreePlace,
  tree: string,
  paths: Iterable<string>,
): Promise<Result<ReadonlyMap<string, string>>> {
  const wanted = new Set(paths);
  if (wanted.size === 0) return success(new Map());
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return listed;
  const files = listed.value.filter(({ path, mode }) => wanted.has(path) && mode.startsWith('100'));
  const blobs = await readBlobs(
    opened.value,
    files.map(({ id }) => id),
  );
  return success(
    new Map(files.map(({ path, id }) => [path, blobs.get(id)?.toString('utf8') ?? ''] as const)),
  );
}

export async function listTree(
  cwd: string,
  env: Readonly<Record<string, string>>,
  tree: string,
  /** Files and folders; none: all. */
  paths: readonly string[] = [],
): Promise<Result<readonly Entry[]>> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree, '--', ...paths];
  const output = await git({ cwd, env, args });
  if (!output.ok) return output;
  return success(
    fields(output.value.stdout).map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
      return { mode, path: line.slice(tab + 1), id };
    }),
  );
}
