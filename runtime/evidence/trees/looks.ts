// What the system says of the files of a copy, asked once before a run and once after it: which of them the run
// opened, by the times of reading, and which it touched, by the times of inodes, which no program can set. Looking
// at each file of a large copy is most of what is our own there.

import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { createFile } from '../../files/atomic-write.ts';
import { removeFile, setTimes } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';

export type Look = Readonly<{
  /** Changes with everything that happens to it, also if it is undone. Of a folder: whether it is the same. */
  stamp: string;
  isFolder: boolean;
  /** A file that was opened since its reads were forgotten. */
  isRead: boolean;
  writtenMs: number;
}>;

/** By path below the copy, with `/`. */
export type Looks = ReadonlyMap<string, Look>;

/** All below a copy. Links are not followed; its repository is made again for each run, and says nothing. */
export function allIn(copy: string): readonly string[] {
  const found: string[] = [];
  const queue = [''];
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    const folder = below;
    for (const entry of readdirSync(`${copy}/${folder}`, { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (path === '.git') continue;
      found.push(path);
      if (entry.isDirectory()) queue.push(path);
    }
  }
  return found;
}

/** Of those that are there; of `known` what was seen of them before. */
export function lookAt(copy: string, paths: readonly string[], known?: Looks): Map<string, Look> {
  const looks = new Map<string, Look>();
  for (const path of paths) {
    const look = known?.get(path) ?? lookAtOne(`${copy}/${path}`);
    if (look) looks.set(path, look);
  }
  return looks;
}

function lookAtOne(file: string): Look | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat && lookOf(stat);
}

function lookOf(stat: Stats): Look {
  const { ino, ctimeMs, mode, atimeMs, mtimeMs } = stat;
  const isFolder = stat.isDirectory();
  const stamp = isFolder ? `${ino} ${mode}` : `${ino} ${ctimeMs} ${mode}`;
  const isRead = stat.isFile() && atimeMs > LONG_AGO * 1000;
  return { stamp, isFolder, isRead, writtenMs: mtimeMs };
}

/** Before the time of any writing: then `relatime` moves it at the first read. In seconds. */
const LONG_AGO = 1;

/**
 * What they look like then: it moves the time of the inode. Done to files of copies alone, never through a link. In a
 * copy that is used again most of them were not opened.
 */
export function forgetReads(copy: string, looks: Looks): Looks {
  const now = new Map(looks);
  for (const [path, { isRead, writtenMs }] of looks) {
    if (!isRead) continue;
    const file = `${copy}/${path}`;
    try {
      setTimes(file, LONG_AGO, writtenMs / 1000);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    const look = lookAtOne(file);
    if (look) now.set(path, look);
    else now.delete(path);
  }
  return now;
}

/** Whether the file system of this folder keeps times of reading at all (`noatime` does not). */
export function keepsReadTimes(folder: string): boolean {
  const probe = join(folder, 'read-probe');
  createFile(probe, 'x');
  try {
    forgetReads(folder, lookAt(folder, ['read-probe']));
    readFileSync(probe);
    return lookAt(folder, ['read-probe']).get('read-probe')?.isRead === true;
  } finally {
    removeFile(probe);
  }
}
