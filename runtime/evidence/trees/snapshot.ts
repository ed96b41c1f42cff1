import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { removeIfThere } from '../../files/changing.ts';
import { type GitOutput, git } from './git.ts';
import {
  asEntry,
  hasMarks,
  type Listed,
  listedIn,
  listIndex,
  listTracked,
  type Tracked,
  trackedIn,
  withoutEntry,
} from './index-entries.ts';
import {
  copyWithTimes,
  digestOf,
  findKept,
  type Kept,
  keep,
  takeKept,
  trackedDigest,
} from './kept-index.ts';
import { lfsFiles } from './lfs.ts';
import { storePointers } from './lfs-pointers.ts';
import { listTree, type TreePlace } from './overlay.ts';
import { ownTextsIn, withoutOwnPaths } from './own-files.ts';
import { type Env, putEntries, writeTree } from './private-index.ts';
import { inRawDirectory, type RawDirectory } from './raw-directory.ts';
import { failure, type Result, success } from './result.ts';

type Snapshot = Readonly<{
  /** Id of the git tree. */
  tree: string;
  /** Repositories inside that git does not track, such as another working tree of this one: not in it. */
  skipped: readonly string[];
  /** Files of which it has the pointer by which Git LFS keeps them. */
  pointers: readonly string[];
}>;

/**
 * Writes the working tree as a git tree into `objectsDir`: tracked files and untracked ones that are not
 * ignored, with the very bytes they have, without files of ours. Of what LFS keeps there are pointers, made here.
 * `.git` is read and never written. (git does renew the time of an object it finds in `.git` instead of writing it
 * once more.) Submodules are recorded by their commit, not by their files.
 *
 * The index of the person remembers what filters made of files, and can be told anything: from it comes only what
 * is tracked. What git remembers of bytes and times is in one of our own (kept-index.ts).
 */
export async function snapshot(place: TreePlace): Promise<Result<Snapshot>> {
  return inRawDirectory(place, async (raw) => {
    const { top } = raw.repository;
    const kept = findKept(place.objectsDir, top);
    const first = await record(place, raw, kept);
    if (first.ok || kept === undefined) return first;
    // A power cut may have left half of it.
    removeIfThere(kept.path);
    removeIfThere(raw.env.GIT_INDEX_FILE);
    return record(place, raw, undefined);
  });
}

/** In the name of a kept index of which each entry has to be looked at: some are marked. */
const LOOK = '0'.repeat(16);

async function record(
  { objectsDir }: TreePlace,
  raw: RawDirectory,
  kept: Kept | undefined,
): Promise<Result<Snapshot>> {
  const { repository, env } = raw;
  const { top } = repository;
  const own = ownTextsIn(top);
  const sinceMs = Date.now();
  const isTaken = kept !== undefined && takeKept(kept, env.GIT_INDEX_FILE);
  const listing = await listTracked(raw);
  if (!listing.ok) return listing;
  const digest = hasMarks(listing.value) ? LOOK : trackedDigest(listing.value, own);
  const isSame = isTaken && digest !== LOOK && digest === kept.tracked;
  const memory = join(objectsDir, `lfs-${digestOf(top)}`);
  const brought = isSame
    ? success({ tracked: undefined, pointers: [] })
    : await bringTo(raw, { listing: listing.value, isTaken, memory, own });
  if (!brought.ok) return brought;
  const added = await addAll(top, env, withoutOwnPaths(own));
  if (!added.ok) return added;
  const inner = await takeOutInner(raw, added.value.lines, listing.value);
  if (!inner.ok) return inner;
  const [pointers, written] = await Promise.all([forLfs(raw), writeTree(top, env)]);
  if (!written.ok) return written;
  const had = new Set(brought.value.pointers);
  const fresh = pointers.filter((path) => !had.has(path));
  const tracked =
    brought.value.tracked ?? (fresh.length > 0 ? trackedIn(top, listing.value, own) : undefined);
  const given = await givePointers(raw, memory, fresh, NOTHING_KNOWN, tracked);
  if (!given.ok) return given;
  const tree = fresh.length > 0 ? await writeTree(top, env) : written;
  if (!tree.ok) return tree;
  const isTracked = (path: string): boolean =>
    tracked ? tracked.has(path) : listing.value.includes(`\t${path}\0`);
  const lines = added.value.lines.filter((line) => !line.endsWith(INNER));
  const said = lines.map((line) => SAID.exec(line)?.[2]);
  const untracked = said.filter((path) => path !== undefined && !isTracked(path));
  if (!isSame || fresh.length > 0 || untracked.length < said.length) {
    // Of a name that is more than a line it is not known whether it is tracked.
    const isClear = said.every((path) => path !== undefined && !path.includes('\uFFFD'));
    const is = {
      tracked: pointers.length > 0 ? LOOK : digest,
      sinceMs: isTaken ? kept.sinceMs : sinceMs,
    };
    const saved = isClear ? await save(objectsDir, raw, untracked, is) : success(undefined);
    if (!saved.ok) return saved;
  }
  return success({
    tree: tree.value,
    skipped: [...added.value.skipped, ...inner.value],
    pointers,
  });
}

/** Out of our index, if it got there: a repository inside that neither the person's index nor HEAD has. */
async function takeOutInner(
  { repository, env }: RawDirectory,
  lines: readonly string[],
  listing: Buffer,
): Promise<Result<readonly string[]>> {
  if (!lines.some((line) => line.endsWith(INNER))) return success([]);
  const { top, format } = repository;
  const all = await listIndex(top, env);
  if (!all.ok) return all;
  const added = listedIn(all.value)
    .filter(({ mode, path }) => mode === '160000' && !listing.includes(`\t${path}\0`))
    .map(({ path }) => path);
  // It has none before the first commit.
  const head = await listTree(top, repository.env, 'HEAD', added);
  const had = new Set(head.ok ? head.value.map(({ path }) => path) : []);
  const gone = added.filter((path) => !had.has(path));
  const brought = await putEntries(
    top,
    env,
    gone.map((path) => withoutEntry(path, format)),
  );
  return brought.ok ? success(gone) : brought;
}

/** Of tracked files alone: whether others are recorded is asked again each time. */
async function save(
  objectsDir: string,
  { repository, env }: RawDirectory,
  untracked: readonly (string | undefined)[],
  is: Pick<Kept, 'tracked' | 'sinceMs'>,
): Promise<Result<unknown>> {
  const { top, format } = repository;
  const index = `${env.GIT_INDEX_FILE}.kept`;
  copyWithTimes(env.GIT_INDEX_FILE, index);
  const gone = untracked.flatMap((path) => (path === undefined ? [] : withoutEntry(path, format)));
  const brought = await putEntries(top, { ...env, GIT_INDEX_FILE: index }, gone);
  if (brought.ok) keep(objectsDir, top, { index, ...is });
  return brought;
}

type Known = ReadonlyMap<string, Listed>;
const NOTHING_KNOWN: Known = new Map();

type Brought = Readonly<{
  tracked: ReadonlyMap<string, Tracked>;
  /** Files that have the pointer of LFS. */
  pointers: readonly string[];
}>;

/**
 * Our index gets the files that are tracked, and no others. What it knows of a file it keeps; one it does not know
 * it gets as the person's index has it, without times, so that git reads it. Files for LFS get their pointer.
 */
async function bringTo(
  raw: RawDirectory,
  {
    listing,
    isTaken,
    memory,
    own: ours,
  }: Readonly<{ listing: Buffer; isTaken: boolean; memory: string; own: ReadonlySet<string> }>,
): Promise<Result<Brought>> {
  const { repository, env } = raw;
  const { top, format } = repository;
  const own = isTaken ? await listIndex(top, env) : success(Buffer.alloc(0));
  if (!own.ok) return own;
  const known: Known = new Map(listedIn(own.value).map((one) => [one.path, one]));
  const tracked = trackedIn(top, listing, ours);
  const stays = ({ path, mode, id, isLeft }: Tracked): boolean => {
    const before = known.get(path);
    return before?.mode === mode && (!isLeft || (before.isMarked && before.id === id));
  };
  const put = [...tracked.values()].filter((one) => !stays(one));
  const gone = [...known.keys()].filter((path) => !tracked.has(path));
  const brought = await putEntries(top, env, [
    ...gone.map((path) => withoutEntry(path, format)),
    ...put.map(asEntry),
  ]);
  if (!brought.ok) return brought;
  const left = put.filter(({ isLeft }) => isLeft).map(({ path }) => path);
  const marked = await mark(top, env, left);
  if (!marked.ok) return marked;
  const pointers = await forLfs(raw);
  const isForLfs = new Set(pointers);
  // Those that are no more for LFS, or gone.
  const lost = [...known.values()].flatMap(({ path, isMarked }) => {
    const now = tracked.get(path);
    return isMarked && now && !now.isLeft && !isForLfs.has(path) ? [now] : [];
  });
  const forgotten = await putEntries(top, env, lost.map(asEntry));
  if (!forgotten.ok) return forgotten;
  const given = await givePointers(raw, memory, pointers, known, tracked);
  return given.ok ? success({ tracked, pointers }) : given;
}

/** Files that are for LFS, by attributes as the repository has them. */
async function forLfs({ repository, env }: RawDirectory): Promise<readonly string[]> {
  const { top } = repository;
  const theirs = { ...repository.env, GIT_INDEX_FILE: env.GIT_INDEX_FILE };
  const named = await lfsFiles(top, theirs);
  const isFile = (path: string): boolean =>
    lstatSync(join(top, path), { throwIfNoEntry: false })?.isFile() === true;
  return named.filter(isFile);
}

/** They get their pointer, and a mark, by which git does not read them. */
async function givePointers(
  { repository, env, folder }: RawDirectory,
  memory: string,
  paths: readonly string[],
  known: Known,
  tracked?: ReadonlyMap<string, Tracked>,
): Promise<Result<unknown>> {
  const { top, format } = repository;
  const has = (path: string, id: string): boolean =>
    known.get(path)?.isMarked === true && known.get(path)?.id === id;
  const about = { top, env, format, folder, memory };
  const isStored = (path: string, id: string): boolean =>
    has(path, id) || tracked?.get(path)?.id === id;
  const stored = await storePointers({ ...about, isStored }, paths);
  if (!stored.ok) return stored;
  const put = stored.value.flatMap(({ path, id }) => {
    const mode = tracked?.get(path)?.mode ?? '100644';
    return has(path, id) && known.get(path)?.mode === mode ? [] : [{ path, id, mode }];
  });
  const brought = await putEntries(top, env, put.map(asEntry));
  const names = put.map(({ path }) => path);
  return brought.ok ? mark(top, env, names) : brought;
}

async function mark(cwd: string, env: Env, paths: readonly string[]): Promise<Result<unknown>> {
  if (paths.length === 0) return success(undefined);
  const args = ['update-index', '--skip-worktree', '-z', '--stdin'];
  return git({ cwd, env, args, input: paths.map((path) => `${path}\0`).join('') });
}

/** Every file has a mark, and no other is there, so there is nothing to add. */
const ALL_MARKED = 'outside of your sparse-checkout definition';
const SAID = /^(add|remove) '(.*)'$/;
/** At the end of what it says of a repository inside that its index did not have. */
const INNER = "/'";
const NO_COMMIT = /^error: '(.*)\/?' does not have a commit checked out$/;
const HARMLESS = /^(?:warning|hint): |^error: unable to index file '.*'$|^\s*$/;

type Added = Readonly<{
  skipped: readonly string[];
  /** What git says of each that it put in or took out. */
  lines: readonly string[];
}>;

/** Where git ignores one of them anyway (`init --local`), it says so as a failure, with all else added. */
const LEFT_OUT =
  /^The following paths are ignored by one of your \.gitignore files:\n(?:\.(?:wukong|claude)(?:\/[\w./-]+)?(?:\n|$))+/m;

/** An inner repository without a commit stops `git add`; then the rest is added and it is named. */
async function addAll(cwd: string, env: Env, which: readonly string[]): Promise<Result<Added>> {
  const args = ['add', '-A', '-v', '--no-warn-embedded-repo', ...which];
  const first = await git({ cwd, env, args, expect: [0, 1, 128] });
  if (!first.ok) return first;
  const { exitCode } = first.value;
  const stderr = first.value.stderr.trim();
  if (exitCode === 0 || isAllAdded(stderr)) {
    return success({ skipped: [], lines: linesOf(first.value) });
  }
  if (stderr.includes(ALL_MARKED)) return success({ skipped: [], lines: [] });
  const failed = failure({ kind: 'git-failed', command: 'git add -A -v', exitCode, stderr });
  if (!stderr.includes('does not have a commit')) return failed;
  const again = ['add', '--ignore-errors', ...args.slice(1)];
  const second: Result<GitOutput> = await git({ cwd, env, args: again, expect: [0, 1] });
  if (!second.ok) return second;
  const skipped = seriousIn(second.value.stderr).map((line) =>
    NO_COMMIT.exec(line)?.[1]?.replace(/\/$/, ''),
  );
  if (skipped.some((path) => path === undefined)) return failed;
  const named = skipped.filter((path) => path !== undefined);
  return success({ skipped: named, lines: linesOf(second.value) });
}

function isAllAdded(stderr: string): boolean {
  return LEFT_OUT.test(stderr) && seriousIn(stderr).length === 0;
}

function seriousIn(stderr: string): readonly string[] {
  const lines = stderr.replace(LEFT_OUT, '').split('\n');
  return lines.filter((line) => !HARMLESS.test(line));
}

function linesOf({ stdout }: GitOutput): readonly string[] {
  return stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
