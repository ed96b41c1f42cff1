import {
  closeSync,
  constants,
  copyFileSync,
  fdatasyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './file-failure.ts';
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
    if (written <= 0) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    at += written;
  }
}

let unique = 0;

/** A name beside `path` that no other process uses. */
export function besideName(path: string): string {
  unique += 1;
  return `${path}.${process.pid}-${unique}.tmp`;
}

/**
 * Replaces a whole file: readers see the old bytes or the new ones. `durable` also survives a power
 * cut; caches go without, because they are rebuilt.
 */
export function replaceFile(path: string, bytes: Uint8Array | string, durable: boolean): void {
  const { temporary, fd } = openBeside(path);
  try {
    writeAll(fd, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    if (durable) fdatasyncSync(fd);
    closeSync(fd);
  } catch (error) {
    closeSync(fd);
    unlinkSync(temporary);
    throw error;
  }
  renamePatiently(temporary, path);
}

function openBeside(path: string): Readonly<{ temporary: string; fd: number }> {
  for (let tries = 0; ; tries += 1) {
    const temporary = besideName(path);
    try {
      return { temporary, fd: openSync(temporary, 'wx', 0o600) };
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
