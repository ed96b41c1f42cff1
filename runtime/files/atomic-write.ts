import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './file-failure.ts';
import { realFolder, refuseOdd, stillThere } from './real-folder.ts';
import { syncFile } from './sync.ts';

/** Writes every byte or throws: on a full disk `writeSync` returns a short count without an error. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  writeAllAt(fd, bytes, null);
}

/** The same at a byte of the file; null where it stands. */
export function writeAllAt(fd: number, bytes: Uint8Array, from: number | null): void {
  for (let at = 0; at < bytes.length; ) {
    const place = from === null ? null : from + at;
    const written = writeSync(fd, bytes, at, bytes.length - at, place);
    if (written <= 0) throw diskFull();
    at += written;
  }
}

function diskFull(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
}

let unique = 0;

/** A name beside `path` that no other process uses. */
export function besideName(path: string): string {
  unique += 1;
  return `${path}.${process.pid}-${unique}.tmp`;
}

/**
 * Replaces a whole file: readers see the old bytes or the new ones. `durable` also survives a power
 * cut; caches go without, because they are rebuilt. It follows nothing: what has the name is replaced, also
 * a link, and below `.wukong` the way to it has to be real folders, the same before and after.
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  durable: boolean,
  mode?: number,
): void {
  const held = realFolder(dirname(path));
  const { temporary, fd } = openBeside(path);
  try {
    writeAll(fd, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    if (mode !== undefined) fchmodSync(fd, mode);
    if (durable) fdatasyncSync(fd);
    stillThere(held);
    closeSync(fd);
  } catch (error) {
    drop(fd, temporary);
    throw error;
  }
  renamePatiently(temporary, path);
}

/** A file of ours that nobody reads before it is whole, and that no power cut has to leave. */
export function putFile(path: string, bytes: Uint8Array | string): void {
  replaceFile(path, bytes, false);
}

/**
 * Throws EEXIST if something has the name, be it a link to nothing. `mode` as in `open`; `durable` as in
 * `replaceFile`.
 */
export function createFile(
  path: string,
  bytes: Uint8Array | string,
  mode = 0o600,
  durable = false,
): void {
  const held = realFolder(dirname(path));
  const fd = openNew(path, mode);
  try {
    writeAll(fd, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    if (durable) fdatasyncSync(fd);
    stillThere(held);
    closeSync(fd);
  } catch (error) {
    drop(fd, path);
    throw error;
  }
}

/** A new file that is written piece by piece; what had its name is taken away, and a link is not followed. */
export function openFresh(path: string): number {
  const held = realFolder(dirname(path));
  if (!held) mkdirSync(dirname(path), { recursive: true });
  if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path);
  const fd = openNew(path, 0o600);
  try {
    stillThere(held);
  } catch (error) {
    drop(fd, path);
    throw error;
  }
  return fd;
}

/** A whole copy or none; without copying bytes where the file system can. Below `.wukong` no link is read through. */
export function copyWhole(from: string, to: string): void {
  refuseOdd(from);
  const held = realFolder(dirname(to));
  if (!held) mkdirSync(dirname(to), { recursive: true });
  const beside = besideName(to);
  try {
    copyFileSync(from, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    stillThere(held);
  } catch (error) {
    // EEXIST: it is another's. Below another folder it is, too.
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ESTALE') rmSync(beside, { force: true });
    throw error;
  }
  renamePatiently(beside, to);
}

/** With the modes that files of ours have. */
function openNew(path: string, mode: number): number {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

/** Only what was opened: its folder may be another one by now. */
function drop(fd: number, path: string): void {
  const { dev, ino } = fstatSync(fd);
  closeSync(fd);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.dev === dev && there.ino === ino) unlinkSync(path);
}

function openBeside(path: string): Readonly<{ temporary: string; fd: number }> {
  for (let tries = 0; ; tries += 1) {
    const temporary = besideName(path);
    try {
      return { temporary, fd: openNew(temporary, 0o600) };
    } catch (error) {
      const code = codeOf(error);
      // EEXIST: a process that was killed had our number. The next name is free.
      if (tries === 20 || (code !== 'ENOENT' && code !== 'EEXIST')) throw error;
      if (code === 'ENOENT') mkdirSync(dirname(path), { recursive: true });
    }
  }
}

/** Windows refuses to rename over a file that somebody has open; it is free again in a moment. */
export function renamePatiently(from: string, to: string): void {
  for (let tries = 0; ; tries += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const code = codeOf(error);
      const busy = code === 'EPERM' || code === 'EBUSY' || (code === 'EACCES' && tries > 0);
      if (process.platform !== 'win32' || !busy || tries === 20) {
        unlinkSync(from);
        throw error;
      }
      sleep(10);
    }
  }
}

/** Blocks this process; hooks are synchronous from their first to their last byte. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * One more name for a whole file, so that under it nobody ever sees half of one; a copy where the file
 * system knows no such thing. False: something has that name already, and keeps it.
 */
export function addName(path: string, name: string): boolean {
  try {
    linkSync(path, name);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
  return true;
}
