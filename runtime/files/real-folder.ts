// Below the repository's root nothing of `.wukong` may be a link or a device: it could have come with a pull,
// and lead what is written anywhere. A pull comes at any time, so the way to a folder is looked at whenever
// something is written into it.

import { lstatSync, mkdirSync, readdirSync, renameSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { IN_THE_WAY, type Kind } from '../model/failure.ts';
import { codeOf } from './file-failure.ts';

/** A folder as it was when it was looked at. */
type Held = Readonly<{ path: string; dev: number; ino: number }>;

/** Where the way begins: all above is the person's own. */
const DATA = /[\\/]\.wukong(?=[\\/]|$)/g;
const MAY_MISS = { throwIfNoEntry: false } as const;

/**
 * Makes a folder, and each that is missing above it, with nothing on the way to it but real folders: throws
 * what `fileFailure` knows as `in-the-way`. Undefined: it is not of a `.wukong`, and nothing was done.
 */
export function realFolder(folder: string): Held | undefined {
  let last: Stats | undefined;
  for (const path of wayTo(folder)) {
    last = lstatSync(path, MAY_MISS) ?? made(path);
    if (!last.isDirectory()) throw inTheWay(path, kindOf(last));
  }
  return last && { path: folder, dev: last.dev, ino: last.ino };
}

/** The same for a way that is only used as far as it is there. */
export function refuseLinksTo(folder: string): void {
  for (const path of wayTo(folder)) {
    const stat = lstatSync(path, MAY_MISS);
    if (!stat) return;
    if (!stat.isDirectory()) throw inTheWay(path, kindOf(stat));
  }
}

/** Refuses to read through a link, or from a device, below `.wukong`. */
export function refuseOdd(file: string): void {
  if (wayStart(file) < 0) return;
  refuseLinksTo(dirname(file));
  const stat = lstatSync(file, MAY_MISS);
  if (stat && !stat.isFile()) throw inTheWay(file, kindOf(stat));
}

/** The same of all that lies directly in a folder, for others (git) who write into the folders in it. */
export function refuseOddIn(folder: string): void {
  if (wayStart(folder) < 0) return;
  const odd = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => !entry.isFile() && !entry.isDirectory(),
  );
  if (odd) throw inTheWay(`${folder}/${odd.name}`, kindOf(odd));
}

/** Throws if its path leads to another folder by now. */
export function stillThere(held: Held | undefined): void {
  if (!held) return;
  const stat = lstatSync(held.path, MAY_MISS);
  if (stat?.isDirectory() && stat.dev === held.dev && stat.ino === held.ino) return;
  throw inTheWay(held.path, stat && !stat.isDirectory() ? kindOf(stat) : 'swapped');
}

/**
 * Makes a folder that nobody had before. What has its name already, whatever it is, is renamed: the path it
 * has now comes back.
 */
export function newFolder(folder: string): string | undefined {
  const held = realFolder(dirname(folder));
  let aside: string | undefined;
  if (lstatSync(folder, MAY_MISS)) {
    aside = nextName(`${folder}.was-there`);
    renameSync(folder, aside);
  }
  mkdirSync(folder, { mode: 0o700 });
  stillThere(held);
  return aside;
}

/** The next number. One look finds it, however many there are: a dispatch that is killed leaves one each time. */
function nextName(path: string): string {
  const start = `${basename(path)}-`;
  const numbers = readdirSync(dirname(path))
    .filter((name) => name.startsWith(start) && /^\d{1,9}$/.test(name.slice(start.length)))
    .map((name) => Number(name.slice(start.length)));
  return `${path}-${numbers.reduce((most, n) => Math.max(most, n), 0) + 1}`;
}

export function kindOf(
  stat: Pick<Stats, 'isSymbolicLink' | 'isDirectory' | 'isFile' | 'isFIFO' | 'isSocket'>,
): Kind {
  if (stat.isSymbolicLink()) return 'link';
  if (stat.isDirectory()) return 'folder';
  if (stat.isFile()) return 'file';
  if (stat.isFIFO()) return 'pipe';
  return stat.isSocket() ? 'socket' : 'device';
}

/** What `fileFailure` makes a failure of. */
function inTheWay(path: string, is: Kind): Error {
  const file = path.slice(wayStart(path)).replaceAll('\\', '/') || path;
  const code = is === 'link' ? 'ELOOP' : is === 'swapped' ? 'ESTALE' : 'ENOTDIR';
  return Object.assign(new Error(`${file} ${IN_THE_WAY[is]}`), {
    code,
    path,
    inTheWay: { file, is },
  });
}

/** Each folder from the last `.wukong` of a path down to its end. */
function wayTo(folder: string): string[] {
  const start = wayStart(folder);
  if (start < 0) return [];
  const ends = [...folder.matchAll(/[^\\/](?=[\\/]|$)/g)].filter(({ index }) => index >= start);
  return ends.map(({ index }) => folder.slice(0, index + 1));
}

/** Where the name `.wukong` begins; -1 if no part of the path is called so. */
function wayStart(path: string): number {
  const last = [...path.matchAll(DATA)].at(-1);
  return last ? last.index + 1 : -1;
}

function made(path: string): Stats {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another one of us was faster.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return lstatSync(path);
}
