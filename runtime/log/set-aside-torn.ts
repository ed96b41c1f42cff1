import { closeSync, constants, fdatasyncSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, writeAllAt } from '../files/atomic-write.ts';
import { openToRead, readFrom } from '../files/reading.ts';
import { makeFolder } from '../workspace/links.ts';
import { files } from '../workspace/paths.ts';
import type { Held } from './lock.ts';
import { isInPlace, type Log } from './open-log.ts';

/** Torn bytes from a byte of events.jsonl to where the file ended when it was read. */
type Torn = Readonly<{ at: number; end: number }>;

/** Keeps torn bytes as they are in archive/, named by the last counted event, to be looked at. */
export function setAside(log: Log, { at, end }: Torn, after: string): void {
  makeFolder(log.ws, files.archive(log.ws));
  const bytes = readFrom(log.fd, at).subarray(0, end - at);
  replaceFile(join(files.archive(log.ws), `torn-after-${after}.jsonl`), bytes, true);
}

/**
 * Makes empty lines of torn bytes, so that programs that read the log line by line do not stumble over
 * them. Call it when the step that heals them is counted: then nothing between them and that step
 * counts, whichever writer was frozen for how long. One that lost the lock leaves them: the log may be
 * sealed by now, and every reader passes over them as they are.
 */
export function blank(log: Log, { at, end }: Torn, held: Held): void {
  // O_APPEND, with which the log is open, would write behind its end.
  const fd = openToRead(files.log(log.ws), constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    // What was opened by name is the file that was healed, if that still has the name.
    if (!held.isMine() || !isInPlace(log)) return;
    writeAllAt(fd, Buffer.alloc(end - at, '\n'), at);
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
