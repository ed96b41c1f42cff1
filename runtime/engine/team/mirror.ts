// The home of a log mirrors it: what the database does not have yet is put there, in whole steps, while nobody else
// can. A home that finds that the log was moved sets aside what it has more, and reads from then on.

import { lineOf } from '../../log/lines.ts';
import { readLogId } from '../../log/log-id.ts';
import { recordsSince } from '../../log/read-on.ts';
import type { Cursor } from '../../log/record.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { readState } from '../../step/run-step.ts';
import { type Database, type Query, withDatabase } from '../../team/database.ts';
import {
  addBatch,
  addLog,
  addMember,
  type LogRow,
  logRow,
  moveLog,
  signBatch,
} from '../../team/mirrored.ts';
import { unusable } from '../../team/unusable.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readNote, writeNote } from '../../workspace/team-note.ts';
import { readTrust } from '../../workspace/trust.ts';
import { standingOf } from './mirror-rules.ts';
import { type Fork, leaveLog } from './set-aside-fork.ts';
import { takeBackOrders } from './take-back.ts';
import { type TeamHere, teamHere } from './team-here.ts';
import { putFiles } from './travelling-files.ts';
import { sendTrees, type Unsent } from './trees-left.ts';

export type Mirrored =
  /** `added` records, up to the last one that counts for good. */
  | Readonly<{ kind: 'mirrored'; added: number; cursor: Cursor }>
  /** It has another home by now, and this clone is a mirror. */
  | Readonly<{ kind: 'moved'; home: string; fork: Fork | undefined }>
  /** This clone reads the log of another one. */
  | Readonly<{ kind: 'mirror'; home: string }>
  /** It is in no team, or has no goal that anybody could take over. */
  | Readonly<{ kind: 'nothing' }>;

/** What one call found, for the next: where reading goes on. */
export type Seen = { cursor?: Cursor; trees?: ReadonlyMap<string, string> };

/** The same, where this clone is in a team. Opens the database, and closes it. */
export async function mirrorIfHome(ws: Workspace, seen: Seen = {}): Promise<Result<WithTrees>> {
  const here = teamHere(ws);
  if (!here) return ok({ kind: 'nothing' });
  const note = readNote(ws);
  if (note?.role === 'mirror' && !note.left) return ok({ kind: 'mirror', home: note.home });
  return withDatabase(here, (database) => mirrorWithTrees(ws, here, database, seen));
}

/** `unsent`: of open goals, whose changes did not go to the remote of the team. */
export type WithTrees = Mirrored & Readonly<{ unsent?: readonly Unsent[] }>;

/** For whoever takes the log: its records, and beside them the trees of its open goals. */
export async function mirrorWithTrees(
  ws: Workspace,
  here: TeamHere,
  database: Database,
  seen: Seen,
): Promise<Result<WithTrees>> {
  const mirrored = await mirrorLog(ws, here, database, seen);
  if (!mirrored.ok || mirrored.value.kind !== 'mirrored') return mirrored;
  const now = readState(ws);
  if (!now.ok) return fail(now.failure);
  const { unsent, sent } = await sendTrees(ws, here, now.state, seen.trees);
  seen.trees = sent;
  return ok({ ...mirrored.value, unsent });
}

export async function mirrorLog(
  ws: Workspace,
  here: TeamHere,
  database: Database,
  seen: Seen = {},
): Promise<Result<Mirrored>> {
  const log = ownLog(ws);
  if (!log.ok) return log;
  const note = readNote(ws);
  if (note?.role === 'mirror' && !note.left) return ok({ kind: 'mirror', home: note.home });
  if (!note && !hasGoals(ws)) return ok({ kind: 'nothing' });
  const { id: key } = here.key;
  try {
    // A database that was made again does not know it.
    await addMember(database.query, { key, name: here.name, person: here.person });
    for (let added = 0; ; ) {
      const put = await database.inTransaction((query) =>
        putNext(ws, here, log.value, query, seen),
      );
      if (!put.ok) return put;
      const { row, batch } = put.value;
      if (!batch) return await leaveLog(ws, database, row);
      if (!note || note.home !== here.name) {
        writeNote(ws, { log: log.value, role: 'home', epoch: row.epoch, home: here.name });
      }
      added += batch.added;
      seen.cursor = batch.cursor;
      if (batch.isMore) continue;
      const over = await takeBackOrders(ws, here, database, log.value);
      if (!over.ok) return over;
      return ok({ kind: 'mirrored', added, cursor: batch.cursor });
    }
  } catch (error) {
    return fail(unusable(error));
  }
}

type Put = Readonly<{
  row: LogRow;
  /** Undefined: this clone is its home no more. */
  batch?: Readonly<{ added: number; cursor: Cursor; isMore: boolean }>;
}>;

/** Some records, and the files they name, in one transaction. */
async function putNext(
  ws: Workspace,
  { key }: TeamHere,
  log: string,
  query: Query,
  seen: Seen,
): Promise<Result<Put>> {
  let row = await logRow(query, log, 'lock');
  if (!row) {
    await addLog(query, log, key.id);
    row = await logRow(query, log, 'lock');
  }
  if (!row) return fail(unusable(`${log} was taken away`));
  const note = readNote(ws);
  const standing = standingOf(row, key.id, note);
  if (note?.left || standing === 'moved') return ok({ row });
  if (note && standing === 'set-back') {
    await moveLog(query, log, key.id, note.epoch);
    row = { ...row, home: key.id, epoch: note.epoch };
  }
  const { records: events, crc } = row;
  const { cursor } = seen;
  const isSeen = cursor?.events === events && cursor.crc === crc;
  // By number and checksum: what was mirrored is never written over.
  const since = recordsSince(ws, isSeen ? cursor : { events, bytes: 0, crc });
  if (!since.ok) return fail(cutOr(since.error));
  const { records, isMore } = since.value;
  const lines = [];
  for (const record of records) {
    const line = lineOf(record);
    if (!line) return fail(notOurs(record.event_id));
    lines.push(line);
  }
  const files = await putFiles(ws, query, log, records);
  const last = records.at(-1);
  const batch = signBatch(log, { from: events, lines, files }, key);
  if (last) await addBatch(query, row, batch, last.crc);
  return ok({ row, batch: { added: records.length, cursor: since.value.cursor, isMore } });
}

function cutOr(failure: Failure): Failure {
  if (failure.kind !== 'log-cut') return failure;
  const { event, ends } = failure;
  const here = ends === null ? `has another ${event}` : `ends at ${ends}`;
  return {
    kind: 'refused',
    message: `This log was mirrored up to ${event}, and here it ${here}: it was cut back or repaired since. Nothing was mirrored.`,
    hint: 'See what differs: wukong fsck --team. To go on with what is mirrored: wukong team take in another clone',
  };
}

function notOurs(event: string): Failure {
  return {
    kind: 'refused',
    message: `${event} was not written by Wukong as it stands, and is not mirrored.`,
    hint: 'Look at it: wukong fsck',
  };
}

/** The log that a person trusted here. */
function ownLog(ws: Workspace): Result<string> {
  const id = readLogId(ws);
  if (id === undefined) return fail({ kind: 'log-missing' });
  return readTrust(ws)?.log_id === id ? ok(id) : fail({ kind: 'foreign', root: ws.root });
}

/** Whether any was ever begun. */
export function hasGoals(ws: Workspace): boolean {
  const read = readState(ws, ({ counters }) => counters.goals > 0);
  return !read.ok || read.value;
}
