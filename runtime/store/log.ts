// The open log. Reading goes on from where the cache stands, so a hook reads a few hundred bytes of a
// log of any length; whatever is no regular step is left to history.ts.

import { closeSync, constants, openSync } from 'node:fs';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { readSteps } from './history.ts';
import { files, type Workspace } from './paths.ts';
import { readFrom } from './read-from.ts';
import { type Cursor, MARK_BYTES, markOf, takeSteps } from './record.ts';

/** An open log. Closed by whoever opened it. */
export type Log = Readonly<{ fd: number; ws: Workspace }>;

/** The log is made by init alone: a deleted one is never created again behind a user's back. */
export function openLog(ws: Workspace): Log {
  // O_APPEND: a writer that lost the lock must land behind what others wrote, never on it.
  const flags = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  return { fd: openSync(files.log(ws), flags), ws };
}

export function closeLog(log: Log): void {
  closeSync(log.fd);
}

export type ReadTail =
  | Readonly<{
      kind: 'read';
      records: EventRecord[];
      cursor: Cursor;
      voidSteps: number;
      /** Where torn bytes begin that nobody has healed yet. */
      tornAt: number | null;
      /** Where the file ends. */
      end: number;
    }>
  /** The file does not have, at that byte, the checksum the cursor names: not made from this log. */
  | Readonly<{ kind: 'elsewhere' }>
  | Readonly<{ kind: 'failed'; failure: Failure }>;

/** What was appended since `from`, which is not the start. Damage is refused with its place. */
export function readTail(log: Log, from: Cursor): ReadTail {
  if (from.bytes < MARK_BYTES) return { kind: 'elsewhere' };
  const read = readFrom(log.fd, from.bytes - MARK_BYTES);
  if (read.subarray(0, MARK_BYTES).toString() !== markOf(from.crc)) return { kind: 'elsewhere' };
  const bytes = read.subarray(MARK_BYTES);
  const { records, cursor, end } = takeSteps(bytes, from);
  if (end < bytes.length) return readWithCare(log, from);
  for (const record of records) {
    if (record.v > FORMAT_VERSION) return { kind: 'failed', failure: { kind: 'log-newer' } };
  }
  return { kind: 'read', records, cursor, voidSteps: 0, tornAt: null, end: cursor.bytes };
}

function readWithCare(log: Log, from: Cursor): ReadTail {
  const records: EventRecord[] = [];
  const stretch = { name: 'events.jsonl', from, bytes: null };
  const read = readSteps(log.ws, log.fd, stretch, (record) => records.push(record) > 0);
  if (!read.ok) return { kind: 'failed', failure: read.failure };
  return { kind: 'read', records, ...read };
}
