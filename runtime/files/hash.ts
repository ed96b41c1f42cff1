import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { openToRead } from './reading.ts';

/** SHA-256 of the first so many bytes of an open file. */
export function hashOf(fd: number, bytes: number): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(Math.min(bytes, 1024 * 1024));
  for (let at = 0; at < bytes; ) {
    const read = readSync(fd, piece, 0, Math.min(piece.length, bytes - at), at);
    if (read === 0) throw new Error('the file became shorter while it was read');
    hash.update(piece.subarray(0, read));
    at += read;
  }
  return hash.digest('hex');
}

export function hashOfFile(path: string, bytes: number): string {
  const fd = openToRead(path);
  try {
    return hashOf(fd, bytes);
  } finally {
    closeSync(fd);
  }
}
