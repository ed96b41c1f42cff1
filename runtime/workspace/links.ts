// Below the repository's root nothing of `.wukong` may be a symbolic link: it could have come with a pull,
// and lead what is written anywhere.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../files/changing.ts';
import { realFolder } from '../files/real-folder.ts';
import { relativeInside } from '../files/relative-inside.ts';
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

/** Makes a folder of `.wukong`, with nothing but real folders on the way to it. */
export function makeFolder(ws: Workspace, folder: string): void {
  if (relativeInside(ws.dir, folder) === undefined) throw new Error(`${folder} is not in .wukong`);
  realFolder(folder);
}

/** For a folder of caches, which are made again: whatever else has its name is taken away. */
export function clearTheWay(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) removeFile(folder);
}
