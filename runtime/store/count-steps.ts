// The regular steps of a long log. What record.ts does line by line for the few lines of a hook is done
// here with some lines at once: V8 parses an array of records in a fifth less time than each by itself.

import type { EventRecord } from '../model/event.ts';
import { crcOfMany } from './crc32-of-many.ts';
import { parseJson } from './parse-json.ts';
import { type Cursor, follows, goesOn, isRecord, namedCrc, TAIL_BYTES } from './record.ts';

/** About a hundred lines: more of them would outlive the youngest generation. */
const BATCH_BYTES = 32 * 1024;
const NEWLINE = 10;

/**
 * Hands out the regular steps at the begin of `bytes`, which is `from.bytes` in the file, until `take`
 * returns false. Returns the cursor behind the last step that was taken.
 */
export function countSteps(
  bytes: Buffer,
  from: Cursor,
  take: (step: readonly EventRecord[]) => boolean,
): Cursor {
  let cursor = from;
  let step: EventRecord[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; ; ) {
    const ends = soundLines(bytes, view, at);
    const records = parseLines(bytes, at, ends);
    if (records.length === 0 || records.length !== ends.length) return cursor;
    for (let i = 0; i < records.length; i += 1) {
      const record = records[i];
      const last = step[step.length - 1];
      if (!isRecord(record) || (last && !goesOn(last, record))) return cursor;
      step.push(record);
      at = (ends[i] ?? 0) + 1;
      if (record.left !== 0) continue;
      if (!follows(step, cursor.events, cursor.crc)) return cursor;
      if (!take(step)) return cursor;
      const { events } = cursor;
      cursor = { events: events + step.length, bytes: from.bytes + at, crc: record.crc };
      step = [];
    }
  }
}

/** Where the next lines end, as far as their checksums hold. */
function soundLines(bytes: Buffer, view: DataView, start: number): number[] {
  const ends: number[] = [];
  for (let at = start; at < start + BATCH_BYTES; ) {
    const newline = bytes.indexOf(NEWLINE, at);
    const headEnd = newline - TAIL_BYTES;
    if (headEnd <= at || crcOfMany(view, at, headEnd) !== namedCrc(bytes, headEnd)) break;
    ends.push(newline);
    at = newline + 1;
  }
  return ends;
}

/** Inside a record a newline is escaped, so those between them can be told. None if one line is no JSON. */
function parseLines(bytes: Buffer, start: number, ends: readonly number[]): readonly unknown[] {
  const lines = bytes.toString('utf8', start, ends.at(-1) ?? start);
  return (parseJson(`[${lines.replaceAll('\n', ',')}]`) ?? []) as unknown[];
}
