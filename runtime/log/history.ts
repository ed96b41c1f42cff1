// The whole log from its first record, file by file and in pieces, so that a log of any length is read
// in bounded memory.

import { closeSync } from 'node:fs';
import { lineAt, openToRead, PIECE_BYTES, readFrom, readPiece } from '../files/reading.ts';
import { numberOf } from '../kernel/state/ids.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import { FORMAT_VERSION } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';
import { type Damage, decodeLog, type Void } from './irregular.ts';
import { standsAt } from './open-log.ts';
import { type Cursor, follows, markOf, readStep, START } from './record.ts';
import { isListed, listSegments, type Segment } from './segments.ts';

/**
 * Gets every counted record in order; returns false to stop after it. `end` comes with the last record of a
 * step, where it is known: behind it, in its file.
 */
export type Take = (record: EventRecord, end?: Cursor) => boolean;

type History =
  | Readonly<{
      ok: true;
      cursor: Cursor;
      voidSteps: number;
      /** All there are; `voidSteps` of them stand before the cursor. */
      voids: readonly VoidStep[];
      /** Where in the last file torn bytes begin that nobody has healed yet. */
      tornAt: number | null;
      /** Where the last file ends. */
      end: number;
      /** `take` wanted no more. */
      stopped?: true;
    }>
  | Readonly<{
      ok: false;
      failure: Failure;
      /** With damage: the last file that counts, and how far. */
      counted?: Readonly<{ file: string; cursor: Cursor }>;
    }>;

export type VoidStep = Void & Readonly<{ file: string }>;

/**
 * What becomes of records of a newer version: writers refuse them all; readers may
 * count them, and says so.
 */
export type Newer = 'refuse' | 'count';

/**
 * Hands out all counted records of the log, up to the end or to where `take` stops. `after` a record: from
 * the file on in which that stands, and from its place in there if the cursor has it.
 */
export function readHistory(
  ws: Workspace,
  take: Take,
  newer: Newer = 'refuse',
  after: Cursor = START,
): History {
  let listed = listSegments(ws);
  if (!listed.ok) return listed;
  const first = Math.max(
    listed.segments.findLastIndex(({ from }) => from.events < after.events),
    0,
  );
  const voids: VoidStep[] = [];
  let voidSteps = 0;
  let last: History = { ok: false, failure: { kind: 'log-missing' } };
  let before = '';
  for (let n = first; ; n += 1) {
    const segment = listed.segments[n];
    if (!segment) return last;
    if (last.ok && !continues(last.cursor, segment.from)) {
      const why = 'does not continue where the file before it ends';
      const counted = { file: before, cursor: last.cursor };
      return { ok: false, failure: damageIn(segment.name, 1, { byte: 0, why }), counted };
    }
    const read = readSegment(ws, { ...segment, newer }, take, n === first ? after : START);
    if (read === 'sealed') {
      // What it held goes on under the name that the new list has in its place.
      listed = listSegments(ws);
      if (!listed.ok) return listed;
      n -= 1;
      continue;
    }
    if (!read.ok) return read;
    // Before those of this file come all of the files before it.
    voidSteps = voids.length + read.voidSteps;
    voids.push(...read.voids);
    if (read.stopped) return { ...read, voids, voidSteps };
    // A file gets its place in the log when its first record is whole: no killed writer leaves half of it.
    if (read.cursor.events === segment.from.events) {
      const damage = { byte: 0, why: 'it does not begin with a complete record' };
      const counted = {
        file: before || segment.name,
        cursor: last.ok ? last.cursor : segment.from,
      };
      return { ok: false, failure: damageIn(segment.name, 1, damage), counted };
    }
    last = { ...read, voids, voidSteps };
    before = segment.name;
  }
}

function continues(end: Cursor, from: Cursor): boolean {
  return end.events === from.events && end.crc === from.crc;
}

/** Sealed: events.jsonl is another file since it was listed. */
function readSegment(
  ws: Workspace,
  segment: Segment & Stretch,
  take: Take,
  after: Cursor,
): History | 'sealed' {
  const fd = openToRead(segment.path);
  try {
    if (segment.bytes === null && !isListed(fd, segment)) return 'sealed';
    const from = standsAt(fd, after) ? after : segment.from;
    const read = readSteps(ws, fd, { ...segment, from }, take);
    // A void step may stand behind its last record.
    if (!read.ok || read.stopped || read.end >= (segment.bytes ?? 0)) return read;
    const damage = { byte: read.end, why: 'a sealed file ends before its last record' };
    const counted = { file: segment.name, cursor: read.cursor };
    return { ok: false, failure: damaged(fd, segment.name, damage), counted };
  } finally {
    closeSync(fd);
  }
}

/** What `readSteps` reads: a file of the log from a cursor on, up to `bytes` or to its end. */
type Stretch = Readonly<{
  name: string;
  from: Cursor;
  bytes: number | null;
  newer?: Newer;
}>;

export function readSteps(ws: Workspace, fd: number, stretch: Stretch, take: Take): History {
  const limit = stretch.bytes ?? Number.MAX_SAFE_INTEGER;
  let cursor = stretch.from;
  let ended: History | undefined;
  const handStep = (step: readonly EventRecord[], end: Cursor): boolean => {
    ended = handOut(step, take, stretch.newer, end);
    return ended === undefined;
  };
  for (;;) {
    const piece = readPiece(fd, cursor.bytes, Math.min(PIECE_BYTES, limit - cursor.bytes));
    if (piece.length === 0) return endAt(cursor, cursor.bytes);
    const counted = eachStep(piece, cursor, handStep);
    if (ended) return ended;
    // No next step in four megabytes: a huge one, or nothing regular.
    if (counted.bytes === cursor.bytes) {
      return readIrregular(ws, fd, { ...stretch, from: cursor }, take);
    }
    cursor = counted;
  }
}

/**
 * Hands out the regular steps at the beginning of `bytes`, which is `from.bytes` in the file, until `take`
 * returns false. Returns the cursor behind the last step that was taken.
 */
function eachStep(
  bytes: Buffer,
  from: Cursor,
  take: (step: readonly EventRecord[], end: Cursor) => boolean,
): Cursor {
  let cursor = from;
  for (let at = 0; ; ) {
    const step = readStep(bytes, at);
    if (!step.ok || !follows(step.records, cursor.events, cursor.crc)) return cursor;
    const events = cursor.events + step.records.length;
    const crc = step.records.at(-1)?.crc ?? '';
    const end = { events, bytes: from.bytes + step.end, crc };
    if (!take(step.records, end)) return cursor;
    cursor = end;
    at = step.end;
  }
}

function readIrregular(ws: Workspace, fd: number, stretch: Stretch, take: Take): History {
  const { from, bytes, name } = stretch;
  const rest = readFrom(fd, from.bytes);
  const decoded = decodeLog(
    bytes === null ? rest : rest.subarray(0, bytes - from.bytes),
    from,
    (crc, before) => isEarlier(ws, fd, name, crc, before),
  );
  const handed = handOut(decoded.records, take, stretch.newer);
  if (handed !== undefined) return handed;
  const { cursor, tornAt } = decoded;
  const sealedTorn =
    tornAt === null || bytes === null
      ? null
      : { byte: tornAt, why: 'a sealed file ends in half a step' };
  const damage = decoded.damage ?? sealedTorn;
  if (damage) {
    return { ok: false, failure: damaged(fd, name, damage), counted: { file: name, cursor } };
  }
  const voids = decoded.voids.map((step) => ({ ...step, file: name }));
  const { voidSteps } = decoded;
  return { ok: true, cursor, voidSteps, voids, tornAt, end: from.bytes + rest.length };
}

function endAt(cursor: Cursor, end: number): Extract<History, { ok: true }> {
  return { ok: true, cursor, voidSteps: 0, voids: [], tornAt: null, end };
}

/** Undefined: all were taken. */
function handOut(
  records: readonly EventRecord[],
  take: Take,
  newer: Newer = 'refuse',
  end?: Cursor,
): History | undefined {
  for (const record of records) {
    if (record.v > FORMAT_VERSION && newer === 'refuse') {
      return { ok: false, failure: { kind: 'log-newer' } };
    }
    if (!take(record, record.left === 0 ? end : undefined)) {
      const cursor = { events: numberOf(record.event_id), bytes: 0, crc: record.crc };
      return { ...endAt(cursor, 0), stopped: true };
    }
  }
  return undefined;
}

function damageIn(file: string, line: number, { byte, why }: Damage): Failure {
  return { kind: 'log-damaged', file, line, byte, why };
}

function damaged(fd: number, file: string, damage: Damage): Failure {
  return damageIn(file, lineAt(fd, damage.byte), damage);
}

/** Whether a record with this checksum stands before a byte of this file, or in an earlier one. */
function isEarlier(ws: Workspace, fd: number, name: string, crc: string, before: number): boolean {
  if (crc === '00000000') return true;
  if (findMark(fd, crc, before)) return true;
  const listed = listSegments(ws);
  if (!listed.ok) return false;
  const here = listed.segments.findIndex((segment) => segment.name === name);
  return listed.segments.slice(0, here).some((segment) => {
    if (segment.bytes === null) return false;
    const sealed = openToRead(segment.path);
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
