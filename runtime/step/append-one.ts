// The shortest step there is: one event of the client that nothing follows from. It is all that most
// hooks do, and loads nothing but hook.cjs. Whatever is not as usual is left to run-step.ts.

import { closeSync, constants, existsSync, lstatSync, openSync } from 'node:fs';
import type { Head } from '../cache/state-head.ts';
import type { findStep } from '../log/find-step.ts';
import { dropLock, lockText, readLock, tryLock } from '../log/lock-file.ts';
import { closeLog, grewBy, type Log, openLog, readRegular } from '../log/open-log.ts';
import { encodeStep, lastCrc, type Taken } from '../log/record.ts';
import type { Timed } from '../model/facts/fact.ts';
import type { HostFact } from '../model/facts/host.ts';
import { FORMAT_VERSION, isFact } from '../model/vocabulary.ts';
import { inboxOf, lockOf, mirrorNoteOf, type Workspace } from '../workspace/paths.ts';
import { isOwnRepository } from '../workspace/repository.ts';

/** Bytes of host events that state.json may lag behind the log: reading them again costs less than replacing it. */
export const MAX_BEHIND = 2048;

/** Recorded; or known, because the same delivery was counted before. */
type Appended = 'recorded' | 'known';

/** Handed in, because hook.cjs does not have it: it is called where another writer came in between. */
export type FindStep = typeof findStep;

/** Undefined: it takes a whole step, and nothing was written that counts. */
export function appendOne(
  ws: Workspace,
  head: Head,
  event: Timed<HostFact>,
  find: FindStep,
): Appended | undefined {
  if (!isNoLink(ws.dir) || isOwnRepository(ws)) return undefined;
  if (existsSync(inboxOf(ws)) || existsSync(mirrorNoteOf(ws))) return undefined;
  const lock = lockOf(ws);
  const mine = lockText();
  if (!tryLock(lock, mine)) return undefined;
  try {
    const log = openLog(ws);
    try {
      return appendTo(log, head, event, () => readLock(lock) === mine, find);
    } finally {
      closeLog(log);
    }
  } finally {
    dropLock(lock, mine);
  }
}

/** `.wukong` could have come with a pull, and lead anywhere. Opening costs less here than a first lstat. */
function isNoLink(folder: string): boolean {
  if (constants.O_NOFOLLOW === undefined) return lstatSync(folder).isDirectory();
  try {
    closeSync(openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
    return true;
  } catch {
    return false; // The full step says what it is.
  }
}

function appendTo(
  log: Log,
  head: Head,
  event: Timed<HostFact>,
  isMine: () => boolean,
  find: FindStep,
): Appended | undefined {
  const read = readQuiet(log.fd, head);
  if (!read || read.cursor.bytes - head.log.bytes > MAX_BEHIND) return undefined;
  const { key } = event.payload;
  let known = key !== undefined && head.deliveries.includes(key);
  for (const { payload } of read.records) known ||= key !== undefined && payload.key === key;
  if (known) return 'known';
  const encoded = encodeStep([event], read.cursor);
  if (!encoded.ok) return undefined;
  if (grewBy(log, encoded.bytes, read.cursor.bytes) && isMine()) return 'recorded';
  // Another writer was there as well: it counts iff a reader says so.
  return find(log.ws, read.cursor, lastCrc(encoded.bytes)) && 'recorded';
}

/**
 * What was appended since state.json was written, if it is nothing but events of the client: then what
 * that says of goals is still so.
 */
function readQuiet(fd: number, head: Head): Taken | undefined {
  const read = readRegular(fd, head.log);
  if (!read || read.left > 0) return undefined;
  for (const { v, type } of read.records) {
    if (v !== FORMAT_VERSION || isFact(type)) return undefined;
  }
  return read;
}
