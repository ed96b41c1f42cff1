// Files that somebody else may have put there. A pipe would be waited for, a device never ends: each is opened
// without waiting, looked at by its descriptor, and refused if it is no regular file.

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { codeOf } from './file-failure.ts';

/** More than any file that is read as a whole has; a string of Node holds no more. */
const MAX_BYTES = 512 * 1024 * 1024;

/** More than anything has that people write. */
const MAX_WRITTEN_BYTES = 16 * 1024 * 1024;

/**
 * Open to read, or with other flags. What is no regular file is refused with the code `EFTYPE`, a folder with
 * `EISDIR`. Its opener closes it.
 */
export function openToRead(path: string, flags: number = constants.O_RDONLY): number {
  const fd = openSync(path, flags | (constants.O_NONBLOCK ?? 0));
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  closeSync(fd);
  throw refusal(path, stat.isDirectory() ? 'EISDIR' : 'EFTYPE');
}

/** With a `syscall`, as all has that the system refuses. What the codes mean is said by words/explain-failure.ts. */
function refusal(path: string, code: string): Error {
  return Object.assign(new Error(`${code}: read '${path}'`), { code, syscall: 'read' });
}

/** A whole file; what is too large is refused with `EFBIG`. */
export function readBytes(path: string, maxBytes = MAX_BYTES): Buffer {
  const fd = openToRead(path);
  try {
    if (fstatSync(fd).size > maxBytes) throw refusal(path, 'EFBIG');
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

export function readText(path: string): string {
  return readBytes(path).toString('utf8');
}

/** What people write (settings, templates, answers), where there may be none. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readBytes(path, MAX_WRITTEN_BYTES);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const FIRST_BYTES = 16 * 1024;

/** Everything from a byte to the end of the file, without asking for its size first. */
export function readFrom(fd: number, start: number): Buffer {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  for (let at = 0; ; ) {
    // A short count is not the end: only nothing is.
    const read = readSync(fd, bytes, at, bytes.length - at, start + at);
    if (read === 0) return bytes.subarray(0, at);
    at += read;
    if (at === bytes.length) {
      const larger = Buffer.allocUnsafeSlow(bytes.length * 4);
      bytes.copy(larger);
      bytes = larger;
    }
  }
}

export const PIECE_BYTES = 4 * 1024 * 1024;

/** So many bytes from a place on; fewer where the file ends. */
export function readPiece(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(fd, bytes, at, bytes.length - at, from + at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

/** `tail` is null where the head is all there is. Where they were cut, a line is no whole one. */
type Ends = Readonly<{ bytes: number; head: string; tail: string | null }>;

/** The first and the last of a file that may be too large to be read as a whole; undefined if it is none. */
export function readEnds(path: string, maxBytes: number): Ends | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const bytes = stat.size;
    const textAt = (from: number, length: number): string =>
      readPiece(fd, from, length).toString('utf8');
    return bytes <= 2 * maxBytes
      ? { bytes, head: textAt(0, bytes), tail: null }
      : { bytes, head: textAt(0, maxBytes), tail: textAt(bytes - maxBytes, maxBytes) };
  } finally {
    closeSync(fd);
  }
}

/** The number of the line a byte stands in, from 1. */
export function lineAt(fd: number, byte: number): number {
  let line = 1;
  for (let at = 0; at < byte; ) {
    const piece = readPiece(fd, at, Math.min(PIECE_BYTES, byte - at));
    if (piece.length === 0) break;
    for (const value of piece) if (value === 10) line += 1;
    at += piece.length;
  }
  return line;
}
