// A mirror: this clone reads the log of another one. What the database has is untrusted: each record has to go on
// where the one before it ends, as in a file.

import { fdatasyncSync } from 'node:fs';
import { catchUp } from '../../cache/catch-up.ts';
import { cursorOf, fold, moveTo } from '../../cache/fold.ts';
import { readStored } from '../../cache/read-state.ts';
import { writeCaches } from '../../cache/rebuild-caches.ts';
import { orFailure } from '../../files/file-failure.ts';
import { eventId } from '../../kernel/state/ids.ts';
import { takeLock } from '../../log/lock.ts';
import { readLogId } from '../../log/log-id.ts';
import { closeLog, grewBy, openLog } from '../../log/open-log.ts';
import { type Cursor, START } from '../../log/record.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { readState } from '../../step/run-step.ts';
import type { Database } from '../../team/database.ts';
import { type LogRow, logRow } from '../../team/mirrored.ts';
import { unusable } from '../../team/unusable.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readNote, writeNote } from '../../workspace/team-note.ts';
import { readTrust, writeTrust } from '../../workspace/trust.ts';
import { hasGoals } from './mirror.ts';
import { type Fork, leaveLog } from './set-aside-fork.ts';
import { takeFiles } from './travelling-files.ts';
import {
  asideName,
  type Part,
  partBehind,
  partOrRest,
  putInPlace,
  wholeMirror,
} from './whole-mirror.ts';

const WAIT_MS = 10_000;

export type Read = Readonly<{
  row: LogRow;
  /** How many records came. */
  added: number;
  cursor: Cursor;
  /** It was the home until now. */
  fork?: Fork | undefined;
}>;

/** This clone mirrors that log from here on. Only where it has no goals of its own. */
export async function beginMirror(
  ws: Workspace,
  database: Database,
  log: string,
): Promise<Result<Read>> {
  const note = readNote(ws);
  const isBegun = note?.role === 'mirror' && note.log === log;
  const trust = readTrust(ws);
  if (!trust) return fail({ kind: 'foreign', root: ws.root });
  if (!isBegun && (note !== undefined || hasGoals(ws))) return fail(OWN_GOALS);
  try {
    const row = await logRow(database.query, log);
    if (!row) return fail(unknownLog(log));
    // What it could not read would leave it the mirror of nothing.
    const first = isBegun ? ok('begun') : await partBehind(ws, database.query, log, START);
    if (!first.ok) return first;
    if (!first.value) return fail(unknownLog(log));
    // In this order: nobody writes here while the log is replaced.
    if (!isBegun) writeNote(ws, { log, role: 'mirror', epoch: row.epoch, home: row.name });
    if (trust.log_id !== log) writeTrust(ws, { ...trust, log_id: log });
    return await readMirror(ws, database);
  } catch (error) {
    return fail(unusable(error));
  }
}

const OWN_GOALS: Failure = {
  kind: 'refused',
  message: 'The log of this clone has goals of its own, or mirrors another one.',
  hint: 'A mirror needs a clone without goals: git clone, wukong init, wukong team mirror',
};

export function unknownLog(log: string): Failure {
  return {
    kind: 'refused',
    message: `No log ${log} was mirrored to this team.`,
    hint: 'See which there are: wukong team mirror --list',
  };
}

/** Up to its end, as it is now. */
export async function readMirror(ws: Workspace, database: Database): Promise<Result<Read>> {
  const note = readNote(ws);
  if (note?.role !== 'mirror') return fail(NO_MIRROR);
  const { query } = database;
  try {
    const row = await logRow(query, note.log);
    if (!row) return fail(unknownLog(note.log));
    const left = note.left ? await leaveLog(ws, database, row) : undefined;
    if (left && !left.ok) return left;
    const read = await readOn(ws, database, row);
    if (!read.ok) return read;
    if (row.epoch !== note.epoch || row.name !== note.home) {
      // What was set aside now stands in a note of its own.
      const { aside } = readNote(ws) ?? note;
      const kept = aside && { aside };
      writeNote(ws, { log: note.log, role: 'mirror', epoch: row.epoch, home: row.name, ...kept });
    }
    const fork = left?.value.fork;
    return ok({ ...read.value, row, ...(fork && { fork }) });
  } catch (error) {
    return fail(unusable(error));
  }
}

const NO_MIRROR: Failure = {
  kind: 'refused',
  message: 'This clone is no mirror.',
  hint: 'To make it one: wukong team mirror LOG',
};

type Added = Readonly<{ added: number; cursor: Cursor }>;

async function readOn(ws: Workspace, { query }: Database, row: LogRow): Promise<Result<Added>> {
  const { log } = row;
  for (let added = 0; ; ) {
    const from = readLogId(ws) === log ? cursorHere(ws) : undefined;
    if (!from) return readWhole(ws, query, row);
    const part = await partOrRest(ws, query, log, from);
    if (!part.ok) return part;
    const isEnd = part.value === undefined;
    if (isEnd && (from.events < row.records || !fits(from, row))) return fail(shorter(row, from));
    if (!part.value) return ok({ added, cursor: from });
    const { records, files: named, cursor } = part.value;
    // What they name is there before they are.
    await takeFiles(ws, query, log, named);
    const appended = append(ws, from, part.value);
    if (!appended.ok) return appended;
    if (appended.value === 'torn') return readWhole(ws, query, row);
    if (appended.value === 'appended') added += records.length;
    if (cursor.events > row.records) return ok({ added, cursor });
  }
}

/** More may have come since the row was read. */
function fits({ events, crc }: Cursor, row: LogRow): boolean {
  return events > row.records || crc === row.crc;
}

function shorter({ log, records }: LogRow, { events }: Cursor): Failure {
  return {
    kind: 'refused',
    message: `The database of the team has ${log} up to ${eventId(records)}, and this mirror has read another record up to ${eventId(events)}: it was set back, or altered. Nothing was changed here.`,
    hint: 'Compare: wukong fsck --team, here and where it is at home',
  };
}

/** Undefined: it cannot be read, and comes again as a whole. */
function cursorHere(ws: Workspace): Cursor | undefined {
  const read = readState(ws, () => undefined);
  return read.ok ? cursorOf(read.state) : undefined;
}

async function readWhole(
  ws: Workspace,
  query: Database['query'],
  { log }: LogRow,
): Promise<Result<Added>> {
  const whole = await wholeMirror(ws, query, log);
  if (!whole.ok) return whole;
  const { bytes, records, files: named, cursor } = whole.value;
  await takeFiles(ws, query, log, named);
  const put = putInPlace(ws, bytes, asideName('before-mirror'));
  return put.ok ? ok({ added: records.length, cursor }) : put;
}

/** `other`: somebody else read on meanwhile. `torn`: one who did was killed at it. */
type Appended = 'appended' | 'other' | 'torn';

function append(ws: Workspace, from: Cursor, { bytes, records, cursor }: Part): Result<Appended> {
  const appended = orFailure((): { ok: true; how: Appended } | { ok: false; failure: Failure } => {
    const lock = takeLock(files.lock(ws), WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    const log = openLog(ws);
    try {
      const caught = catchUp(log, readStored(ws));
      if (!caught.ok) return caught;
      const { state, tornAt, end } = caught;
      const here = cursorOf(state);
      if (tornAt !== null || end !== here.bytes) return { ok: true, how: 'torn' };
      if (here.events !== from.events || here.crc !== from.crc) return { ok: true, how: 'other' };
      if (!grewBy(log, bytes, end)) return { ok: true, how: 'torn' };
      fdatasyncSync(log.fd);
      for (const record of records) fold(state, record, ws);
      moveTo(state, { ...cursor, bytes: end + bytes.length });
      writeCaches(ws, state);
      return { ok: true, how: 'appended' };
    } finally {
      closeLog(log);
      lock.held.release();
    }
  });
  return appended.ok ? ok(appended.how) : fail(appended.failure);
}
