// Below the repository's root nothing of `.wukong` may be a symbolic link: it could have come with a pull,
// and lead what is written anywhere.

import { lstatSync, mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
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

/** A link among what lies directly in `.wukong`; undefined if there is none. */
export function linkBelow(ws: Workspace): string | undefined {
  if (!isInstalled(ws)) return undefined;
  const entries = readdirSync(ws.dir, { withFileTypes: true });
  return entries.find((entry) => entry.isSymbolicLink())?.name;
}

/** Makes a folder of `.wukong`, on a way without links. */
export function makeFolder(ws: Workspace, folder: string): void {
  refuseLinks(ws, folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** For callers that list a folder of `.wukong` and remove what is in it: throws if a link is on the way. */
export function refuseLinks(ws: Workspace, folder: string): void {
  const link = linkOnTheWay(ws.dir, relative(ws.dir, folder).split(sep).join('/'));
  if (link === undefined) return;
  const message = `.wukong/${link} is a symbolic link, and could point anywhere`;
  throw Object.assign(new Error(message), { code: 'ELOOP' });
}

/** The same for a folder of caches, which are made again: whatever else has its name is taken away. */
export function clearTheWay(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) unlinkSync(folder);
}
