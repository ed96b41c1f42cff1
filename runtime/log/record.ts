// How a step of records becomes lines, and lines become counted records again.

import { crc32, crcOf } from '../files/crc32.ts';
import { parseJson } from '../files/parse-json.ts';
import { eventId } from '../kernel/state/ids.ts';
import type { EventRecord, RecordBody } from '../model/event.ts';
import { FORMAT_VERSION } from '../model/vocabulary.ts';

export const MAX_RECORD_BYTES = 64 * 1024;
/** `,"crc":"01234567"}` */
export const TAIL_BYTES = 18;
/** With its newline. */
export const MARK_BYTES = TAIL_BYTES + 1;
const NO_CRC = '00000000';
export const NEWLINE = 10;

/** How far a log was read: everything before `bytes` of its present file is counted. */
export type Cursor = Readonly<{ events: number; bytes: number; crc: string }>;

/** Before the first record. */
export const START: Cursor = { events: 0, bytes: 0, crc: NO_CRC };

type Encoded =
  | Readonly<{ ok: true; bytes: Buffer; records: EventRecord[] }>
  | Readonly<{ ok: false; type: string; size: number }>;

/** One buffer for the whole step, each line naming the checksum of the one before. */
export function encodeStep(bodies: readonly RecordBody[], cursor: Cursor): Encoded {
  const lines: Buffer[] = [];
  const records: EventRecord[] = [];
  let prev = cursor.crc;
  let left = bodies.length;
  for (const body of bodies) {
    left -= 1;
    const { type, timestamp, session_id, goal_id, node_id, run_id, payload } = body;
    const event_id = eventId(cursor.events + records.length + 1);
    const scope = { session_id, goal_id, node_id, run_id };
    const line = { event_id, type, timestamp, ...scope, payload, v: FORMAT_VERSION, left, prev };
    const bytes = Buffer.from(`${JSON.stringify(line).slice(0, -1)}${markOf(NO_CRC)}`);
    if (bytes.length > MAX_RECORD_BYTES) return { ok: false, type, size: bytes.length };
    const crc = crc32(bytes, 0, bytes.length - MARK_BYTES);
    for (let i = 0; i < 8; i += 1) bytes[bytes.length - 11 + i] = crc.charCodeAt(i);
    lines.push(bytes);
    records.push({ ...body, event_id, v: FORMAT_VERSION, left, prev, crc });
    prev = crc;
  }
  const [only] = lines;
  return { ok: true, bytes: lines.length === 1 && only ? only : Buffer.concat(lines), records };
}

/** How a line with this checksum ends. */
export function markOf(crc: string): string {
  return `,"crc":"${crc}"}\n`;
}

/** The checksum that the last of these lines names. */
export function lastCrc(lines: Buffer): string {
  return lines.subarray(-11, -3).toString();
}

export type Taken = Readonly<{
  records: EventRecord[];
  cursor: Cursor;
  /** Where in `bytes` something begins that is no regular next step; their length if nothing does. */
  end: number;
}>;

/** Counts the regular steps in `bytes` from `start` on, which is `from.bytes` in the file. */
export function takeSteps(bytes: Buffer, start: number, from: Cursor): Taken {
  const records: EventRecord[] = [];
  let { events, crc } = from;
  let end = start;
  while (end < bytes.length) {
    const step = readStep(bytes, end);
    if (!step.ok || !follows(step.records, events, crc)) break;
    for (const record of step.records) {
      records.push(record);
      crc = record.crc;
    }
    events += step.records.length;
    end = step.end;
  }
  return { records, cursor: { events, bytes: from.bytes + end - start, crc }, end };
}

/** Whether a step is the next one: it names the last counted record, and its ids go on from there. */
export function follows(step: readonly EventRecord[], events: number, crc: string): boolean {
  if (step[0]?.prev !== crc) return false;
  for (let i = 0; i < step.length; i += 1) {
    if (step[i]?.event_id !== eventId(events + 1 + i)) return false;
  }
  return true;
}

/** Whether a record is the next one of the step that another is in. */
function goesOn(last: EventRecord, next: EventRecord): boolean {
  return next.prev === last.crc && next.left === last.left - 1;
}

type ReadStep =
  | Readonly<{ ok: true; records: EventRecord[]; end: number }>
  | Readonly<{ ok: false; brokenAt: number; why: string }>;

export function readStep(bytes: Buffer, start: number): ReadStep {
  const records: EventRecord[] = [];
  let at = start;
  let last: EventRecord | undefined;
  for (;;) {
    const line = readLine(bytes, at);
    if (!line.ok) return { ok: false, brokenAt: at, why: line.why };
    const { record } = line;
    if (last && !goesOn(last, record)) {
      return { ok: false, brokenAt: at, why: 'a step breaks off before its last record' };
    }
    records.push(record);
    at = line.end;
    if (record.left === 0) return { ok: true, records, end: at };
    last = record;
  }
}

type ReadLine =
  | Readonly<{ ok: true; record: EventRecord; end: number }>
  | Readonly<{ ok: false; why: string }>;

export function readLine(bytes: Buffer, start: number): ReadLine {
  const newline = bytes.indexOf(NEWLINE, start);
  if (newline < 0) return { ok: false, why: 'the line has no end' };
  const headEnd = newline - TAIL_BYTES;
  const crc = headEnd > start ? namedCrc(bytes, headEnd) : -1;
  if (crc < 0) return { ok: false, why: 'the line has no checksum' };
  if (crcOf(bytes, start, headEnd) !== crc) {
    return { ok: false, why: 'the checksum does not match' };
  }
  // A line that its own checksum vouches for was written by `encodeStep`, or by hand with some care.
  const record = parseJson(bytes.toString('utf8', start, newline));
  if (!isRecord(record)) return { ok: false, why: 'its checksum holds, but it is no record' };
  return { ok: true, record, end: newline + 1 };
}

/** As far as readers rely on it whatever its type is. */
function isRecord(value: unknown): value is EventRecord {
  const record = value as EventRecord | null | undefined;
  return typeof record?.type === 'string' && typeof (record.payload ?? 0) === 'object';
}

const NAME = Buffer.from(',"crc":"');

/** The checksum that a line names at its end; -1 if it names none. */
export function namedCrc(bytes: Buffer, at: number): number {
  for (let i = 0; i < NAME.length; i += 1) if (bytes[at + i] !== NAME[i]) return -1;
  let crc = 0;
  for (let i = at + NAME.length; i < at + NAME.length + 8; i += 1) {
    const c = bytes[i] ?? 0;
    const digit = c >= 48 && c <= 57 ? c - 48 : c >= 97 && c <= 102 ? c - 87 : -1;
    if (digit < 0) return -1;
    crc = crc * 16 + digit;
  }
  return bytes[at + 16] === 34 && bytes[at + 17] === 125 ? crc : -1;
}
