// The log is one row of records in several files: sealed segments in archive/, and events.jsonl. A
// segment begins with the record `log.sealed`, which names the file before it, how many bytes of that
// count, and their SHA-256. So the way back is in the log itself; a file nobody names is no part of it.

import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../files/file-failure.ts';
import { openToRead } from '../files/reading.ts';
import { numberOf } from '../kernel/state/ids.ts';
import type { Failure } from '../model/failure.ts';
import type { Workspace } from '../workspace/paths.ts';
import { type Cursor, readLine } from './record.ts';

export const SEALED = 'log.sealed' as const;

/** A file of the log and where it begins. `bytes` is null for the one that still grows. */
export type Segment = Readonly<{
  path: string;
  /** Below .wukong/. */
  name: string;
  from: Cursor;
  bytes: number | null;
  sha256: string | null;
}>;

type Segments =
  | Readonly<{ ok: true; segments: readonly Segment[] }>
  | Readonly<{ ok: false; failure: Failure }>;

/** All files of the log, oldest first. */
export function listSegments(ws: Workspace): Segments {
  const segments: Segment[] = [];
  let name = 'events.jsonl';
  let bytes: number | null = null;
  let sha256: string | null = null;
  for (;;) {
    if (segments.some((later) => later.name === name)) {
      const why = `names ${name} as the file before it, which comes after it`;
      const file = segments[0]?.name ?? name;
      return { ok: false, failure: { kind: 'log-damaged', file, line: 1, byte: 0, why } };
    }
    const path = join(ws.dir, name);
    const head = readHead(path);
    if (head === undefined) {
      return { ok: false, failure: missing(name, segments) };
    }
    segments.unshift({ path, name, from: { ...head.from, bytes: 0 }, bytes, sha256 });
    if (head.before === null) return { ok: true, segments };
    ({ name, bytes, sha256 } = head.before);
  }
}

function missing(name: string, later: readonly Segment[]): Failure {
  return later.length === 0 ? { kind: 'log-missing' } : { kind: 'segment-missing', file: name };
}

type Before = Readonly<{ name: string; bytes: number; sha256: string }>;
type Head = Readonly<{ from: Readonly<{ events: number; crc: string }>; before: Before | null }>;

/** How a file of the log begins. One that cannot be read as such begins the log: damage is reported by its reader. */
function readHead(path: string): Head | undefined {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return headOf(fd);
  } finally {
    closeSync(fd);
  }
}

/** Whether an open file is the one that was listed: the log may have been sealed since. */
export function isListed(fd: number, { from }: Segment): boolean {
  const head = headOf(fd);
  return head.from.events === from.events && head.from.crc === from.crc;
}

/** The first record of a segment is ours and short. */
const HEAD_BYTES = 4096;

function headOf(fd: number): Head {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const first = readLine(bytes.subarray(0, readSync(fd, bytes, 0, HEAD_BYTES, 0)), 0);
  const none = { from: { events: 0, crc: '00000000' }, before: null };
  if (!first.ok || first.record.type !== SEALED) return none;
  const { payload, prev, event_id } = first.record;
  const from = { events: numberOf(event_id) - 1, crc: prev };
  return {
    from,
    before: {
      name: String(payload.file),
      bytes: Number(payload.bytes),
      sha256: String(payload.sha256),
    },
  };
}

export function segmentName(n: number): string {
  return `archive/events-${String(n).padStart(6, '0')}.jsonl`;
}
