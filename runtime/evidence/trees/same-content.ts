import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { readBytes } from '../../files/reading.ts';
import type { Entry } from './overlay.ts';

/**
 * Whether a file has the very content that a tree records for it, whatever git may have been set up to make
 * of it on the way. Line ends are git's affair; an inner repository is recorded by its commit.
 */
export function hasContentOf(file: string, { id, line }: Entry): boolean {
  if (line.startsWith('160000')) return true;
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() !== line.startsWith('120000')) return false;
  if (stat.isSymbolicLink()) return blobId(Buffer.from(readlinkSync(file)), id) === id;
  if (!stat.isFile()) return false;
  const bytes = readBytes(file);
  const asText = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return blobId(bytes, id) === id || blobId(asText, id) === id;
}

/** As git computes it, in a repository of the same kind as `like`. */
function blobId(bytes: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
