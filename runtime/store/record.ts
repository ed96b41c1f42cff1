// How a step of records becomes lines, and lines become counted records again.

import { eventId } from '../kernel/ids.ts';
import type { Draft, EventRecord } from '../model/event.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { crc32 } from './crc32.ts';

export const MAX_RECORD_BYTES = 64 * 1024;
/** `,"crc":"01234567"}` */
const TAIL_BYTES = 18;
const NEWLINE = 10;

/** How far a log was read: everything before `bytes` is counted. */
export type Cursor = Readonly<{ events: number; bytes: number; crc: string }>;

export type Encoded =
  | Readonly<{ ok: true; bytes: Buffer; records: EventRecord[] }>
  | Readonly<{ ok: false; type: string; size: number }>;

/** One buffer for the whole step, each line naming the checksum of the one before. */
export function encodeStep(drafts: readonly Draft[], cursor: Cursor): Encoded {
  const lines: Buffer[] = [];
  const records: EventRecord[] = [];
  let prev = cursor.crc;
  for (const [i, draft] of drafts.entries()) {
    const { type, timestamp, session_id, goal_id, node_id, run_id, payload } = draft;
    const event_id = eventId(cursor.events + i + 1);
    const left = drafts.length - 1 - i;
    const scope = { session_id, goal_id, node_id, run_id };
    const body = { event_id, type, timestamp, ...scope, payload, v: FORMAT_VERSION, left, prev };
    const head = Buffer.from(JSON.stringify(body).slice(0, -1));
    const crc = crc32(head);
    const line = Buffer.concat([head, Buffer.from(`,"crc":"${crc}"}\n`)]);
    if (line.length > MAX_RECORD_BYTES) return { ok: false, type, size: line.length };
    lines.push(line);
    records.push({ ...draft, event_id, v: FORMAT_VERSION, left, prev, crc });
    prev = crc;
  }
  return { ok: true, bytes: Buffer.concat(lines), records };
}

export type Damage = Readonly<{ byte: number; why: string }>;

export type Decoded = Readonly<{
  records: EventRecord[];
  cursor: Cursor;
  voidSteps: number;
  /** Where bytes begin that belong to no complete step, if the log ends in such. */
  tornAt: number | null;
  damage: Damage | null;
  /** A record was written by a newer version of this program. */
  newer: boolean;
}>;

/**
 * Counts the records in `bytes`, which begin at `from.bytes` in the file. `isEarlier` tells whether a
 * checksum belongs to a record before that point: a step that names one is void.
 */
export function decodeLog(
  bytes: Buffer,
  from: Cursor,
  isEarlier: (crc: string, before: number) => boolean,
): Decoded {
  const records: EventRecord[] = [];
  let cursor = from;
  let voidSteps = 0;
  let newer = false;
  let at = 0;
  while (at < bytes.length) {
    const step = readStep(bytes, at);
    const byte = from.bytes + at;
    if (!step.ok) {
      const behind = hasCompleteStep(bytes, step.brokenAt);
      const damage = behind ? { byte: from.bytes + step.brokenAt, why: step.why } : null;
      return { records, cursor, voidSteps, tornAt: damage ? null : byte, damage, newer };
    }
    const [first] = step.records;
    if (!first) break;
    if (first.prev === cursor.crc && first.event_id === eventId(cursor.events + 1)) {
      const misnumbered = step.records.findIndex(
        (record, i) => record.event_id !== eventId(cursor.events + 1 + i),
      );
      if (misnumbered >= 0) {
        const damage = { byte, why: 'event ids are not in order' };
        return { records, cursor, voidSteps, tornAt: null, damage, newer };
      }
      records.push(...step.records);
      newer ||= step.records.some((record) => record.v > FORMAT_VERSION);
      cursor = {
        events: cursor.events + step.records.length,
        bytes: from.bytes + step.end,
        crc: step.records.at(-1)?.crc ?? cursor.crc,
      };
    } else if (first.prev !== cursor.crc && isEarlier(first.prev, byte)) {
      voidSteps += 1;
      cursor = { ...cursor, bytes: from.bytes + step.end };
    } else {
      const damage = { byte, why: `names ${first.prev} as the record before, which is not there` };
      return { records, cursor, voidSteps, tornAt: null, damage, newer };
    }
    at = step.end;
  }
  return { records, cursor, voidSteps, tornAt: null, damage: null, newer };
}

type ReadStep =
  | Readonly<{ ok: true; records: EventRecord[]; end: number }>
  | Readonly<{ ok: false; brokenAt: number; why: string }>;

function readStep(bytes: Buffer, start: number): ReadStep {
  const records: EventRecord[] = [];
  let at = start;
  for (;;) {
    const line = readLine(bytes, at);
    if (!line.ok) return { ok: false, brokenAt: at, why: line.why };
    const last = records.at(-1);
    if (last && (line.record.prev !== last.crc || line.record.left !== last.left - 1)) {
      return { ok: false, brokenAt: at, why: 'a step breaks off before its last record' };
    }
    records.push(line.record);
    at = line.end;
    if (line.record.left === 0) return { ok: true, records, end: at };
  }
}

type ReadLine =
  | Readonly<{ ok: true; record: EventRecord; end: number }>
  | Readonly<{ ok: false; why: string }>;

function readLine(bytes: Buffer, start: number): ReadLine {
  const newline = bytes.indexOf(NEWLINE, start);
  if (newline < 0) return { ok: false, why: 'the line has no end' };
  const headEnd = newline - TAIL_BYTES;
  const tail = bytes.toString('latin1', Math.max(start, headEnd), newline);
  const crc = /^,"crc":"([0-9a-f]{8})"\}$/.exec(tail)?.[1];
  if (crc === undefined) return { ok: false, why: 'the line has no checksum' };
  if (crc32(bytes, start, headEnd) !== crc)
    return { ok: false, why: 'the checksum does not match' };
  return { ok: true, record: JSON.parse(bytes.toString('utf8', start, newline)), end: newline + 1 };
}

/** Whether any line behind `from` ends a step: then what is broken is not the tail. */
function hasCompleteStep(bytes: Buffer, from: number): boolean {
  for (let at = nextLine(bytes, from); at > 0 && at < bytes.length; at = nextLine(bytes, at)) {
    const line = readLine(bytes, at);
    if (line.ok && line.record.left === 0) return true;
  }
  return false;
}

function nextLine(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from);
  return newline < 0 ? -1 : newline + 1;
}
