// Below the repository's root nothing of `.wukong` may be a symbolic link: it could have come with a pull,
// and lead what is written anywhere.

import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../files/changing.ts';
import { codeOf } from '../files/file-failure.ts';
import { kindOf, realFolder } from '../files/real-folder.ts';
import { relativeInside } from '../files/relative-inside.ts';
import type { Failure, InTheWay } from '../model/failure.ts';
import type { Workspace } from './paths.ts';
import { isInstalled } from './repository.ts';

/** The first component of `path` below `root` that is a symbolic link, as a path below `root`. */
export function linkOnTheWay(root: string, path: string): string | undefined {
  const parts = path.split('/');
  for (let n = 1; n <= parts.length; n += 1) {
    const below = parts.slice(0, n).join('/');
    const kind = lstatSync(join(root, below), { throwIfNoEntry: false });
    if (!kind) return undefined;
    if (kind.isSymbolicLink()) return below;
  }
  return undefined;
}

/** What no program of ours puts below `.wukong`; `complete`: all there is was looked at. */
type Odd = Readonly<{ found: readonly InTheWay[]; complete: boolean }>;

/** More is looked at by `doctor`: a goal begins while a person waits, and writers look for themselves. */
const MOST_ENTRIES = 200_000;
const MOST_FOUND = 20;

/**
 * Links, pipes, sockets and devices at any depth of `.wukong`, also among the objects, where git follows them.
 * No link is followed and nothing is opened: of each folder its list is read. Folders before their subfolders.
 */
export function oddBelow(ws: Workspace, mostEntries = MOST_ENTRIES, mostFound = MOST_FOUND): Odd {
  const found: InTheWay[] = [];
  const folders = isInstalled(ws) ? [''] : [];
  let seen = 0;
  for (const folder of folders) {
    for (const entry of entriesIn(`${ws.dir}/${folder}`)) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      seen += 1;
      if (seen > mostEntries || found.length === mostFound) return { found, complete: false };
      if (entry.isDirectory() && !isStaging(name)) folders.push(name);
      if (entry.isDirectory() || entry.isFile() || isGoalLink(ws, name)) continue;
      found.push({ file: `.wukong/${name}`, is: kindOf(entry) });
    }
  }
  return { found, complete: true };
}

/** None of a folder that goes in this moment. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** What a killed rollback had checked out of the tree, where links may be; it is removed before it is used. */
function isStaging(name: string): boolean {
  return /^artifacts\/[^/]+\/rollback$/.test(name);
}

/** The other name of a session's folder (workspace/goal-link.ts): it stays in its folder. */
export function isGoalLink(ws: Workspace, name: string): boolean {
  if (!/^artifacts\/G-\d+$/.test(name)) return false;
  try {
    return /^S-\d+-\d+$/.test(readlinkSync(`${ws.dir}/${name}`));
  } catch {
    return false; // No link, or gone.
  }
}

/** What keeps a goal from beginning or going on; undefined if there is nothing of the kind. */
export function oddFailure(ws: Workspace): Failure | undefined {
  const { found } = oddBelow(ws);
  const [first] = found;
  return first && { kind: 'in-the-way', ...first, more: found.length - 1 };
}

/** Makes a folder of `.wukong`, with nothing but real folders on the way to it. */
export function makeFolder(ws: Workspace, folder: string): void {
  if (relativeInside(ws.dir, folder) === undefined) throw new Error(`${folder} is not in .wukong`);
  realFolder(folder);
}

/** For a folder of caches, which are made again: whatever else has its name is taken away. */
export function clearTheWay(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) removeFile(folder);
}
