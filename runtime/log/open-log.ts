// The open log, as far as every hook needs it.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hexOf } from '../files/crc32.ts';
import { openToRead, readFrom, readPiece } from '../files/reading.ts';
import { logOf, nextOf, type Workspace } from '../workspace/paths.ts';
import {
  type Cursor,
  MARK_BYTES,
  markOf,
  NEWLINE,
  namedCrc,
  TAIL_BYTES,
  type Taken,
  takeSteps,
} from './record.ts';

/** An open log. Its opener closes it. */
export type Log = Readonly<{ fd: number; ws: Workspace }>;

/** The log is made by init alone: a deleted one is never created again behind a user's back. */
export function openLog(ws: Workspace, mode = constants.O_RDWR): Log {
  // O_APPEND: a writer that lost the lock must land behind what others wrote, never on it.
  const flags = mode | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  return { fd: openToRead(logOf(ws), flags), ws };
}

export function closeLog(log: Log): void {
  closeSync(log.fd);
}

/** Whether a file has, before that byte, the record a cursor names. */
export function standsAt(fd: number, { bytes, crc }: Cursor): boolean {
  if (bytes < MARK_BYTES) return false;
  return readPiece(fd, bytes - MARK_BYTES, MARK_BYTES).toString('latin1') === markOf(crc);
}

/**
 * The regular steps behind `from`, and how many bytes are left behind them. Undefined: the file does
 * not have, at that byte, the checksum the cursor names.
 */
export function readRegular(fd: number, from: Cursor): (Taken & { left: number }) | undefined {
  if (from.bytes < MARK_BYTES) return undefined;
  const read = readFrom(fd, from.bytes - MARK_BYTES);
  // Letter for letter: the next record will name what the cursor says.
  if (read[TAIL_BYTES] !== NEWLINE || hexOf(namedCrc(read, 0)) !== from.crc) return undefined;
  const taken = takeSteps(read, MARK_BYTES, from);
  return { ...taken, left: read.length - taken.end };
}

/**
 * Appends in one write. Whether the log grew by exactly these bytes, nobody else's beside them, and keeps
 * them: who is about to put another file in its place is seen by that file (replace-log.ts), and who
 * already did by what is read in that place.
 */
export function grewBy({ fd, ws }: Log, bytes: Buffer, from: number): boolean {
  const written = writeSync(fd, bytes);
  if (written !== bytes.length) {
    throw Object.assign(new Error('the disk is full: the step was not recorded'), {
      code: 'ENOSPC',
    });
  }
  if (existsSync(nextOf(ws))) return false;
  const seen = Buffer.allocUnsafe(bytes.length + 1);
  // By its name: an open, unlike the first stat of a process, has been paid for.
  const log = openLog(ws);
  try {
    const grown = readSync(log.fd, seen, 0, seen.length, from);
    const last = written - MARK_BYTES;
    return grown === written && namedCrc(seen, last) === namedCrc(bytes, last);
  } finally {
    closeLog(log);
  }
}

/** An inode of Windows does not fit into a number. */
const EXACT = { bigint: true } as const;

/** Whether this file still has the log's name. */
export function isInPlace({ fd, ws }: Log): boolean {
  return fstatSync(fd, EXACT).ino === statSync(logOf(ws), EXACT).ino;
}
