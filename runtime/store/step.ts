// One step: lock → set aside a torn tail → apply what others appended → admit → append all records
// in one write → check that the file grew by exactly these bytes → sync → caches → unlock.

import { fdatasyncSync, writeSync } from 'node:fs';
import { isShown } from '../kernel/project.ts';
import { isFact } from '../kernel/reduce.ts';
import { openStep, type Step } from '../kernel/step.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state.ts';
import { codeOf } from './atomic.ts';
import { catchUp, cursorOf, isSmall, note, saveCaches } from './cache.ts';
import { drainInbox } from './inbox.ts';
import { takeLock } from './lock.ts';
import { closeLog, type Log, logSize, openLog, readTail, setAsideTail } from './log.ts';
import { files, type Workspace } from './paths.ts';
import { type Cursor, encodeStep } from './record.ts';

const WAIT_MS = 2000;
/** Bytes that state.json may lag behind the log: some four records. */
const MAX_BEHIND = 1024;

export type StepResult<T> =
  | Readonly<{ ok: true; value: T; state: State; records: readonly EventRecord[] }>
  | Readonly<{ ok: false; failure: Failure }>;

/**
 * Runs `body` on the present state and makes what it emitted true. `body` may run again when its
 * step lost the race for the log, so it must not touch anything but the step.
 */
export function runStep<T>(
  ws: Workspace,
  body: (step: Step) => T,
  options: Readonly<{ waitMs?: number; now?: () => string }> = {},
): StepResult<T> {
  const now = options.now ?? (() => new Date().toISOString());
  try {
    const log = openLog(ws);
    try {
      const lock = takeLock(files.lock(ws), options.waitMs ?? WAIT_MS);
      if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
      try {
        for (;;) {
          const result = attempt(log, body, now, lock.held.isMine);
          if (result) return result;
        }
      } finally {
        lock.held.release();
      }
    } finally {
      closeLog(log);
    }
  } catch (error) {
    return { ok: false, failure: fileFailure(error) };
  }
}

/** The state without a step: for those who only look. Takes no lock. */
export function readState(ws: Workspace): StepResult<null> {
  try {
    const log = openLog(ws);
    try {
      const caught = catchUp(log);
      if (!caught.ok) return caught;
      return { ok: true, value: null, state: caught.state, records: [] };
    } finally {
      closeLog(log);
    }
  } catch (error) {
    return { ok: false, failure: fileFailure(error) };
  }
}

/** Undefined: the step was void, and is repeated on what the log says now. */
function attempt<T>(
  log: Log,
  body: (step: Step) => T,
  now: () => string,
  isMine: () => boolean,
): StepResult<T> | undefined {
  const caught = catchUp(log);
  if (!caught.ok) return caught;
  const { state, tornAt } = caught;
  if (tornAt !== null && !setAsideTail(log, tornAt, isMine)) return undefined;
  const cursor = cursorOf(state);
  const step = openStep(state, now());
  if (tornAt !== null) step.emit('log.healed', {}, { byte: tornAt });
  const drained = drainInbox(log.ws, step);
  const value = body(step);
  if (step.drafts.length === 0) {
    if (caught.stale) saveCaches(log.ws, state, 'large');
    return { ok: true, value, state, records: [] };
  }
  const encoded = encodeStep(step.drafts, cursor);
  if (!encoded.ok) {
    const { type, size } = encoded;
    return { ok: false, failure: { kind: 'record-too-large', type, bytes: size } };
  }
  if (!append(log, encoded.bytes, cursor)) return undefined;
  const hasFacts = encoded.records.some((record) => isFact(record.type));
  if (hasFacts || drained.length > 0) fdatasyncSync(log.fd);
  for (const done of drained) done.remove();
  for (const record of encoded.records) note(state, record);
  Object.assign(state.log, {
    events: cursor.events + encoded.records.length,
    bytes: cursor.bytes + encoded.bytes.length,
    crc: encoded.records.at(-1)?.crc ?? cursor.crc,
  });
  refresh(log.ws, state, encoded.records, caught);
  return { ok: true, value, state, records: encoded.records };
}

/**
 * Brings the caches up to the step. What taskgraph.json shows is there when the hook returns; for the
 * rest state.json may lag behind the log a little, because reading a few lines again is cheaper than
 * replacing a file.
 */
function refresh(
  ws: Workspace,
  state: State,
  records: readonly EventRecord[],
  caught: Readonly<{ stale: boolean; behind: number }>,
): void {
  const shown = records.some((record) => isShown(record.type));
  const atStop = records.some((record) => record.type === 'Stop');
  const large = caught.stale || state.finished !== undefined || (atStop && !isSmall(state));
  if (!large && !shown && caught.behind < MAX_BEHIND) return;
  saveCaches(ws, state, large ? 'large' : shown ? 'small' : 'none');
}

/**
 * Appends in one write and looks whether the file grew by exactly these bytes. If not, another
 * writer was there as well: the step counts iff a reader says so.
 */
function append(log: Log, bytes: Buffer, cursor: Cursor): boolean {
  const before = logSize(log);
  const written = writeSync(log.fd, bytes);
  if (written !== bytes.length) {
    throw Object.assign(new Error('the disk is full: the step was not recorded'), {
      code: 'ENOSPC',
    });
  }
  if (before === cursor.bytes && logSize(log) === before + bytes.length) return true;
  const tail = readTail(log, cursor);
  const mine = bytes.toString('latin1', bytes.length - 11, bytes.length - 3);
  return tail.ok && tail.records.some((record) => record.crc === mine);
}

function fileFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === '') throw error; // A bug of ours, not the disk's.
  if (code === 'ENOENT') return { kind: 'log-missing' };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'file-system', code, message };
}
