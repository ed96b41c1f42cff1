// The shortest step there is: one event of the client that nothing follows from. It is all that most
// hooks do, and loads nothing but hook.cjs. Whatever is not as usual is left to step.ts.

import { closeSync, constants, existsSync, lstatSync, openSync } from 'node:fs';
import { eventId } from '../kernel/ids.ts';
import { isFact } from '../kernel/reduce.ts';
import type { Draft } from '../model/event.ts';
import type { StoredState } from '../model/state.ts';
import { FORMAT_VERSION, STATE_VERSION } from '../model/words.ts';
import { findStep } from './find-step.ts';
import { dropLock, lockText, readLock, tryLock } from './lock-file.ts';
import { closeLog, grewBy, type Log, openLog, readRegular } from './open-log.ts';
import { inboxOf, lockOf, type Workspace } from './places.ts';
import { encodeStep, lastCrc, type Taken } from './record.ts';

/** Bytes of host events that state.json may lag behind the log: reading them again costs less than replacing it. */
export const MAX_BEHIND = 2048;

/** What state.json says of everything but goals. */
export type Head = Omit<StoredState, 'goals'>;

/**
 * The first line of state.json lacks nothing but the goals, and the bracket behind them. Throws if it
 * is none.
 */
export function headOf(stored: string): Head {
  const head = JSON.parse(`${stored.slice(0, stored.indexOf('\n'))}}`);
  if (!isUsable(head)) throw new SyntaxError('not a state of this version');
  return head;
}

/** Whether this version can use what stands in a state.json, as far as a quiet event builds on it. */
export function isUsable<T extends Head>(stored: T | undefined): stored is T {
  return (
    stored?.schema_version === STATE_VERSION &&
    typeof stored.log?.bytes === 'number' &&
    // Said twice, because the next event gets the next number.
    stored.as_of === eventId(stored.log.events) &&
    Array.isArray(stored.deliveries) &&
    Array.isArray(stored.shards ?? []) &&
    [stored.counters, stored.config, stored.sessions, stored.retired].every(isPlainObject)
  );
}

export function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Recorded; or known, because the same delivery was counted before. */
export type Appended = 'recorded' | 'known';

/** Undefined: it takes a whole step, and nothing was written that counts. */
export function appendOne(ws: Workspace, head: Head, draft: Draft): Appended | undefined {
  if (!isNoLink(ws.dir) || existsSync(inboxOf(ws))) return undefined;
  const lock = lockOf(ws);
  const mine = lockText();
  if (!tryLock(lock, mine)) return undefined;
  try {
    const log = openLog(ws);
    try {
      return appendTo(log, head, draft, () => readLock(lock) === mine);
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
    return false; // Whoever looks again says what it is.
  }
}

function appendTo(log: Log, head: Head, draft: Draft, isMine: () => boolean): Appended | undefined {
  const read = readQuiet(log.fd, head);
  if (!read || read.cursor.bytes - head.log.bytes > MAX_BEHIND) return undefined;
  const { key } = draft.payload;
  let known = key !== undefined && head.deliveries.includes(key);
  for (const { payload } of read.records) known ||= key !== undefined && payload.key === key;
  if (known) return 'known';
  const encoded = encodeStep([draft], read.cursor);
  if (!encoded.ok) return undefined;
  if (grewBy(log, encoded.bytes, read.cursor.bytes) && isMine()) return 'recorded';
  // Another writer was there as well: it counts iff a reader says so.
  return findStep(log.ws, read.cursor, lastCrc(encoded.bytes)) && 'recorded';
}

/**
 * What was appended since state.json was written, if it is nothing but events of the client: then what
 * that says of goals is still so.
 */
export function readQuiet(fd: number, head: Head): Taken | undefined {
  const read = readRegular(fd, head.log);
  if (!read || read.left > 0) return undefined;
  for (const { v, type } of read.records) {
    if (v !== FORMAT_VERSION || isFact(type)) return undefined;
  }
  return read;
}
