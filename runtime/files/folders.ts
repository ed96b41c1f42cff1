// Folders that may not be there, and links to them.

import { copyFileSync, readdirSync, type Stats, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './file-failure.ts';

export function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).sort()
    : [];
}

export function isDirectory(path: string): boolean {
  return statIfThere(path)?.isDirectory() === true;
}

export function isFile(path: string): boolean {
  return statIfThere(path)?.isFile() === true;
}

/** Nothing can be there under a name that no file has: one that is too long, or with a zero in it. */
function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (['ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/**
 * What lies below a folder and is no folder, with forward slashes, sorted; nothing if it is not there.
 * A link is named and never followed: it could lead anywhere, and the `recursive` of Node's own readdir
 * goes through links from Node 22 on.
 */
export function filesBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
        : [entry.name],
    )
    .sort();
}

/** Windows lets everybody link folders by a junction, and asks for a right to link files: there it is a copy. */
export function linkTo(target: string, path: string): void {
  try {
    symlinkSync(target, path, isDirectory(target) ? 'junction' : 'file');
  } catch (error) {
    if (codeOf(error) !== 'EPERM' || process.platform !== 'win32') throw error;
    copyFileSync(target, path);
  }
}
