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
import { linesBehind } from '../../team/mirrored.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** So many lines are asked for at once. */
const AT_ONCE = 2_000;
const WAIT_MS = 10_000;

export type Part = Readonly<{ bytes: Buffer; records: readonly EventRecord[]; cursor: Cursor }>;

/** What is mirrored behind a cursor, some of it at a time; nothing where it ends there. Checked, as if by hand. */
export async function partBehind(query: Query, log: string, from: Cursor): Promise<Result<Part>> {
  for (let most = AT_ONCE; ; most *= 4) {
    const rows = await linesBehind(query, log, from.events, most);
    const checked = checkLines(rows, from);
    // Its first step may have more records than were asked for.
    if (!checked.ok && rows.length === most && checked.error.number === rows.at(-1)?.number)
      continue;
    if (!checked.ok) return fail(badRecord(log, checked.error));
    const { records } = checked.value;
    if (records.some(({ v }) => v > FORMAT_VERSION)) return fail({ kind: 'log-newer' });
    const [first] = records;
    if (from.events === 0 && first && first.payload.log_id !== log) {
      return fail(badRecord(log, { number: 1, why: 'it begins another log' }));
    }
    return ok(checked.value);
  }
}

function badRecord(log: string, { number, why }: BadLine): Failure {
  return {
    kind: 'refused',
    message: `What the database of the team has as ${eventId(number)} of ${log} is no record of that log: ${why}. Nothing of it was taken.`,
    hint: 'Compare it with its home, there: wukong fsck --team',
  };
}

/** From its first record on. */
export async function wholeMirror(query: Query, log: string): Promise<Result<Part>> {
  const parts: Part[] = [];
  for (let from = START; ; ) {
    const part = await partBehind(query, log, from);
    if (!part.ok) return part;
    if (part.value.records.length === 0) break;
    parts.push(part.value);
    from = part.value.cursor;
  }
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const records = parts.flatMap((part) => part.records);
  const end = parts.at(-1)?.cursor ?? START;
  if (records.length === 0) return fail(badRecord(log, { number: 1, why: 'it is not there' }));
  return ok({ bytes, records, cursor: { ...end, bytes: bytes.length } });
}

/** `aside`: the folder below .wukong/archive/ that keeps the file that was the log. Nobody writes meanwhile: the note says so. */
export function putInPlace(ws: Workspace, bytes: Buffer, aside: string): Result<void> {
  const put = orFailure((): { ok: true } | { ok: false; failure: Failure } => {
    const lock = takeLock(files.lock(ws), WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    try {
      const log = openLog(ws);
      try {
        const folder = join(files.archive(ws), aside);
        makeFolder(ws, folder);
        addName(files.log(ws), join(folder, 'events.jsonl'));
        syncFolder(folder);
        if (!replaceLog(log, fstatSync(log.fd).size, bytes, lock.held)) {
          return { ok: false, failure: { kind: 'log-locked', holder: ANOTHER } };
        }
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
