// Everything else by which files are changed: in copies, in the tree, in the git directory. Node's own functions
// are called nowhere but here and in the log, so that below `.wukong` no way is taken without looking at it.

import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  fchmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { besideName } from './atomic-write.ts';
import { codeOf } from './file-failure.ts';
import { realFolder, refuseLinksTo } from './real-folder.ts';

/** Makes a folder with all above it, for nobody else to read where `mode` is left out. */
export function makeFolders(folder: string, mode = 0o700): void {
  if (!realFolder(folder)) mkdirSync(folder, { recursive: true, mode });
}

/** Throws if something has its name. */
export function makeNew(folder: string): void {
  realFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** A new folder of ours alone; its name begins with `prefix`. */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(prefix);
}

/** Whatever it is, with all below it, if it is there. A link goes, and not what it leads to. */
export function removeAll(path: string, maxRetries = 0): void {
  refuseLinksTo(dirname(path));
  rmSync(path, { recursive: true, force: true, maxRetries, retryDelay: 100 });
}

/** No folder; it need not be there. */
export function removeIfThere(path: string): void {
  refuseLinksTo(dirname(path));
  rmSync(path, { force: true });
}

/** Throws if it is not there. */
export function removeFile(path: string): void {
  refuseLinksTo(dirname(path));
  unlinkSync(path);
}

/** A folder, if nothing is in it. Whether it is gone. */
export function removeIfEmpty(folder: string): boolean {
  refuseLinksTo(dirname(folder));
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error))) throw error;
    return codeOf(error) === 'ENOENT';
  }
}

export function move(from: string, to: string): void {
  refuseLinksTo(dirname(from));
  refuseLinksTo(dirname(to));
  renameSync(from, to);
}

/** A file, over what is there, or a folder with all in it; also to another disk. A link stays one. */
export function moveWhole(from: string, to: string): void {
  try {
    move(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const beside = besideName(to);
    cpSync(from, beside, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
    renameSync(beside, to);
    removeAll(from);
  }
}

/** With its mode and the time of its writing; shares the bytes where the file system can. Throws EEXIST. */
export function copyFile(from: string, to: string): void {
  realFolder(dirname(to));
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const { atime, mtime } = lstatSync(from);
  lutimesSync(to, atime, mtime);
}

/** A link with these very bytes for its target. Throws EEXIST if something has the name. */
export function makeLink(target: Buffer, path: string): void {
  realFolder(dirname(path));
  symlinkSync(target, path);
}

/** Of the file or folder itself: a link is refused. */
export function setMode(path: string, mode: number): void {
  refuseLinksTo(dirname(path));
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}

/** Throws EEXIST if something has the name. */
export function linkFolder(target: string, path: string): void {
  realFolder(dirname(path));
  symlinkSync(target, path, 'dir');
}

/** Of a link its own times, and not those of what it leads to. */
export function setTimes(path: string, read: number | Date, written: number | Date): void {
  refuseLinksTo(dirname(path));
  lutimesSync(path, read, written);
}

/** Leaves an empty file with the time of now. No file of ours below `.wukong` is written so. */
export function mark(path: string): void {
  writeFileSync(path, '');
}

/** At the end of a file, which is made if it is not there. No file of ours below `.wukong` is written so. */
export function addLine(path: string, line: string): void {
  appendFileSync(path, `${line}\n`);
}

/** Bytes for whoever started this process: 1 is stdout, 2 stderr. How many were taken. */
export function tell(stream: 1 | 2, bytes: Uint8Array, from = 0): number {
  return writeSync(stream, bytes, from);
}
