// Trees of the very bytes that files have. What git makes of them on the way, line ends, an encoding, whatever
// program a filter names, is decided outside of trees, so whoever works in the tree decides it.

import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { makeNew, removeAll } from '../../files/changing.ts';
import { type FilteredFile, filtersOff, namedFilters } from './filters.ts';
import { fields, git } from './git.ts';
import { lfsFiles, pointerTo } from './lfs.ts';
import { type Entry, entriesOf, storeBlob, type TreePlace } from './overlay.ts';
import { type Env, inPrivateIndex, putEntries, writeTree } from './private-index.ts';
import { type Result, success } from './result.ts';
import { copyIndex, recordFiles } from './snapshot.ts';

export type RawTree = Readonly<{
  tree: string;
  /** The same files as git itself would record them, without such programs. */
  asGit: string;
  /** Those that LFS keeps, and of a commit those that a program gave other bytes than git has. */
  filtered: readonly FilteredFile[];
}>;

/**
 * The working tree as it is on the disk, like `snapshot`. What git remembers of a file is held against its bytes:
 * one that was added through a filter looks unchanged when the filter is gone. Of what LFS keeps there are
 * pointers, made here.
 */
export async function rawSnapshot(place: TreePlace): Promise<Result<RawTree>> {
  return inPrivateIndex(place, async (repository, index) => {
    const { top } = repository;
    await copyIndex(repository, index.GIT_INDEX_FILE);
    const env = { ...index, ...(await filtersOff(top, index)) };
    const recorded = await recordFiles(top, env);
    if (!recorded.ok) return recorded;
    const listed = await plainFiles(top, env);
    if (!listed.ok) return listed;
    const files = listed.value.filter(({ path }) => isFile(join(top, path)));
    const kept = new Set(await lfsFiles(top, env));
    const pointers: Staged[] = [];
    for (const one of files.filter(({ path }) => kept.has(path))) {
      const pointer = await storeBlob(place, pointerTo(join(top, one.path)));
      if (!pointer.ok) return pointer;
      pointers.push({ ...one, id: pointer.value });
    }
    const plain = files.filter(({ path }) => !kept.has(path));
    const read = await hashed(top, env, plain, ['--no-filters']);
    if (!read.ok) return read;
    const differ = plain.filter(({ id }, at) => read.value[at]?.id !== id);
    const byGit = await hashed(top, env, differ, []);
    if (!byGit.ok) return byGit;
    const put = await putEntries(top, env, [...pointers, ...byGit.value].map(asEntry));
    if (!put.ok) return put;
    const asGit = await writeTree(top, env);
    if (!asGit.ok) return asGit;
    const filtered = [...kept].map(ofLfs);
    if (differ.length === 0) return success({ tree: asGit.value, asGit: asGit.value, filtered });
    const stored = await storeRaw(top, env, differ);
    if (!stored.ok) return stored;
    const tree = await writeTree(top, env);
    return tree.ok ? success({ tree: tree.value, asGit: asGit.value, filtered }) : tree;
  });
}

/**
 * A tree that git recorded, as its files would be on the disk. What git says is the same in `like` has the
 * bytes of that. A failure: a filter that has to run could not.
 */
export async function rawTree(
  place: TreePlace,
  tree: string,
  like?: Pick<RawTree, 'tree' | 'asGit'>,
): Promise<Result<RawTree>> {
  return inPrivateIndex(place, async (repository, index) => {
    const folder = join(resolve(place.objectsDir), `files-${randomUUID()}`);
    const env = { ...index, GIT_DIR: repository.gitDir, GIT_WORK_TREE: folder };
    makeNew(folder);
    try {
      const cwd = folder;
      const args = ['read-tree', '--no-sparse-checkout', tree];
      const read = await git({ cwd, env, args });
      if (!read.ok) return read;
      const converted = await convertedFiles(cwd, env);
      if (!converted.ok) return converted;
      if (converted.value.length === 0) return success({ tree, asGit: tree, filtered: [] });
      const filtered = await namedFilters(cwd, env);
      if (!filtered.ok) return filtered;
      const same = like ? await sameFiles(place, tree, like) : success(new Map());
      if (!same.ok) return same;
      const known = converted.value.filter(({ path }) => same.value.has(path));
      const kept = new Set(await lfsFiles(cwd, env));
      const others = converted.value.filter(({ path }) => !same.value.has(path) && !kept.has(path));
      const written = await git({
        cwd,
        env,
        args: ['checkout-index', '--force', '--quiet', '-z', '--stdin'],
        input: others.map(({ path }) => `${path}\0`).join(''),
      });
      if (!written.ok) return written;
      const stored = await storeRaw(cwd, env, others);
      if (!stored.ok) return stored;
      const isMade = ({ path, filter, isSetUp }: FilteredFile): boolean =>
        isSetUp && filter !== 'lfs' && isOther.has(path);
      const isOther = new Set(
        others.filter(({ id }, at) => stored.value[at]?.id !== id).map(({ path }) => path),
      );
      const put = await putEntries(
        cwd,
        env,
        known.map((one) => asEntry({ ...one, id: same.value.get(one.path) ?? one.id })),
      );
      if (!put.ok) return put;
      const made = [...kept].map(ofLfs).concat(filtered.value.filter(isMade));
      const raw = await writeTree(cwd, env);
      return raw.ok ? success({ tree: raw.value, asGit: tree, filtered: made }) : raw;
    } finally {
      removeAll(folder);
    }
  });
}

/** By path the raw content of files that git says are the same; of none where the rules for that differ. */
async function sameFiles(
  place: TreePlace,
  tree: string,
  like: Pick<RawTree, 'tree' | 'asGit'>,
): Promise<Result<ReadonlyMap<string, string>>> {
  const [own, theirs, raw] = [
    await entriesOf(place, tree),
    await entriesOf(place, like.asGit),
    await entriesOf(place, like.tree),
  ];
  if (!own.ok) return own;
  if (!theirs.ok) return theirs;
  if (!raw.ok) return raw;
  const idsOf = (entries: readonly Entry[]) => new Map(entries.map(({ path, id }) => [path, id]));
  const rules = (entries: readonly Entry[]): string =>
    entries
      .flatMap(({ path, line }) => (basename(path) === '.gitattributes' ? [line] : []))
      .join('\n');
  if (rules(own.value) !== rules(theirs.value)) return success(new Map());
  const [recorded, bytes] = [idsOf(theirs.value), idsOf(raw.value)];
  return success(
    new Map(
      own.value.flatMap(({ path, id }) => {
        const same = recorded.get(path) === id ? bytes.get(path) : undefined;
        return same === undefined ? [] : [[path, same] as const];
      }),
    ),
  );
}

type Staged = Readonly<{ mode: string; id: string; path: string }>;

const NO_RULE = '!text !crlf !eol !filter !ident !working-tree-encoding';

/** Plain files of an index that git may give other bytes than it records. */
async function convertedFiles(cwd: string, env: Env): Promise<Result<readonly Staged[]>> {
  const asked = await git({ cwd, env, args: ['config', '--get', 'core.autocrlf'], expect: [0, 1] });
  if (!asked.ok) return asked;
  const said = asked.value.stdout.toString('utf8').trim().toLowerCase();
  const isOff = ['', 'false', 'no', 'off', '0'].includes(said);
  return plainFiles(cwd, env, isOff ? ['--', '.', `:(exclude,attr:${NO_RULE})`] : []);
}

async function plainFiles(
  cwd: string,
  env: Env,
  which: readonly string[] = [],
): Promise<Result<readonly Staged[]>> {
  const listed = await git({ cwd, env, args: ['ls-files', '-z', '--stage', ...which] });
  if (!listed.ok) return listed;
  return success(
    fields(listed.value.stdout).flatMap((entry) => {
      const [, mode = '', id = '', path = ''] =
        /^(\d+) ([0-9a-f]+) \d\t([\s\S]+)$/.exec(entry) ?? [];
      return mode.startsWith('100') ? [{ mode, id, path }] : [];
    }),
  );
}

function ofLfs(path: string): FilteredFile {
  return { path, filter: 'lfs', isSetUp: true };
}

/** Their bytes as they lie in `cwd`, put into the index; the ids. */
async function storeRaw(
  cwd: string,
  env: Env,
  files: readonly Staged[],
): Promise<Result<readonly Staged[]>> {
  const stored = await hashed(cwd, env, files, ['-w', '--no-filters']);
  if (!stored.ok) return stored;
  const put = await putEntries(cwd, env, stored.value.map(asEntry));
  return put.ok ? stored : put;
}

/** The same files with the ids of what lies in `cwd`. */
async function hashed(
  cwd: string,
  env: Env,
  files: readonly Staged[],
  how: readonly string[],
): Promise<Result<readonly Staged[]>> {
  if (files.length === 0) return success([]);
  const input = files.map(({ path }) => `${quoted(path)}\n`).join('');
  const done = await git({ cwd, env, args: ['hash-object', ...how, '--stdin-paths'], input });
  if (!done.ok) return done;
  const ids = done.value.stdout.toString('utf8').split('\n');
  return success(files.map((one, at) => ({ ...one, id: ids[at] || one.id })));
}

/** As git reads a path that is a line. */
function quoted(path: string): string {
  if (!/^"|[\n\\]/.test(path)) return path;
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function asEntry({ mode, id, path }: Staged): Readonly<{ line: string }> {
  return { line: `${mode} ${id}\t${path}` };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
