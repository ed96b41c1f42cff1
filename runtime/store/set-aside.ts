import { fsyncSync, ftruncateSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './atomic.ts';
import type { Held } from './lock.ts';
import type { Log } from './log.ts';
import { files } from './paths.ts';
import { readFrom } from './read-from.ts';

/**
 * Copies a torn tail to archive/ and cuts it off: the only time the log gets shorter. Call it with
 * the lock held; `isMine` is asked once more right before the cut.
 */
export function setAsideTail(log: Log, tornAt: number, held: Held): boolean {
  const folder = files.archive(log.ws);
  mkdirSync(folder, { recursive: true });
  const tail = readFrom(log.fd, tornAt);
  replaceFile(join(folder, `torn-${tornAt}-${Date.now()}.jsonl`), tail, true);
  if (!held.isMine() || readFrom(log.fd, tornAt).length !== tail.length) return false;
  ftruncateSync(log.fd, tornAt);
  // Else a power cut could bring back, behind what is appended next, bytes that were cut off.
  fsyncSync(log.fd);
  return true;
}
