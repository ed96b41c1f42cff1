// What stands in the log behind a record, some of it at a time: for who follows the log, and must never be
// told something that is taken back.

import { constants, fstatSync, statSync } from 'node:fs';
import { orFailure } from '../files/file-failure.ts';
import { eventId, numberOf } from '../kernel/state/ids.ts';
import type { EventRecord } from '../model/event.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { nextOf, type Workspace } from '../workspace/paths.ts';
import { readHistory } from './history.ts';
import { closeLog, isInPlace, type Log, openLog, standsAt } from './open-log.ts';
import type { Cursor } from './record.ts';

/** `isMore`: there was more than was taken at once. */
export type Since = Readonly<{ records: readonly EventRecord[]; cursor: Cursor; isMore: boolean }>;

/** So many records are taken at once, and what is left of their step. */
const MOST = 1024;

/** The record with this number, whichever it is and wherever it stands. */
export function behind(events: number): Cursor {
  return { events, bytes: 0, crc: '' };
}

/** `stays`: only what is never taken back, be it a moment later. `now`: all that counts at this moment. */
export type Wanted = 'stays' | 'now';

/**
 * The counted records behind a cursor, in whole steps, also when the log was sealed since. Fails where the
 * log does not have the record that the cursor names: it was cut back, or is another log.
 */
export function recordsSince(ws: Workspace, from: Cursor, wanted: Wanted = 'stays'): Result<Since> {
  const read = orFailure(() => ({ ok: true as const, since: readOn(ws, from, wanted) }));
  return read.ok ? read.since : fail(read.failure);
}

function readOn(ws: Workspace, from: Cursor, wanted: Wanted): Result<Since> {
  const none = { records: [], cursor: from, isMore: false };
  const log = openLog(ws, constants.O_RDONLY);
  try {
    if (fstatSync(log.fd).size === from.bytes && standsAt(log.fd, from)) return ok(none);
    const records: EventRecord[] = [];
    let end = from;
    const take = (record: EventRecord, stepEnd?: Cursor): boolean => {
      if (numberOf(record.event_id) > from.events) records.push(record);
      end = stepEnd ?? end;
      return stepEnd === undefined || records.length < MOST;
    };
    const history = readHistory(ws, take, 'count', from);
    if (!history.ok) return fail(history.failure);
    const last = history.cursor;
    const crc = records[0]?.prev ?? (last.events === from.events ? last.crc : undefined);
    if (crc === undefined || (from.crc !== '' && crc !== from.crc)) {
      const [event, ends] = [eventId(from.events), eventId(last.events)];
      return fail({ kind: 'log-cut', event, ends: crc === undefined ? ends : null });
    }
    if (records.length > 0 && wanted === 'stays' && !isSettled(log)) return ok(none);
    const isMore = history.stopped === true;
    return ok({ records, cursor: isMore ? end : last, isMore });
  } finally {
    closeLog(log);
  }
}

/**
 * Whether what was read stays. While another file waits to take the log's place (replace-log.ts), a step that
 * was appended beside it may be void in a moment: its writer looks for that file, and so does its reader. One
 * that a killed process left waits for the next writer; what is older than it is in both.
 */
function isSettled({ fd, ws }: Log): boolean {
  const next = statSync(nextOf(ws), { throwIfNoEntry: false });
  // In this order: the file is gone when the log is another.
  if (next !== undefined && fstatSync(fd).mtimeMs >= next.mtimeMs) return false;
  return isInPlace({ fd, ws });
}
