// A folder brought into a copy with all in it, and where the links in it have to lead then.

import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { copyFile, makeNew, setMode } from '../../files/changing.ts';
import { isDirectory, linkTo } from '../../files/folders.ts';
import { relativeInside } from '../../files/relative-inside.ts';

/** The top of the working tree, and that of the copy or lane. */
export type Tops = Readonly<{ top: string; copy: string }>;

export type LaidPlace = Tops &
  Readonly<{
    /** Of the folder, below either. */
    path: string;
    /** Copied whole. */
    isWhole: boolean;
  }>;

/** A folder with all in it. Links that lead into the working tree lead into the copy then. */
export function copyInto(tops: Tops, from: string, to: string): void {
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) {
    linkTo(ledTo(tops, from), to);
  } else if (stat.isDirectory()) {
    makeNew(to);
    for (const name of readdirSync(from)) copyInto(tops, join(from, name), join(to, name));
    setMode(to, (stat.mode & 0o777) | 0o700);
  } else if (stat.isFile()) {
    copyFile(from, to);
  }
}

/** Where a link has to lead that is put into the copy: as it is written, unless that leaves the repository. */
export function ledTo({ top, copy }: Tops, link: string): string {
  const target = readlinkSync(link);
  const leads = resolve(dirname(link), target);
  for (const root of new Set([top, realOr(top)])) {
    const below = relativeInside(root, leads);
    if (below !== undefined) return isAbsolute(target) ? join(copy, below) : target;
  }
  return leads;
}

/** What a link leads to, where that is a folder outside of the working tree: whoever writes there writes elsewhere. */
export function folderOutside({ top }: Tops, link: string): readonly string[] {
  const target = realOr(link);
  const isInside = [top, realOr(top)].some((root) => relativeInside(root, target) !== undefined);
  return !isInside && isDirectory(target) ? [target] : [];
}

export function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // A link to nothing: it is linked as it is.
  }
}
