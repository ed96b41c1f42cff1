// The whole log from its first record, file by file and in pieces, so that a log of any length is read
// in bounded memory.

import { closeSync, openSync, readSync } from 'node:fs';
import { numberOf } from '../kernel/ids.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { type Damage, decodeLog } from './irregular.ts';
import type { Workspace } from './paths.ts';
import { readFrom } from './read-from.ts';
import { type Cursor, markOf, takeSteps } from './record.ts';
import { listSegments, type Segment } from './segments.ts';

const PIECE_BYTES = 4 * 1024 * 1024;

/** Gets every counted record in order; returns false to stop after it. */
export type Take = (record: EventRecord) => boolean;

export type History =
  | Readonly<{
      ok: true;
      cursor: Cursor;
      voidSteps: number;
      /** Where in the last file torn bytes begin that nobody has healed yet. */
      tornAt: number | null;
      /** Where the last file ends. */
      end: number;
    }>
  | Readonly<{ ok: false; failure: Failure }>;

/** Hands out all counted records of the log, up to the end or to where `take` stops. */
export function readHistory(ws: Workspace, take: Take): History {
  const listed = listSegments(ws);
  if (!listed.ok) return listed;
  let voidSteps = 0;
  let last: History = { ok: false, failure: { kind: 'log-missing' } };
  let stopped = false;
  const takeNext: Take = (record) => {
    stopped = !take(record);
    return !stopped;
  };
  for (const segment of listed.segments) {
    if (last.ok && !continues(last.cursor, segment.from)) {
      const why = 'does not go on where the file before it ends';
      return { ok: false, failure: damageIn(segment.name, 1, { byte: 0, why }) };
    }
    const read = readSegment(ws, segment, takeNext);
    if (!read.ok) return read;
    voidSteps += read.voidSteps;
    last = { ...read, voidSteps };
    if (stopped) break;
  }
  return last;
}

function continues(end: Cursor, from: Cursor): boolean {
  return end.events === from.events && end.crc === from.crc;
}

function readSegment(ws: Workspace, segment: Segment, take: Take): History {
  const fd = openSync(segment.path, 'r');
  try {
    return readSteps(ws, fd, segment, take);
  } finally {
    closeSync(fd);
  }
}

/** What `readSteps` reads: a file of the log from a cursor on, up to `bytes` or to its end. */
export type Stretch = Readonly<{ name: string; from: Cursor; bytes: number | null }>;

export function readSteps(ws: Workspace, fd: number, stretch: Stretch, take: Take): History {
  const limit = stretch.bytes ?? Number.MAX_SAFE_INTEGER;
  let cursor = stretch.from;
  for (;;) {
    const piece = readPiece(fd, cursor.bytes, Math.min(PIECE_BYTES, limit - cursor.bytes));
    if (piece.length === 0) {
      return { ok: true, cursor, voidSteps: 0, tornAt: null, end: cursor.bytes };
    }
    const taken = takeSteps(piece, cursor);
    // No next step in four megabytes: a huge one, or nothing regular.
    if (taken.end === 0) return readIrregular(ws, fd, { ...stretch, from: cursor }, take);
    const handed = handOut(taken.records, take);
    if (handed !== undefined) return handed;
    cursor = taken.cursor;
  }
}

function readIrregular(ws: Workspace, fd: number, stretch: Stretch, take: Take): History {
  const { from, bytes, name } = stretch;
  const rest = readFrom(fd, from.bytes);
  const decoded = decodeLog(
    bytes === null ? rest : rest.subarray(0, bytes - from.bytes),
    from,
    (crc, before) => isEarlier(ws, fd, crc, before),
  );
  if (decoded.damage) return { ok: false, failure: damaged(fd, name, decoded.damage) };
  const handed = handOut(decoded.records, take);
  if (handed !== undefined) return handed;
  const { cursor, voidSteps, tornAt } = decoded;
  if (tornAt !== null && bytes !== null) {
    const why = 'a sealed file ends in half a step';
    return { ok: false, failure: damaged(fd, name, { byte: tornAt, why }) };
  }
  return { ok: true, cursor, voidSteps, tornAt, end: from.bytes + rest.length };
}

/** Undefined: all were taken. */
function handOut(records: readonly EventRecord[], take: Take): History | undefined {
  for (const record of records) {
    if (record.v > FORMAT_VERSION) return { ok: false, failure: { kind: 'log-newer' } };
    if (!take(record)) {
      const cursor = { events: numberOf(record.event_id), bytes: 0, crc: record.crc };
      return { ok: true, cursor, voidSteps: 0, tornAt: null, end: 0 };
    }
  }
  return undefined;
}

function damageIn(file: string, line: number, { byte, why }: Damage): Failure {
  return { kind: 'log-damaged', file, line, byte, why };
}

function damaged(fd: number, file: string, damage: Damage): Failure {
  const { byte } = damage;
  let line = 1;
  for (let at = 0; at < byte; ) {
    const piece = readPiece(fd, at, Math.min(PIECE_BYTES, byte - at));
    for (const value of piece) if (value === 10) line += 1;
    at += piece.length;
  }
  return damageIn(file, line, damage);
}

/** Whether a record with this checksum stands before a byte of this file, or in an earlier one. */
function isEarlier(ws: Workspace, fd: number, crc: string, before: number): boolean {
  if (crc === '00000000') return true;
  if (findMark(fd, crc, before)) return true;
  const listed = listSegments(ws);
  if (!listed.ok) return false;
  return listed.segments.some((segment) => {
    if (segment.bytes === null) return false;
    const sealed = openSync(segment.path, 'r');
    try {
      return findMark(sealed, crc, segment.bytes);
    } finally {
      closeSync(sealed);
    }
  });
}

function findMark(fd: number, crc: string, before: number): boolean {
  const mark = markOf(crc);
  for (let at = 0; at < before; at += PIECE_BYTES) {
    // The pieces overlap by a mark, which may lie across their border.
    const length = Math.min(PIECE_BYTES + mark.length, before - at);
    if (readPiece(fd, at, length).includes(mark)) return true;
  }
  return false;
}

function readPiece(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(fd, bytes, at, bytes.length - at, from + at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}
