// Discards what follows a damage, because a person said so: a complete copy of the damaged files is kept in
// archive/, and the log goes on from its last counted step. Nothing but `wukong repair` calls this.

import { closeSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeCaches } from '../cache/rebuild-caches.ts';
import { rebuildState } from '../cache/rebuild-state.ts';
import { besideName, copyWhole } from '../files/atomic-write.ts';
import { move, removeIfThere } from '../files/changing.ts';
import { orFailure } from '../files/file-failure.ts';
import { hashOfFile } from '../files/hash.ts';
import { openToRead, readBytes, readPiece } from '../files/reading.ts';
import { syncFile, syncFolder } from '../files/sync.ts';
import { readHistory } from '../log/history.ts';
import { type Held, takeLock } from '../log/lock.ts';
import { closeLog, type Log, openLog } from '../log/open-log.ts';
import { type Cursor, encodeStep, readLine } from '../log/record.ts';
import { replaceLog } from '../log/replace-log.ts';
import { listSegments, type Segment } from '../log/segments.ts';
import type { EventRecord } from '../model/event.ts';
import type { FactOf, Timed } from '../model/facts/fact.ts';
import type { Failure } from '../model/failure.ts';
import { FORMAT_VERSION } from '../model/vocabulary.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { homeElsewhere } from '../workspace/team-note.ts';

const WAIT_MS = 2000;
/** Of what was lost, as many records are shown one by one. */
const MAX_SAMPLE = 20;

type LogDamage = Extract<Failure, { kind: 'log-damaged' }>;

/** What is wrong, what still counts, and what setting aside would lose. */
export type Damaged = Readonly<{
  damage: LogDamage;
  /** The last file that counts, and how far. */
  file: string;
  kept: Cursor;
  /** The files that go to archive/, oldest first. */
  aside: readonly Segment[];
  lost: Lost;
}>;

/** `readable`: records behind the damage whose own checksum still holds; the first few are in `sample`. */
type Lost = Readonly<{
  lines: number;
  bytes: number;
  readable: number;
  sample: readonly EventRecord[];
}>;

type Looked =
  | Readonly<{ ok: true; damaged: Damaged | null }>
  | Readonly<{ ok: false; failure: Failure }>;

/** Sees each record that is read: of a long log they take their time. */
type OnRecord = (record: EventRecord) => void;

/** Null: nothing is damaged. Changes nothing. */
export function findDamage(ws: Workspace, onRecord: OnRecord = () => undefined): Looked {
  return orFailure((): Looked => {
    let isNewer = false;
    const history = readHistory(
      ws,
      (record) => {
        onRecord(record);
        isNewer ||= record.v > FORMAT_VERSION;
        return true;
      },
      'count',
    );
    if (isNewer) return { ok: false, failure: { kind: 'log-newer' } };
    if (history.ok) return { ok: true, damaged: null };
    const { failure, counted } = history;
    if (failure.kind !== 'log-damaged' || !counted) return { ok: false, failure };
    if (counted.cursor.events === 0) return { ok: false, failure: nothingCounts(ws, failure) };
    const listed = listSegments(ws);
    if (!listed.ok) return listed;
    const { file, cursor: kept } = counted;
    const at = listed.segments.findIndex((segment) => segment.name === file);
    // A file that counts to its end is intact; what is set aside begins with the next.
    const isWhole = listed.segments[at]?.bytes === kept.bytes;
    const aside = listed.segments.slice(isWhole ? at + 1 : at);
    return {
      ok: true,
      damaged: { damage: failure, file, kept, aside, lost: lostIn(aside, file, kept) },
    };
  });
}

function nothingCounts(ws: Workspace, { file, line, byte }: LogDamage): Failure {
  const sealed = file === LAST ? newestSealed(ws) : undefined;
  return {
    kind: 'refused',
    message: `.wukong/${file} is damaged at line ${line}, byte ${byte}, and nothing before it counts.`,
    hint: sealed
      ? `Put an undamaged copy back. Or keep the file elsewhere and copy .wukong/${sealed} in its place: the log goes on from where that was sealed. Then type \`wukong rebuild\`.`
      : 'Put an undamaged copy back. Or move the file away and begin a new log with `wukong init`.',
  };
}

const LAST = 'events.jsonl';

/** Its damaged first line does not name it any more. A sealing that was killed left a second name of the log. */
function newestSealed(ws: Workspace): string | undefined {
  const folder = files.archive(ws);
  if (!existsSync(folder)) return undefined;
  const log = statSync(files.log(ws)).ino;
  const sealed = readdirSync(folder).filter(
    (name) => /^events-\d+\.jsonl$/.test(name) && statSync(join(folder, name)).ino !== log,
  );
  return sealed.length === 0 ? undefined : `archive/${sealed.sort().at(-1)}`;
}

function lostIn(aside: readonly Segment[], file: string, kept: Cursor): Lost {
  const sample: EventRecord[] = [];
  const lost = { lines: 0, bytes: 0, readable: 0 };
  for (const segment of aside) {
    const bytes = readBytes(segment.path).subarray(segment.name === file ? kept.bytes : 0);
    lost.bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(10, at);
      const line = readLine(bytes, at);
      lost.lines += 1;
      if (line.ok) {
        lost.readable += 1;
        if (sample.length < MAX_SAMPLE) sample.push(line.record);
      }
      at = end < 0 ? bytes.length : end + 1;
    }
  }
  return { ...lost, sample };
}

type SetAside =
  | Readonly<{ ok: true; repaired: Repaired | null }>
  | Readonly<{ ok: false; failure: Failure }>;

export type Repaired = Readonly<{
  damaged: Damaged;
  copies: readonly Copy[];
  event: string;
}>;

/** A damaged file as it was, below .wukong/. */
type Copy = Readonly<{ file: string; bytes: number; sha256: string }>;

/** Null: meanwhile nothing is damaged any more, and nothing was done. */
export function setDamageAside(ws: Workspace, onRecord: OnRecord): SetAside {
  return orFailure((): SetAside => {
    const lock = takeLock(files.lock(ws), WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    try {
      const home = homeElsewhere(ws);
      if (home !== undefined) return { ok: false, failure: { kind: 'not-home', home } };
      const log = openLog(ws);
      try {
        const looked = findDamage(ws, onRecord);
        if (!looked.ok) return looked;
        if (!looked.damaged) return { ok: true, repaired: null };
        return repair(log, looked.damaged, lock.held, onRecord);
      } finally {
        closeLog(log);
      }
    } finally {
      lock.held.release();
    }
  });
}

function repair(log: Log, damaged: Damaged, held: Held, onRecord: OnRecord): SetAside {
  const { ws } = log;
  const { damage, file, kept, aside, lost } = damaged;
  const now = new Date().toISOString();
  const copies = aside.map((segment) => keepWhole(ws, segment));
  syncFolder(files.archive(ws));
  const { line, byte, why } = damage;
  const payload = {
    file: damage.file,
    line,
    byte,
    why,
    lines: lost.lines,
    bytes: lost.bytes,
    set_aside: copies,
  };
  const fact: Timed<FactOf<'log.repaired'>> = { type: 'log.repaired', timestamp: now, payload };
  const encoded = encodeStep([fact], kept);
  const [record] = encoded.ok ? encoded.records : [];
  if (!encoded.ok || !record) throw new Error('the record of a repair does not fit');
  const prefix = readPrefix(join(ws.dir, file), kept.bytes);
  // The fact comes with the rename: at no moment is there a repaired log that does not say so.
  const size = copies.at(-1)?.bytes ?? 0;
  if (!replaceLog(log, size, Buffer.concat([prefix, encoded.bytes]), held)) {
    return { ok: false, failure: { kind: 'log-locked', holder: ANOTHER } };
  }
  const rebuilt = rebuildState(ws, (record) => {
    onRecord(record);
    return true;
  });
  if (!rebuilt.ok) return rebuilt;
  writeCaches(ws, rebuilt.state);
  return { ok: true, repaired: { damaged, copies, event: record.event_id } };
}

const ANOTHER = { name: 'another process', elsewhere: false };

/** Named by its content: what a killed repair kept is kept again under the same name. */
function keepWhole(ws: Workspace, { path }: Segment): Copy {
  const folder = files.archive(ws);
  makeFolder(ws, folder);
  const temporary = besideName(join(folder, 'damaged.jsonl'));
  try {
    copyWhole(path, temporary);
    syncFile(temporary);
    const bytes = statSync(temporary).size;
    const sha256 = hashOfFile(temporary, bytes);
    const file = `archive/damaged-${sha256.slice(0, 16)}.jsonl`;
    move(temporary, join(ws.dir, file));
    return { file, bytes, sha256 };
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

function readPrefix(path: string, bytes: number): Buffer {
  const fd = openToRead(path);
  try {
    const prefix = readPiece(fd, 0, bytes);
    if (prefix.length !== bytes) throw new Error('the log became shorter while it was repaired');
    return prefix;
  } finally {
    closeSync(fd);
  }
}
