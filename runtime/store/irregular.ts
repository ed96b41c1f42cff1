// What stands in a log where no regular next step does: a void step, a torn tail, or damage. Seldom
// needed, so a hook loads it only then.

import type { EventRecord } from '../model/event.ts';
import { type Cursor, readLine, readStep, takeSteps } from './record.ts';

export type Damage = Readonly<{ byte: number; why: string }>;

/** A step whose writer had lost the lock: where it begins, its bytes and its records. */
export type Void = Readonly<{ byte: number; bytes: number; records: number }>;

export type Decoded = Readonly<{
  records: EventRecord[];
  cursor: Cursor;
  voids: readonly Void[];
  /** Where bytes begin that belong to no complete step, if the log ends in such. */
  tornAt: number | null;
  damage: Damage | null;
}>;

/** Whether a checksum belongs to a record before a byte: a step that names one is void. */
export type IsEarlier = (crc: string, before: number) => boolean;

/** Counts the records in `bytes`, which begin at `from.bytes` in the file and reach to its end. */
export function decodeLog(bytes: Buffer, from: Cursor, isEarlier: IsEarlier): Decoded {
  const records: EventRecord[] = [];
  let cursor = from;
  const voids: Void[] = [];
  let tornAt: number | null = null;
  let damage: Damage | null = null;
  for (let at = 0; at < bytes.length; ) {
    const taken = takeSteps(bytes.subarray(at), cursor);
    for (const record of taken.records) records.push(record);
    cursor = taken.cursor;
    at += taken.end;
    if (at >= bytes.length) break;
    const what = judge(bytes, at, cursor, isEarlier);
    if (what.kind !== 'void') {
      if (what.kind === 'torn') tornAt = cursor.bytes;
      else damage = what.damage;
      break;
    }
    voids.push({ byte: cursor.bytes, bytes: what.bytes, records: what.records });
    cursor = { ...cursor, bytes: cursor.bytes + what.bytes };
    at += what.bytes;
  }
  return { records, cursor, voids, tornAt, damage };
}

type Irregular =
  | Readonly<{ kind: 'void'; bytes: number; records: number }>
  | Readonly<{ kind: 'torn' }>
  | Readonly<{ kind: 'damage'; damage: Damage }>;

/** What begins at `at`, where `takeSteps` stopped. */
function judge(bytes: Buffer, at: number, cursor: Cursor, isEarlier: IsEarlier): Irregular {
  const step = readStep(bytes, at);
  if (!step.ok) {
    if (!hasCompleteStep(bytes, step.brokenAt)) return { kind: 'torn' };
    return damaged(cursor.bytes + step.brokenAt - at, step.why);
  }
  const prev = step.records[0]?.prev ?? '';
  if (prev === cursor.crc) return damaged(cursor.bytes, 'event ids are not in order');
  if (!isEarlier(prev, cursor.bytes)) {
    return damaged(cursor.bytes, `names ${prev} as the record before, which is not there`);
  }
  return { kind: 'void', bytes: step.end - at, records: step.records.length };
}

function damaged(byte: number, why: string): Irregular {
  return { kind: 'damage', damage: { byte, why } };
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
  return bytes.indexOf(10, from) + 1;
}
