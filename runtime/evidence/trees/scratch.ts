// A scratch copy: a recorded tree, checked out to a folder of its own outside the repository.

import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeNew, removeAll, removeFile, temporaryFolder } from '../../files/changing.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { copyPlaces, placeOutside } from './copy-place.ts';
import { dependencyFolders } from './dependencies.ts';
import { editableFolders } from './editable.ts';
import { type FilteredFile, namedFilters } from './filters.ts';
import { git } from './git.ts';
import { sweepKept } from './kept-copy.ts';
import { bothLaid, type Link, layFolders } from './lay-folders.ts';
import { fillPointers, notFetched } from './lfs.ts';
import type { Looks } from './looks.ts';
import { asOneCommit, ownDirectory } from './one-commit.ts';
import { type Entry, entriesOf, type TreePlace } from './overlay.ts';
import { moveTo, type SpareCopy, type UsedCopy } from './spare-copy.ts';
import { fillSubmodules, type Submodules } from './submodules.ts';
import { openRepository, type Repository } from './tree-store.ts';
import { partialClone } from './unreadable.ts';
import { writtenFolders } from './written-folders.ts';

export type Scratch = AsyncDisposable &
  Readonly<{
    /** The top of the copy. */
    path: string;
    /** Folders that are those of the working tree, by links. */
    linked: readonly string[];
    /** All ignored folders that it has. */
    laid: readonly string[];
    links: readonly Link[];
    /** Folders into which a check of this clone was seen to write. */
    written: ReadonlySet<string>;
    /** Installed folders that are not in it, since they are younger than the work. */
    young: readonly string[];
    /** Those that are too large to be copied, a clause each. */
    large: readonly string[];
    /** Folders of it in which Python has to look before it looks among installed packages. */
    pythonPath: readonly string[];
    /** What is not as it is in a checkout, a sentence each. */
    notes: readonly string[];
    /** Submodules that nobody set up here. */
    empty: readonly string[];
    /** Files that are as git keeps them, since no program made them what they are for: in the working tree, too. */
    locked: readonly FilteredFile[];
    /** What was checked out, links and submodules too. */
    files: readonly string[];
    /** Keeps it for the next run. Absent: it cannot be kept. */
    keep?: (found: Looks, left: Looks) => void;
    /** What files look like that are in it since a run before. */
    known?: Looks | undefined;
  }>;

export type ScratchRequest = TreePlace &
  Readonly<{
    /** Files get its very bytes, whatever filters and line ends are set up. */
    tree: string;
    /** Names the process that makes it, in letters, digits and `-`; part of the folder's name. */
    owner: string;
    /** Whether the process of such a name has ended. */
    isGone: (owner: string) => boolean;
    /** When work in the goal began: what was set up outside of trees after it is not relied on. */
    sinceMs: number;
    /** Folders a copy may lie in, the first that will do; the system's if left out. */
    places?: readonly string[];
    /** Where a copy is kept for the next run. */
    spare?: SpareCopy | undefined;
  }>;

type Made = Readonly<{ ok: true; scratch: Scratch } | { ok: false; why: string }>;

const PREFIX = 'wukong-copy-';
/** Files: fewer are checked out faster than looked through. */
const WORTH_KEEPING = 1_000;
/** Git shares the files among as many processes as there are cores. */
const BY_ALL_CORES = ['-c', 'checkout.workers=0'];

/** Never rejects for what a repository or a disk may be like: `why` says what is in the way. */
export async function makeScratch(request: ScratchRequest): Promise<Made> {
  const opened = await openRepository(request.worktree, request.objectsDir);
  if (!opened.ok) return { ok: false, why: 'git cannot read the repository' };
  const { top } = opened.value;
  const places = request.places ?? copyPlaces();
  let folder = '';
  try {
    for (const base of places) sweep(base, request.isGone);
    const place = placeOutside(top, places);
    if (!place.ok) return place;
    // 0700: what lies in it is nobody else's to read.
    folder = temporaryFolder(join(place.base, `${PREFIX}${request.owner}-`));
    const path = join(folder, 'tree');
    // Git looks through the working tree meanwhile.
    const ignored = dependencyFolders(top);
    const checkedOut = await checkOut(opened.value, request, folder, path);
    const folders = await ignored;
    if (typeof checkedOut === 'string') throw new Error(checkedOut);
    if (!folders.ok) {
      const said = 'stderr' in folders.error ? `: ${folders.error.stderr}` : '';
      throw new Error(`git cannot list the ignored folders${said}`);
    }
    const { staged, inner } = checkedOut;
    const { sinceMs } = request;
    const written = writtenFolders(opened.value.common);
    const own = layFolders({ top, copy: path, folders: folders.value, sinceMs, written });
    const { folders: laid, links, young, large } = bothLaid(own, inner.laid);
    const linked = laid.filter((one) => links.some(({ folder }) => folder === one));
    const notes = [
      ...young.map((one) => `${one} is not in it: it was made after the work began.`),
      ...large.map((one) => `${one}: it is not in it.`),
      ...dropLinksOut(top, path, staged, laid),
      ...checkedOut.notes,
    ];
    const paths = staged.map((entry) => entry.path);
    const pythonPath = editableFolders(top, { path, files: paths }, laid);
    const { spare, tree } = request;
    const canKeep = spare !== undefined && notes.length === 0 && paths.length >= WORTH_KEEPING;
    let kept: Pick<UsedCopy, 'found' | 'left'> | undefined;
    const keep = (found: Looks, left: Looks): void => {
      kept = { found, left };
    };
    const dispose = async (): Promise<void> => {
      if (kept !== undefined) spare?.put({ folder, path, tree, laid, isPlain, ...kept });
      else await remove(folder)();
    };
    const { locked, known, isPlain } = checkedOut;
    const { empty } = inner;
    const about = {
      path,
      linked,
      links,
      laid,
      written,
      young,
      large,
      pythonPath,
      notes,
      locked,
      empty,
      known,
    };
    const more = { ...(canKeep && { keep }), [Symbol.asyncDispose]: dispose };
    return { ok: true, scratch: { ...about, files: paths, ...more } };
  } catch (error) {
    if (folder !== '') await remove(folder)();
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

/** What a run left behind may be read-only for us; then the next sweep has one folder more to try. */
function remove(folder: string): () => Promise<void> {
  return async () => {
    try {
      removeAll(folder, 5);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`wukong: a scratch copy could not be removed: ${why}\n`);
    }
  };
}

/** Removes copies whose process was killed before it could, and kept ones that nobody took. */
function sweep(base: string, isGone: (owner: string) => boolean): void {
  if (!existsSync(base)) return;
  sweepKept(base);
  for (const name of readdirSync(base)) {
    const owner = /^wukong-copy-([\w-]+)-[A-Za-z0-9]{6}$/.exec(name)?.[1];
    if (owner === undefined) continue;
    const path = join(base, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const isOurs = stat?.isDirectory() && stat.uid === (process.getuid?.() ?? stat.uid);
    if (isOurs && isGone(owner)) removeAll(path);
  }
}

type CheckedOut = Readonly<{
  notes: readonly string[];
  staged: readonly Entry[];
  locked: readonly FilteredFile[];
  inner: Submodules;
  known: Looks | undefined;
  isPlain: boolean;
}>;

/** What it holds, or why it failed. No filter runs, and git LFS loads nothing. */
async function checkOut(
  repository: Repository,
  request: ScratchRequest,
  folder: string,
  path: string,
): Promise<CheckedOut | string> {
  const { tree } = request;
  const own = await ownDirectory(repository, folder);
  if (!own.ok) return 'git cannot make a repository of the copy';
  const around = { ...repository.env, GIT_WORK_TREE: path, GIT_INDEX_FILE: join(folder, 'index') };
  const env = { ...around, GIT_DIR: own.value };
  // What is for which filter is said by the repository.
  const theirs = { ...around, GIT_DIR: repository.gitDir };
  const spare = request.spare?.take(folder);
  const stayed = spare && (await moveTo(spare, { path, tree, env, place: request }));
  if (!stayed) {
    makeNew(path);
    for (const args of [
      ['read-tree', '--no-sparse-checkout', tree],
      [...BY_ALL_CORES, 'checkout-index', '--all', '--force', '--quiet'],
    ]) {
      const done = await git({ cwd: path, env, args });
      if (!done.ok) {
        const { error } = done;
        const said = 'stderr' in error ? error.stderr : error.kind;
        const left = await partialClone(repository.gitDir);
        if (left) return `files of the tree are not in this partial clone. ${left.hint}`;
        return `the tree cannot be checked out (${said.slice(0, 300)})`;
      }
    }
  }
  const index = env.GIT_INDEX_FILE;
  // Each only reads what was checked out.
  const [named, entries] = await Promise.all([
    namedFilters(path, theirs),
    entriesOf(request, tree),
  ]);
  asOneCommit({ path, tree, index, own: own.value, format: repository.format });
  const filtered = named.ok ? named.value : [];
  const staged = entries.ok ? entries.value : [];
  const filled = filtered.length > 0 ? await fillPointers(repository, path, theirs) : NOTHING_KEPT;
  if (filled.missing.length > 0) {
    return notFetched(filled.missing);
  }
  const { sinceMs } = request;
  const written = writtenFolders(repository.common);
  const inner = await fillSubmodules(repository, { copy: path, folder, sinceMs, written }, staged);
  if (inner.missing) {
    const { path: name, commit } = inner.missing;
    return `the submodule ${name} does not have the commit ${commit.slice(0, 12)} here; get it with: git -C ${name} fetch`;
  }
  const notes = [
    ...inner.empty.map((name) => `The submodule ${name} is empty: it is not set up here.`),
    ...(filled.pointers.length > 0
      ? [`${filled.pointers.length} files of Git LFS are only pointers in it.`]
      : []),
  ];
  const pointers = new Set(filled.pointers);
  const locked = filtered.filter((one) =>
    one.filter === 'lfs' ? pointers.has(one.path) : !one.isSetUp,
  );
  // Submodules are filled for each run.
  const known = inner.staged.length > 0 ? undefined : stayed;
  const isPlain = filtered.length === 0 && staged.every(({ mode }) => mode !== '160000');
  return { notes, staged: [...staged, ...inner.staged], inner, locked, known, isPlain };
}

const NOTHING_KEPT = { pointers: [], missing: [] };

/**
 * What a link out of the copy leads to is in no tree, and may be the working tree itself. Where it leads
 * the system says: `..` behind another link is another folder than it reads. The folders that are links
 * themselves, packages, are no way out.
 */
function dropLinksOut(
  top: string,
  copy: string,
  staged: readonly Entry[],
  laid: readonly string[],
): string[] {
  const roots = [copy, ...laid.flatMap((one) => [join(copy, one), join(top, one)])];
  const real = roots.map(realOf).filter((root) => root !== undefined);
  const isInside = (path: string): boolean =>
    real.some((root) => relativeInside(root, path) !== undefined);
  const out = staged.flatMap(({ mode, path }) => {
    if (mode !== '120000') return [];
    const link = join(copy, path);
    if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return [];
    const leads = realOf(link) ?? resolve(dirname(link), readlinkSync(link));
    return isInside(leads) ? [] : [path];
  });
  for (const path of out) removeFile(join(copy, path));
  return out.map((path) => `The link ${path} is not in it: it leads out of the repository.`);
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // It leads to nothing.
  }
}
