// A lane: a working tree of the repository that git knows, on no branch, and in it a recorded tree, byte for byte.
// Of the person's working tree nothing changes, and of `.git` only the entry of the lane.

import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeAll } from '../../files/changing.ts';
import { namesIn } from '../../files/folders.ts';
import { dependencyFolders } from '../trees/dependencies.ts';
import { fields, git } from '../trees/git.ts';
import { layFolders } from '../trees/lay-folders.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { inRawDirectory } from '../trees/raw-directory.ts';
import { snapshot } from '../trees/snapshot.ts';
import { writtenFolders } from '../trees/written-folders.ts';
import { fillEmpty, trackIgnored, trackLikeHead } from './fill-lane.ts';
import {
  addEntry,
  addEntryAgain,
  commonFolder,
  hasLostEntry,
  isEmptyOrGone,
  isLane,
} from './lane-entry.ts';
import { layInto } from './lay-into.ts';
import { attempt, gitSaid, type No, orFull } from './why.ts';

type Lane = Readonly<{ path: string; objectsDir: string }>;

export type Filled =
  | Readonly<{
      ok: true;
      /** What is installed in the working tree of the person, as the table of ignored folders has it. */
      linked: readonly string[];
      /** The tree that was there, if the lane was there; nothing of it is lost. */
      was?: string;
    }>
  | No;

/** `worktree`: that of the person, whose HEAD it gets. A lane that is there is brought to the tree. */
export async function makeLane({
  worktree,
  objectsDir,
  tree,
  path,
}: TreePlace & Readonly<{ tree: string; path: string }>): Promise<Filled> {
  const made = await attempt(async (): Promise<Filled> => {
    sweepBeside(path);
    const lane = { path, objectsDir };
    const common = await commonFolder(worktree);
    if (!common.ok) return no(gitSaid(common.error));
    const whyNot = await whyNoTree({ worktree, objectsDir }, tree);
    if (whyNot !== undefined) return no(whyNot);
    let was: string | undefined;
    if (isEmptyOrGone(path)) {
      const added = await addEntry(worktree, path);
      if (!added.ok) return no(gitSaid(added.error));
    } else if (!isLane(common.value, path)) {
      if (!hasLostEntry(common.value, path)) return no(`${path} is there, and is no lane`);
      const added = await addEntryAgain(worktree, path);
      if (!added.ok) return no(gitSaid(added.error));
    }
    if (readdirSync(path).every((name) => name === '.git')) {
      const filled = await inRawDirectory({ worktree: path, objectsDir }, (raw) =>
        fillEmpty(raw, { objectsDir, tree }),
      );
      if (!filled.ok) return no(gitSaid(filled.error));
    } else {
      const back = await backToHead(worktree, path);
      if (back !== undefined) return no(back);
      const brought = await bring(lane, { to: tree, like: 'head' });
      if (!brought.ok) return brought;
      was = brought.was;
    }
    const linked = await linkFrom(worktree, lane, tree);
    return linked.ok && was !== undefined ? { ...linked, was } : linked;
  });
  return orFull(made, [path, objectsDir]);
}

/**
 * A tree put into a working tree that somebody else made, at a commit and on a branch of its own, which stay. What
 * is in it and not in the tree goes. `main`: the working tree of the person.
 */
export async function layLane({
  path,
  objectsDir,
  tree,
  main,
}: Lane & Readonly<{ tree: string; main: string }>): Promise<Filled> {
  const laid = await attempt(async (): Promise<Filled> => {
    const common = await commonFolder(main);
    if (!common.ok) return no(gitSaid(common.error));
    if (!isLane(common.value, path)) return no(`${path} is no working tree of this repository`);
    const whyNot = await whyNoTree({ worktree: main, objectsDir }, tree);
    if (whyNot !== undefined) return no(whyNot);
    const brought = await bring({ path, objectsDir }, { to: tree });
    if (!brought.ok) return brought;
    const linked = await linkFrom(main, { path, objectsDir }, tree);
    return linked.ok ? { ...linked, was: brought.was } : linked;
  });
  return orFull(laid, [path, objectsDir]);
}

type Moved = Readonly<{ ok: true; was: string }> | No;

/** By the files that differ. Holds it anything but `from`, nothing changes; left out: whatever it holds. */
export async function moveLane({
  path,
  objectsDir,
  from,
  to,
}: Lane & Readonly<{ from?: string; to: string }>): Promise<Moved> {
  const moved = await attempt(async (): Promise<Moved> => {
    const whyNot = await whyNoTree({ worktree: path, objectsDir }, to);
    if (whyNot !== undefined) return no(whyNot);
    const brought = await bring({ path, objectsDir }, from === undefined ? { to } : { from, to });
    if (!brought.ok) return brought;
    return (await holds({ path, objectsDir }, to)) ?? brought;
  });
  return orFull(moved, [path, objectsDir]);
}

function no(why: string): No {
  return { ok: false, why };
}

/** What a lane cannot hold. */
async function whyNoTree(place: TreePlace, tree: string): Promise<string | undefined> {
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return gitSaid(listed.error);
  const inner = listed.value.find(({ mode }) => mode === '160000');
  return inner && `${inner.path} is a repository of its own`;
}

type Move = Readonly<{ from?: string; to: string; like?: 'head' }>;

async function bring({ path, objectsDir }: Lane, { from, to, like }: Move): Promise<Moved> {
  const place = { worktree: path, objectsDir };
  const taken = await snapshot(place);
  if (!taken.ok) return no(gitSaid(taken.error));
  const was = taken.value.tree;
  if (from !== undefined && was !== from) {
    return no(`the lane ${path} holds other files than those of its tree`);
  }
  const laid = await layInto({ ...place, from: was, to });
  if (laid.is === 'stopped') return no(laid.path === '' ? laid.why : `${laid.path}: ${laid.why}`);
  const tracked = await inRawDirectory(place, (raw) =>
    like === 'head' ? trackLikeHead(raw, to) : trackIgnored(raw, to),
  );
  return tracked.ok ? { ok: true, was } : no(gitSaid(tracked.error));
}

/** Whoever worked in it may have made a branch. */
async function backToHead(worktree: string, path: string): Promise<string | undefined> {
  const head = await git({ cwd: worktree, args: ['rev-parse', '--verify', 'HEAD'] });
  if (!head.ok) return gitSaid(head.error);
  const commit = head.value.stdout.toString('utf8').trim();
  const put = await git({ cwd: path, args: ['update-ref', '--no-deref', 'HEAD', commit] });
  return put.ok ? undefined : gitSaid(put.error);
}

async function holds({ path, objectsDir }: Lane, tree: string): Promise<No | undefined> {
  const taken = await snapshot({ worktree: path, objectsDir });
  if (!taken.ok) return no(gitSaid(taken.error));
  return taken.value.tree === tree ? undefined : no(`the lane ${path} does not hold its tree`);
}

/** Nothing of it may get into a tree: what git does not ignore in the lane is taken out again. */
async function linkFrom(main: string, lane: Lane, tree: string): Promise<Filled> {
  const folders = await dependencyFolders(main);
  if (!folders.ok) return no(gitSaid(folders.error));
  const common = await commonFolder(main);
  if (!common.ok) return no(gitSaid(common.error));
  const written = writtenFolders(common.value);
  const { folders: laid } = layFolders({
    top: main,
    copy: lane.path,
    folders: folders.value,
    written,
  });
  const why = await holds(lane, tree);
  if (why === undefined) return { ok: true, linked: laid };
  const args = ['ls-files', '-z', '--others', '--exclude-standard'];
  const listed = await git({ cwd: lane.path, args });
  if (!listed.ok) return no(gitSaid(listed.error));
  const seen = fields(listed.value.stdout);
  const shows = (folder: string): boolean =>
    seen.some((one) => one === folder || one.startsWith(`${folder}/`));
  const shown = laid.filter(shows);
  for (const folder of shown) removeAll(join(lane.path, folder));
  const still = await holds(lane, tree);
  return still ?? { ok: true, linked: laid.filter((folder) => !shown.includes(folder)) };
}

/** What a process that was killed left beside a lane. Of one that lives, a folder is there for less than a second. */
export function sweepBeside(path: string): void {
  const folder = dirname(path);
  for (const name of namesIn(folder).filter((one) => one.startsWith('.wukong-'))) {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    const isLeft = stat?.isDirectory() && stat.ctimeMs < Date.now() - LEFT_AFTER_MS;
    if (name.startsWith('.wukong-gone-') || (name.startsWith('.wukong-again-') && isLeft)) {
      removeAll(join(folder, name));
    }
  }
}

const LEFT_AFTER_MS = 60 * 60 * 1000;
