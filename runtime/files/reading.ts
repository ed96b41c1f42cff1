import { readFileSync, readSync } from 'node:fs';
import { codeOf } from './file-failure.ts';

export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
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
