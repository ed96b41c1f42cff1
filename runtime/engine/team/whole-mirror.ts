// All that is mirrored of a log, put in the place of the log of this clone, which is kept beside it.

import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { writeCaches } from '../../cache/rebuild-caches.ts';
import { rebuildState } from '../../cache/rebuild-state.ts';
import { addName } from '../../files/atomic-write.ts';
import { orFailure } from '../../files/file-failure.ts';
import { syncFolder } from '../../files/sync.ts';
import { eventId } from '../../kernel/state/ids.ts';
import { type BadLine, checkLines } from '../../log/lines.ts';
import { takeLock } from '../../log/lock.ts';
import { closeLog, openLog } from '../../log/open-log.ts';
import { type Cursor, START } from '../../log/record.ts';
import { replaceLog } from '../../log/replace-log.ts';
import type { EventRecord } from '../../model/event.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { FORMAT_VERSION } from '../../model/vocabulary.ts';
import type { Query } from '../../team/database.ts';
import { readKey } from '../../team/machine-key.ts';
import { batchBehind, isWhole, type KeptFile } from '../../team/mirrored.ts';
import { oneLine } from '../../words/plain-text.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';

const WAIT_MS = 10_000;

export type Part = Readonly<{
  bytes: Buffer;
  records: readonly EventRecord[];
  files: readonly KeptFile[];
  cursor: Cursor;
}>;

/**
 * What was mirrored at once behind a cursor; undefined where it ends there. Only what a machine signed that this clone
 * trusts, and that goes on where the cursor ends.
 */
export async function partBehind(
  ws: Workspace,
  query: Query,
  log: string,
  from: Cursor,
): Promise<Result<Part | undefined>> {
  const batch = await batchBehind(query, log, from.events);
  if (!batch) return ok(undefined);
  const { by } = batch.signed;
  if (!isTrusted(ws, by)) return fail(untrusted(log, by));
  const checked = checkLines(batch.lines, from);
  if (!checked.ok) return fail(badRecord(log, checked.error));
  if (!isWhole(log, batch)) {
    return fail(badRecord(log, { number: from.events + 1, why: `${by} did not sign it so` }));
  }
  const { records } = checked.value;
  if (records.some(({ v }) => v > FORMAT_VERSION)) return fail({ kind: 'log-newer' });
  const [first] = records;
  if (from.events === 0 && first && first.payload.log_id !== log) {
    return fail(badRecord(log, { number: 1, why: 'it begins another log' }));
  }
  return ok({ ...checked.value, files: batch.files });
}

/** This clone may have been its home. */
function isTrusted(ws: Workspace, key: string): boolean {
  const machines = readTrust(ws)?.machines ?? [];
  return machines.some((one) => one.key === key) || readKey(files.machineKey(ws))?.id === key;
}

function untrusted(log: string, key: string): Failure {
  return {
    kind: 'refused',
    message: `What the database of the team has of ${log} is signed by ${oneLine(key, 60)}, whom this clone does not trust. Nothing of it was taken.`,
    hint: 'If that is the key of its home, as `wukong team` shows it there: wukong team trust KEY --name NAME',
  };
}

function badRecord(log: string, { number, why }: BadLine): Failure {
  return {
    kind: 'refused',
    message: `What the database of the team has as ${eventId(number)} of ${log} is no record of that log: ${why}. Nothing of it was taken.`,
    hint: 'Compare it with its home, there: wukong fsck --team',
  };
}

/** From its first record on. */
export async function wholeMirror(ws: Workspace, query: Query, log: string): Promise<Result<Part>> {
  const parts: Part[] = [];
  for (let from = START; ; ) {
    const part = await partBehind(ws, query, log, from);
    if (!part.ok) return part;
    if (!part.value) break;
    parts.push(part.value);
    from = part.value.cursor;
  }
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const records = parts.flatMap((part) => part.records);
  const end = parts.at(-1)?.cursor ?? START;
  if (records.length === 0) return fail(badRecord(log, { number: 1, why: 'it is not there' }));
  const named = parts.flatMap((part) => part.files);
  return ok({ bytes, records, files: named, cursor: { ...end, bytes: bytes.length } });
}

/**
 * The same as `partBehind`. Of a database that was set back or made again since, where its home signed other pieces than
 * were read, it shows in the whole.
 */
export async function partOrRest(
  ws: Workspace,
  query: Query,
  log: string,
  from: Cursor,
): Promise<Result<Part | undefined>> {
  const part = await partBehind(ws, query, log, from);
  if (part.ok || from.events === 0) return part;
  const whole = await wholeMirror(ws, query, log);
  const rest = whole.ok ? restBehind(whole.value, from) : undefined;
  return rest ? ok(rest) : part;
}

/** Undefined: it is not what was read up to there. Pure. */
export function restBehind(whole: Part, { events, crc }: Cursor): Part | undefined {
  if (whole.records[events - 1]?.crc !== crc) return undefined;
  let at = 0;
  for (let line = 0; line < events; line += 1) at = whole.bytes.indexOf('\n', at) + 1;
  return { ...whole, bytes: whole.bytes.subarray(at), records: whole.records.slice(events) };
}

/**
 * `aside`: the folder below .wukong/archive/ that keeps the file that was the log. Nobody writes meanwhile: the note says
 * so. `size`: of that file as it was looked at; of two who put it in place at once the second finds another one.
 */
export function putInPlace(
  ws: Workspace,
  bytes: Buffer,
  aside: string,
  size?: number,
): Result<void> {
  const put = orFailure((): { ok: true } | { ok: false; failure: Failure } => {
    const lock = takeLock(files.lock(ws), WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    try {
      const log = openLog(ws);
      try {
        const is = fstatSync(log.fd).size;
        const another = { ok: false, failure: { kind: 'log-locked', holder: ANOTHER } } as const;
        if (is !== (size ?? is)) return another;
        const folder = join(files.archive(ws), aside);
        makeFolder(ws, folder);
        addName(files.log(ws), join(folder, 'events.jsonl'));
        syncFolder(folder);
        if (!replaceLog(log, is, bytes, lock.held)) return another;
      } finally {
        closeLog(log);
      }
      const rebuilt = rebuildState(ws);
      if (!rebuilt.ok) return rebuilt;
      writeCaches(ws, rebuilt.state);
      return { ok: true };
    } finally {
      lock.held.release();
    }
  });
  return put.ok ? ok(undefined) : fail(put.failure);
}

const ANOTHER = { name: 'another process', elsewhere: false };

/** A name that nothing has yet, of this day. */
export function asideName(kind: string): string {
  return `${kind}-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}
