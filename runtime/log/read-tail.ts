// Reading goes on from where the cache stands, so a hook reads a few hundred bytes of a log of any
// length; whatever is no regular step is left to history.ts.

import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import { FORMAT_VERSION } from '../model/vocabulary.ts';
import { readSteps } from './history.ts';
import type { Void } from './irregular.ts';
import { type Log, readRegular } from './open-log.ts';
import type { Cursor } from './record.ts';

type ReadTail =
  | Readonly<{
      kind: 'read';
      records: EventRecord[];
      cursor: Cursor;
      voidSteps: number;
      /** All there are; `voidSteps` of them stand before the cursor. */
      voids: readonly Void[];
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
  const read = readRegular(log.fd, from);
  if (!read) return { kind: 'elsewhere' };
  const { records, cursor, left } = read;
  if (left > 0) return readWithCare(log, from);
  for (const record of records) {
    if (record.v > FORMAT_VERSION) return { kind: 'failed', failure: { kind: 'log-newer' } };
  }
  const end = cursor.bytes;
  return { kind: 'read', records, cursor, voidSteps: 0, voids: [], tornAt: null, end };
}

function readWithCare(log: Log, from: Cursor): ReadTail {
  const records: EventRecord[] = [];
  const stretch = { name: 'events.jsonl', from, bytes: null };
  const read = readSteps(log.ws, log.fd, stretch, (record) => records.push(record) > 0);
  if (!read.ok) return { kind: 'failed', failure: read.failure };
  return { kind: 'read', records, ...read };
}
