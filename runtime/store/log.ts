import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import { replaceFile } from './atomic.ts';
import { files, type Workspace } from './paths.ts';
import { type Cursor, decodeLog } from './record.ts';

export const START: Cursor = { events: 0, bytes: 0, crc: '00000000' };

/** An open log. Closed by whoever opened it. */
export type Log = Readonly<{ fd: number; ws: Workspace }>;

/** The log is made by init alone: a deleted one is never created again behind a user's back. */
export function openLog(ws: Workspace): Log {
  // O_APPEND: a writer that lost the lock must land behind what others wrote, never on it.
  return { fd: openSync(files.log(ws), constants.O_RDWR | constants.O_APPEND), ws };
}

export function closeLog(log: Log): void {
  closeSync(log.fd);
}

export function logSize(log: Log): number {
  return fstatSync(log.fd).size;
}

export type ReadTail =
  | Readonly<{
      ok: true;
      records: EventRecord[];
      cursor: Cursor;
      voidSteps: number;
      tornAt: number | null;
    }>
  | Readonly<{ ok: false; failure: Failure }>;

/** What was appended since `from`. Damage is refused with its place, never skipped. */
export function readTail(log: Log, from: Cursor): ReadTail {
  const size = logSize(log);
  if (size === from.bytes)
    return { ok: true, records: [], cursor: from, voidSteps: 0, tornAt: null };
  const bytes = readRange(log.fd, from.bytes, size);
  const decoded = decodeLog(bytes, from, (crc, before) => {
    const mark = `,"crc":"${crc}"}\n`;
    return crc === START.crc || readRange(log.fd, 0, before).includes(mark);
  });
  if (decoded.damage) {
    const { byte, why } = decoded.damage;
    const line = readRange(log.fd, 0, byte).filter((value) => value === 10).length + 1;
    return { ok: false, failure: { kind: 'log-damaged', line, byte, why } };
  }
  if (decoded.newer) return { ok: false, failure: { kind: 'log-newer' } };
  const { records, cursor, voidSteps, tornAt } = decoded;
  return { ok: true, records, cursor, voidSteps, tornAt };
}

/** Whether a cache that stands at `cursor` was made from this log. */
export function standsAt(log: Log, cursor: Cursor): boolean {
  if (cursor.bytes === 0) return cursor.events === 0;
  if (logSize(log) < cursor.bytes) return false;
  const mark = `,"crc":"${cursor.crc}"}\n`;
  return readRange(log.fd, cursor.bytes - mark.length, cursor.bytes).toString('latin1') === mark;
}

/**
 * Copies a torn tail to archive/ and cuts it off: the only time the log gets shorter. Call it with
 * the lock held; `isMine` is asked once more right before the cut.
 */
export function setAsideTail(log: Log, tornAt: number, isMine: () => boolean): boolean {
  const size = logSize(log);
  const folder = files.archive(log.ws);
  mkdirSync(folder, { recursive: true });
  const tail = readRange(log.fd, tornAt, size);
  replaceFile(join(folder, `torn-${tornAt}-${Date.now()}.jsonl`), tail, true);
  if (!isMine() || logSize(log) !== size) return false;
  ftruncateSync(log.fd, tornAt);
  return true;
}

function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(fd, bytes, at, bytes.length - at, from + at);
    if (read === 0) return bytes.subarray(0, at);
    at += read;
  }
  return bytes;
}
