// Puts another file in the place of events.jsonl. A rename is no append, so the chain is no fence for it:
// a writer frozen before one would take away what others record and acknowledge meanwhile. Hence the
// file waits in next/, where everybody may remove it: a writer that finds it there after its append
// does so before it answers anybody, and then the rename fails.

import { fstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { besideName, renamePatiently } from '../files/atomic-write.ts';
import { codeOf } from '../files/file-failure.ts';
import { syncFolder } from '../files/sync.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, nextOf, type Workspace } from '../workspace/paths.ts';
import type { Held } from './lock.ts';
import { isInPlace, type Log } from './open-log.ts';

/** `size` of the log as it was read. False: another writer was there, and nothing was done. */
export function replaceLog(log: Log, size: number, bytes: Uint8Array, held: Held): boolean {
  const { fd, ws } = log;
  const folder = files.next(ws);
  // Of one that was killed or is frozen.
  dropNext(ws);
  makeFolder(ws, folder);
  const next = besideName(join(folder, 'events.jsonl'));
  try {
    writeFileSync(next, bytes, { flag: 'wx', mode: 0o600, flush: true });
    // In this order: who appends after this look finds the file.
    if (!held.isMine() || fstatSync(fd).size !== size || !isInPlace(log)) return false;
    renamePatiently(next, files.log(ws));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    dropNext(ws);
  }
  syncFolder(ws.dir);
  return true;
}

/** Takes from a process that is about to replace the log the file to do it with (replace-log.ts). */
export function dropNext(ws: Workspace): void {
  rmSync(nextOf(ws), { recursive: true, force: true, maxRetries: 3 });
}
