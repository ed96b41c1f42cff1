// A lane goes when its tree is taken and nobody is in it: its folder, and what git knows of it. Files that git ignores
// are in no tree, so they are named, and kept where the caller says.

import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders, move, moveWhole, removeAll } from '../../files/changing.ts';
import { namesIn } from '../../files/folders.ts';
import { readText } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { git } from '../trees/git.ts';
import { snapshot } from '../trees/snapshot.ts';
import { forgetRepository } from '../trees/tree-store.ts';
import { ignoredIn } from './ignored-in.ts';
import { hasOwnCommits } from './lane-commits.ts';
import { commonFolder, entriesIn, entryOf, isSame, removeEntry } from './lane-entry.ts';
import { lanesFolder } from './lane-place.ts';
import { sweepBeside } from './make-lane.ts';
import { attempt, gitSaid, type No } from './why.ts';

export type Removed =
  | Readonly<{
      is: 'removed';
      /** Paths in the lane that git ignored and that were not there before. */
      kept: readonly string[];
    }>
  | Readonly<{ is: 'left'; why: string }>;

type RemoveRequest = Readonly<{
  /** That of the person. */
  worktree: string;
  path: string;
  objectsDir: string;
  /** The tree that was taken of it. Holds it another one, it stays; left out: whatever it holds. */
  expect?: string;
  /** A folder for the files that git ignores; left out: they go. */
  kept?: string;
  /** Whether who locked it with these words is there no more; left out: nobody can tell. */
  isGone?: (words: string) => boolean;
}>;

/** Why nobody may take it away now: somebody locked it, or a process is in it. */
export async function laneInUse({
  worktree,
  path,
  isGone,
}: Pick<RemoveRequest, 'worktree' | 'path' | 'isGone'>): Promise<string | undefined> {
  const common = await commonFolder(worktree);
  const entry = common.ok ? entryOf(common.value, path) : undefined;
  return entry && whyInUse(entry.folder, path, isGone);
}

function whyInUse(
  entry: string,
  path: string,
  isGone: RemoveRequest['isGone'],
): string | undefined {
  const isLocked = namesIn(entry).includes('locked');
  if (isLocked && isGone?.(lockOf(entry)) !== true) {
    return 'it is locked (git worktree lock)';
  }
  const user = processIn(path);
  return user === undefined ? undefined : `process ${user} is in it`;
}

/** The words by which somebody locked it; empty where nobody did. */
export function lockOf(entry: string): string {
  return namesIn(entry).includes('locked') ? readText(join(entry, 'locked')) : '';
}

/** Never rejects for what a repository or a disk may be like. */
export async function removeLane(request: RemoveRequest): Promise<Removed> {
  const removed = await attempt(() => remove(request));
  return 'ok' in removed ? { is: 'left', why: removed.why } : removed;
}

async function remove(request: RemoveRequest): Promise<Removed | No> {
  const { worktree, path, objectsDir } = request;
  const found = await commonFolder(worktree);
  if (!found.ok) return left(gitSaid(found.error));
  const common = found.value;
  sweepBeside(path);
  if (!lstatSync(path, { throwIfNoEntry: false })) {
    const entry = entriesIn(common).find((one) => isSame(one.path, path));
    if (entry) removeEntry(common, entry);
    return { is: 'removed', kept: [] };
  }
  const entry = entryOf(common, path);
  if (entry === undefined) return left(`git knows of no working tree at ${path}`);
  const inUse = whyInUse(entry.folder, path, request.isGone);
  if (inUse !== undefined) return left(inUse);
  const place = { worktree: path, objectsDir };
  const before = await snapshot(place);
  if (!before.ok) return left(gitSaid(before.error));
  const [inner] = before.value.skipped;
  if (inner !== undefined) return left(`${inner} in it is a repository of its own`);
  const expected = request.expect ?? before.value.tree;
  if (before.value.tree !== expected) return left(CHANGED);
  const ignored = await ignoredIn({ path, main: worktree });
  if (!ignored.ok) return left(gitSaid(ignored.error));
  if (request.kept !== undefined) {
    for (const one of ignored.value) put(join(path, one), join(request.kept, one));
  }
  const again = await snapshot(place);
  if (!again.ok) return left(gitSaid(again.error));
  if (again.value.tree !== expected) return left(CHANGED);
  const branch = branchOf(entry.folder);
  // At once, so that nobody finds half of it, whoever is killed.
  const gone = join(dirname(path), `.wukong-gone-${randomBytes(6).toString('hex')}`);
  move(path, gone);
  forgetRepository(path);
  removeEntry(common, entry);
  removeAll(gone, 5);
  if (branch !== undefined) await dropBranch(worktree, branch);
  return { is: 'removed', kept: ignored.value };
}

const CHANGED = 'somebody worked in it since its tree was taken';

function left(why: string): Removed {
  return { is: 'left', why };
}

/** What was kept of a lane of that name before stays. */
function put(from: string, to: string): void {
  makeFolders(dirname(to));
  let name = to;
  for (let n = 1; lstatSync(name, { throwIfNoEntry: false }); n += 1) name = `${to}~${n}`;
  moveWhole(from, name);
}

/** One whose folder is in there, where the system can be asked. */
function processIn(path: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).find((pid) => {
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`);
      return relativeInside(path, cwd) !== undefined;
    } catch {
      return false; // It has ended, or is not ours to ask.
    }
  });
}

/** The one that the client makes for a subagent, and that was not left for another. */
function branchOf(entry: string): string | undefined {
  return /^ref: refs\/heads\/(worktree-agent-[\w-]+)\n?$/.exec(readText(join(entry, 'HEAD')))?.[1];
}

/** One that is checked out elsewhere by now stays, and one with a commit that is nowhere else. */
async function dropBranch(worktree: string, branch: string): Promise<void> {
  if (await hasOwnCommits(worktree, `refs/heads/${branch}`, branch)) return;
  await git({ cwd: worktree, args: ['branch', '-D', '--quiet', branch] });
}

export type LaneThere = Readonly<{
  path: string;
  name: string;
  /** Whether git knows it, and whether it is on disk. */
  entry: boolean;
  folder: boolean;
}>;

/** All of one log that are left in any way. */
export async function lanesOf(worktree: string, logId: string): Promise<readonly LaneThere[]> {
  const folder = lanesFolder(logId);
  const common = await commonFolder(worktree);
  const known = common.ok ? entriesIn(common.value).map(({ path }) => path) : [];
  const ours = known.filter((path) => isSame(dirname(path), folder)).map((path) => basename(path));
  const there = namesIn(folder).filter((name) => !name.startsWith('.'));
  return [...new Set([...ours, ...there])].sort().map((name) => ({
    path: join(folder, name),
    name,
    entry: ours.includes(name),
    folder: there.includes(name),
  }));
}

/** Of this repository, and made when it had another log. */
export async function lanesOfOtherLogs(
  worktree: string,
  logId: string,
): Promise<ReadonlyArray<Pick<LaneThere, 'path' | 'name'>>> {
  const folder = lanesFolder(logId);
  const common = await commonFolder(worktree);
  const known = common.ok ? entriesIn(common.value).map(({ path }) => path) : [];
  return known
    .filter((path) => !isSame(dirname(path), folder))
    .filter((path) => isSame(dirname(dirname(path)), dirname(folder)))
    .map((path) => ({ path, name: `${basename(dirname(path))}-${basename(path)}` }));
}
