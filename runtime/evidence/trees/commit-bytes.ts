// Commits beside trees of the very bytes that files have. A commit holds what git made of files on the way in; its
// tree of bytes is what a checkout would make of them on the way out.

import { basename, join } from 'node:path';
import { makeNew } from '../../files/changing.ts';
import { type FilteredFile, filtersOff, namedFilters } from './filters.ts';
import { git } from './git.ts';
import { asEntry, listedIn } from './index-entries.ts';
import { lfsFiles } from './lfs.ts';
import { type Entry, entriesOf, type TreePlace } from './overlay.ts';
import { withoutOwn } from './own-files.ts';
import { type Env, inPrivateIndex, putEntries, readTree, writeTree } from './private-index.ts';
import { inRawDirectory } from './raw-directory.ts';
import { type Result, success } from './result.ts';

export type RawTree = Readonly<{
  tree: string;
  /** Those that LFS keeps, and those that a program gave other bytes than git has. */
  filtered: readonly FilteredFile[];
}>;

/**
 * A tree that git recorded, as its files would be on the disk, by the filters that are set up, without files of ours.
 * What git says is the same in `like`, a tree of bytes, has the bytes of that. A failure: a filter that has to run could not.
 */
export async function rawTree(
  place: TreePlace,
  recorded: string,
  like?: string,
): Promise<Result<RawTree>> {
  const without = await withoutOwn(place, recorded);
  if (!without.ok) return without;
  const tree = without.value;
  return inRawDirectory(place, async ({ repository, folder, env: raw }) => {
    const cwd = join(folder, 'files');
    makeNew(cwd);
    const env = { ...raw, GIT_DIR: repository.gitDir, GIT_WORK_TREE: cwd };
    const read = await readTree(cwd, env, tree);
    if (!read.ok) return read;
    const converted = await convertedFiles(cwd, env);
    if (!converted.ok) return converted;
    if (converted.value.length === 0) return success({ tree, filtered: [] });
    const filtered = await namedFilters(cwd, env);
    if (!filtered.ok) return filtered;
    const same = like === undefined ? success(NONE) : await sameFiles(place, tree, like);
    if (!same.ok) return same;
    const known = converted.value.filter(({ path }) => same.value.has(path));
    const kept = new Set(await lfsFiles(cwd, env));
    const others = converted.value.filter(({ path }) => !same.value.has(path) && !kept.has(path));
    const written = await checkOut(cwd, env, others);
    if (!written.ok) return written;
    const stored = await hashed(cwd, env, others, ['-w', '--no-filters']);
    if (!stored.ok) return stored;
    const ofLike = known.map((one) => ({ ...one, id: same.value.get(one.path) ?? one.id }));
    const put = await putEntries(cwd, env, [...stored.value, ...ofLike].map(asEntry));
    if (!put.ok) return put;
    const isOther = new Set(
      others.filter(({ id }, at) => stored.value[at]?.id !== id).map(({ path }) => path),
    );
    const isMade = ({ path, filter, isSetUp }: FilteredFile): boolean =>
      isSetUp && filter !== 'lfs' && isOther.has(path);
    const made = forLfs([...kept]).concat(filtered.value.filter(isMade));
    const bytes = await writeTree(cwd, env);
    return bytes.ok ? success({ tree: bytes.value, filtered: made }) : bytes;
  });
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Those of a tree that are for LFS now. */
export async function filesForLfs(
  place: TreePlace,
  tree: string,
): Promise<Result<readonly FilteredFile[]>> {
  return inPrivateIndex(place, async ({ top }, env) => {
    const read = await readTree(top, env, tree);
    return read.ok ? success(forLfs(await lfsFiles(top, env))) : read;
  });
}

export function forLfs(paths: readonly string[]): readonly FilteredFile[] {
  return paths.map((path) => ({ path, filter: 'lfs', isSetUp: true }));
}

/** By path the raw content of files that git says are the same; of none where the rules for that differ. */
async function sameFiles(
  place: TreePlace,
  tree: string,
  like: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  const [own, theirs] = [await entriesOf(place, tree), await entriesOf(place, like)];
  if (!own.ok) return own;
  if (!theirs.ok) return theirs;
  const rules = (entries: readonly Entry[]): string =>
    entries.flatMap(({ path, id }) => (isRules(path) ? [`${id} ${path}`] : [])).join('\n');
  if (rules(own.value) !== rules(theirs.value)) return success(NONE);
  const recorded = await asGit(place, like);
  if (!recorded.ok) return recorded;
  const bytes = new Map(theirs.value.map(({ path, id }) => [path, id]));
  return success(
    new Map(
      own.value.flatMap(({ path, id }) => {
        const raw = bytes.get(path);
        const isSame = raw !== undefined && (recorded.value.get(path) ?? raw) === id;
        return isSame ? [[path, raw] as const] : [];
      }),
    ),
  );
}

/** By path what git would record of the files of a tree of bytes, without filters, where it may be something else. */
export async function asGit(
  place: TreePlace,
  tree: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  return inRawDirectory(place, async ({ repository, folder, env: own }) => {
    const cwd = join(folder, 'files');
    makeNew(cwd);
    const raw = { ...own, GIT_WORK_TREE: cwd };
    const read = await readTree(cwd, raw, tree);
    if (!read.ok) return read;
    const theirs = { ...raw, GIT_DIR: repository.gitDir };
    const env = { ...theirs, ...(await filtersOff(cwd, theirs)) };
    const [converted, all] = [await convertedFiles(cwd, env), await plainFiles(cwd, env)];
    if (!converted.ok) return converted;
    if (!all.ok) return all;
    const kept = new Set(await lfsFiles(cwd, theirs));
    const files = converted.value.filter(({ path }) => !kept.has(path));
    const rules = all.value.filter(({ path }) => isRules(path));
    const written = await checkOut(cwd, raw, [...files, ...rules]);
    if (!written.ok) return written;
    const byGit = await hashed(cwd, env, files, []);
    return byGit.ok ? success(new Map(byGit.value.map(({ path, id }) => [path, id]))) : byGit;
  });
}

function isRules(path: string): boolean {
  return basename(path) === '.gitattributes';
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
  const listed = await git({ cwd, env, args: ['ls-files', '-z', '-v', '--stage', ...which] });
  if (!listed.ok) return listed;
  return success(listedIn(listed.value.stdout).filter(({ mode }) => mode.startsWith('100')));
}

async function checkOut(cwd: string, env: Env, files: readonly Staged[]): Promise<Result<unknown>> {
  const input = files.map(({ path }) => `${path}\0`).join('');
  const args = ['checkout-index', '--force', '--quiet', '-z', '--stdin'];
  return git({ cwd, env, args, input });
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
