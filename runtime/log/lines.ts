// Records as the lines they stand in, and lines of others as records: for a log that stands somewhere else, too.

import { numberOf } from '../kernel/state/ids.ts';
import type { EventRecord } from '../model/event.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { type Cursor, NEWLINE, readLine, takeSteps } from './record.ts';

/** A line without its end, and the number of its record. */
export type NumberedLine = Readonly<{ number: number; line: string }>;

/** Where a row of lines is not what a log is. */
export type BadLine = Readonly<{ number: number; why: string }>;

/**
 * The line as it stands in the file: its checksum, which is over those bytes, says so. Undefined where the record
 * was written otherwise than by us, so that its bytes cannot be had from what it says.
 */
export function lineOf(record: EventRecord): NumberedLine | undefined {
  const line = JSON.stringify(record);
  const read = readLine(Buffer.from(`${line}\n`), 0);
  return read.ok ? { number: numberOf(record.event_id), line } : undefined;
}

export type Lines = Readonly<{ bytes: Buffer; records: readonly EventRecord[]; cursor: Cursor }>;

/** The whole steps at the beginning of lines that nobody vouches for, if they go on where `from` ends. */
export function checkLines(rows: readonly NumberedLine[], from: Cursor): Result<Lines, BadLine> {
  let { events, crc } = from;
  let left = 0;
  let wholeAt = 0;
  const lines: Buffer[] = [];
  for (const { number, line } of rows) {
    if (number !== events + 1) return bad(events + 1, 'it is not there');
    const bytes = Buffer.from(`${line}\n`);
    if (bytes.indexOf(NEWLINE) !== bytes.length - 1) return bad(number, 'it has several lines');
    const read = readLine(bytes, 0);
    if (!read.ok) return bad(number, read.why);
    const { record } = read;
    if (numberOf(record.event_id) !== number) return bad(number, `it is ${record.event_id}`);
    if (record.prev !== crc) return bad(number, `it names ${record.prev} as the record before`);
    if (left > 0 && record.left !== left - 1) return bad(number, 'its step does not go on in it');
    events = number;
    crc = record.crc;
    left = record.left;
    lines.push(bytes);
    if (left === 0) wholeAt = lines.length;
  }
  if (wholeAt === 0 && rows.length > 0) return bad(events, 'its step does not end');
  const bytes = Buffer.concat(lines.slice(0, wholeAt));
  const taken = takeSteps(bytes, 0, from);
  // What the readers of a log say counts, whatever was looked at here.
  if (taken.end !== bytes.length) return bad(taken.cursor.events + 1, 'it is no step of a log');
  return ok({ bytes, records: taken.records, cursor: taken.cursor });
}

function bad(number: number, why: string): Result<never, BadLine> {
  return fail({ number, why });
}
