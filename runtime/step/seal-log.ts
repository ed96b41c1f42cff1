// Seals the log: what it holds becomes a file in archive/ that never changes again, and events.jsonl
// starts again with the record `log.sealed`, which names that file and its SHA-256. At every moment one
// of the two is a complete log, so a writer killed in the middle leaves nothing to repair.

import { fstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { catchUp } from '../cache/catch-up.ts';
import { cursorOf, fold, moveTo } from '../cache/fold.ts';
import { readStored } from '../cache/read-state.ts';
import { saveState } from '../cache/save-state.ts';
import { addName } from '../files/atomic-write.ts';
import { hashOf } from '../files/hash.ts';
import { syncFolder } from '../files/sync.ts';
import type { Held } from '../log/lock.ts';
import { closeLog, type Log, openLog } from '../log/open-log.ts';
import { encodeStep } from '../log/record.ts';
import { replaceLog } from '../log/replace-log.ts';
import { listSegments, SEALED, segmentName } from '../log/segments.ts';
import type { FactOf, Timed } from '../model/facts/fact.ts';
import type { Failure } from '../model/failure.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';

export type Sealed =
  | Readonly<{ ok: true; file: string; events: number; bytes: number; sha256: string }>
  | Readonly<{ ok: false; failure: Failure }>
  /** A torn tail or another writer came in between: nothing was done, the next step sees to it. */
  | Readonly<{ ok: true; file: null }>;

/** Call it with the lock held. Two hundred milliseconds for 64 MB. */
export function sealLog(ws: Workspace, held: Held): Sealed {
  const log = openLog(ws);
  try {
    return seal(log, held);
  } finally {
    closeLog(log);
  }
}

function seal(log: Log, held: Held): Sealed {
  const { ws } = log;
  const caught = catchUp(log, readStored(ws));
  if (!caught.ok) return caught;
  const listed = listSegments(ws);
  if (!listed.ok) return listed;
  const { state, tornAt, end: bytes } = caught;
  if (tornAt !== null) return { ok: true, file: null };
  const { events, crc } = cursorOf(state);
  const sha256 = hashOf(log.fd, bytes);
  const file = freeName(log, listed.segments.length);
  const payload = { log_id: state.log_id, file, events, bytes, sha256 };
  const sealed: Timed<FactOf<'log.sealed'>> = {
    type: SEALED,
    timestamp: new Date().toISOString(),
    payload,
  };
  const encoded = encodeStep([sealed], { events, bytes: 0, crc });
  const [record] = encoded.ok ? encoded.records : [];
  if (!encoded.ok || !record) throw new Error('the first record of a segment does not fit');
  keepAs(ws, file);
  if (!replaceLog(log, bytes, encoded.bytes, held)) return { ok: true, file: null };
  state.log.void_steps += caught.behind;
  fold(state, record, ws);
  moveTo(state, { events: events + 1, bytes: encoded.bytes.length, crc: record.crc });
  saveState(ws, state);
  return { ok: true, ...payload };
}

/** The next number; or the one a sealing that was killed gave this very file. */
function freeName({ ws, fd }: Log, first: number): string {
  const log = fstatSync(fd);
  for (let n = first; ; n += 1) {
    const there = statSync(join(ws.dir, segmentName(n)), { throwIfNoEntry: false });
    if (!there || (there.ino === log.ino && there.dev === log.dev)) return segmentName(n);
  }
}

function keepAs(ws: Workspace, file: string): void {
  makeFolder(ws, files.archive(ws));
  if (addName(files.log(ws), join(ws.dir, file))) syncFolder(files.archive(ws));
}
