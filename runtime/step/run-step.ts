// One step: lock → apply what others appended → admit → append all records in one write, the healing
// of a torn tail first → check that the file grew by exactly these bytes → sync → caches → unlock.

import { constants, existsSync, fdatasyncSync } from 'node:fs';
import { catchUp } from '../cache/catch-up.ts';
import { cursorOf, moveTo, note } from '../cache/fold.ts';
import { BrokenCache, readAllGoals } from '../cache/goal-files.ts';
import { readStored } from '../cache/read-state.ts';
import { saveState } from '../cache/save-state.ts';
import { saveTaskgraph } from '../cache/save-taskgraph.ts';
import { askCondition } from '../conditions/ask.ts';
import { removeIfThere } from '../files/changing.ts';
import { codeOf, fileFailure, orFailure } from '../files/file-failure.ts';
import { openStep, type Step } from '../kernel/requests/step.ts';
import { isLarge } from '../kernel/views/taskgraph.ts';
import { findStep } from '../log/find-step.ts';
import { type Held, takeLock } from '../log/lock.ts';
import { closeLog, grewBy, type Log, openLog } from '../log/open-log.ts';
import { encodeStep, lastCrc } from '../log/record.ts';
import { followLog } from '../log/second-copy.ts';
import { blank, setAside } from '../log/set-aside-torn.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state/state.ts';
import { isFact } from '../model/vocabulary.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { homeElsewhere } from '../workspace/team-note.ts';
import { MAX_BEHIND } from './append-one.ts';
import { writeAsked } from './asked-files.ts';
import { drainInbox, emptyInbox } from './drain-inbox.ts';
import { type Sealed, sealLog } from './seal-log.ts';

const WAIT_MS = 2000;
/** The log is sealed when it has grown beyond this: some two hundred thousand events. */
const SEAL_AT_BYTES = 64 * 1024 * 1024;

type StepOptions = Readonly<{
  waitMs?: number;
  now?: () => string;
  /** What state.json said a moment ago: the log has what came since, so it need not be read again. */
  cached?: State | undefined;
}>;

type StepResult<T> =
  | Readonly<{ ok: true; value: T; state: State; records: readonly EventRecord[] }>
  | Readonly<{ ok: false; failure: Failure }>;

/**
 * Runs `body` on the present state and makes what it emitted true. `body` may run again when its
 * step lost the race for the log, so it must not touch anything but the step.
 */
export function runStep<T>(
  ws: Workspace,
  body: (step: Step) => T,
  options: StepOptions = {},
): StepResult<T> {
  return orFailure((): StepResult<T> => {
    const lock = takeLock(files.lock(ws), options.waitMs ?? WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    try {
      let cached = options.cached ?? readStored(ws);
      let handedIn = options.cached !== undefined;
      for (;;) {
        // Each time: a log that was moved meanwhile is a reason for a step to be void.
        const home = homeElsewhere(ws);
        if (home !== undefined) return { ok: false, failure: { kind: 'not-home', home } };
        const now = options.now ? options.now() : new Date().toISOString();
        const result = attempt(ws, body, now, lock.held, cached);
        if (result !== 'void' && result !== 'broken') {
          if (result.ok && result.state.log.bytes > SEAL_AT_BYTES) {
            afterwards(ws, false, () => sealLog(ws, lock.held));
          }
          if (
            result.ok &&
            result.records.length > 0 &&
            Object.keys(result.state.goals).length > 0
          ) {
            const { log_id } = result.state;
            afterwards(ws, false, () => followLog(ws, log_id));
          }
          return result;
        }
        // What was handed in may name files of goals that have been replaced since.
        cached = result === 'void' || handedIn ? readStored(ws) : undefined;
        handedIn = false;
      }
    } finally {
      lock.held.release();
    }
  });
}

/** Seals the log at once, whatever its size. */
export function archiveLog(ws: Workspace): Sealed {
  return orFailure((): Sealed => {
    const lock = takeLock(files.lock(ws), WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    try {
      const home = homeElsewhere(ws);
      if (home !== undefined) return { ok: false, failure: { kind: 'not-home', home } };
      return sealLog(ws, lock.held);
    } finally {
      lock.held.release();
    }
  });
}

/** A file that was replaced in this moment is read under its new name, which is in state.json. */
const RETRIES = 3;

/**
 * The state without a step: for those who only look. Takes no lock, so files of goals may be replaced
 * as soon as `look` has seen what it needs; by default it sees all of them.
 */
export function readState<T = void>(
  ws: Workspace,
  look: (state: State) => T = readAllGoals as (state: State) => T,
  cached?: State | undefined,
): StepResult<T> {
  return orFailure((): StepResult<T> => {
    // Who only looks may do so where nobody may write.
    const log = openLog(ws, constants.O_RDONLY);
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          const known = tries === 0 && cached ? cached : undefined;
          return lookAt(log, known ?? (tries < RETRIES ? readStored(ws) : undefined), look);
        } catch (error) {
          if (!isOfCache(error) || tries === RETRIES) throw error;
        }
      }
    } finally {
      closeLog(log);
    }
  });
}

function lookAt<T>(log: Log, cached: State | undefined, look: (state: State) => T): StepResult<T> {
  const caught = catchUp(log, cached);
  if (!caught.ok) return caught;
  const { state } = caught;
  return { ok: true, value: look(state), state, records: [] };
}

/**
 * A cache that says what no hook ever wrote shows in what then goes wrong. What is a bug of ours goes
 * wrong on the state that the log gives as well, and what the system refuses has a code of its own.
 */
function isOfCache(error: unknown): boolean {
  return error instanceof BrokenCache || !/^E(?!RR_)/.test(codeOf(error));
}

/** Void: another writer was faster, and the step is repeated. Broken: the cache was none. */
type Again = 'void' | 'broken';

function attempt<T>(
  ws: Workspace,
  body: (step: Step) => T,
  now: string,
  held: Held,
  cached: State | undefined,
): StepResult<T> | Again {
  // Opened again each time: the log may have been sealed since, and another file have its place.
  const log = openLog(ws);
  try {
    return attemptOn(log, body, now, held, cached);
  } catch (error) {
    if (cached && isOfCache(error)) return 'broken';
    throw error;
  } finally {
    closeLog(log);
  }
}

function attemptOn<T>(
  log: Log,
  body: (step: Step) => T,
  now: string,
  held: Held,
  cached: State | undefined,
): StepResult<T> | Again {
  const caught = catchUp(log, cached);
  if (!caught.ok) return caught;
  const { state, tornAt, end, behind } = caught;
  const cursor = cursorOf(state);
  // Named where it is called: naming it loads the language of conditions.
  const step = openStep(state, now, (goal, edge) => askCondition(goal, edge));
  const torn = tornAt === null ? undefined : { at: tornAt, end };
  if (torn) {
    setAside(log, torn, state.as_of);
    step.emit({ type: 'log.healed', payload: { byte: torn.at, bytes: torn.end - torn.at } });
  }
  // Asked first, because there is seldom anything.
  const drained = existsSync(files.inbox(log.ws)) ? drainInbox(log.ws, step) : undefined;
  const value = body(step);
  if (step.facts.length === 0) {
    refresh(log.ws, state, caught, []);
    if (drained) emptyInbox(log.ws, drained);
    return { ok: true, value, state, records: [] };
  }
  const encoded = encodeStep(step.facts, cursor);
  if (!encoded.ok) {
    const { type, size } = encoded;
    return { ok: false, failure: { kind: 'record-too-large', type, bytes: size } };
  }
  const { records } = encoded;
  // Behind half a line a new one is begun.
  const bytes = torn ? Buffer.concat([NEWLINE, encoded.bytes]) : encoded.bytes;
  const crc = lastCrc(bytes);
  // If the lock was not ours all the while, or the file not the log, it counts iff a reader says so.
  const appended =
    grewBy(log, bytes, end) && held.isMine()
      ? { bytes: end + bytes.length, crc, voidSteps: behind }
      : findStep(log.ws, cursor, crc);
  if (!appended) return 'void';
  if (drained?.taken.length || hasFacts(records)) fdatasyncSync(log.fd);
  for (const record of records) note(state, record);
  moveTo(state, { events: cursor.events + records.length, ...appended });
  state.log.void_steps += appended.voidSteps;
  const isCached = caught.bytes !== Number.NEGATIVE_INFINITY;
  afterwards(log.ws, isCached, () => {
    if (torn) blank(log, torn, held);
    if (drained) emptyInbox(log.ws, drained);
    refresh(log.ws, state, caught, records);
    if (records.some(({ type }) => type.startsWith('escalation.'))) {
      writeAsked(log.ws, records);
    }
  });
  return { ok: true, value, state, records };
}

const NEWLINE = Buffer.from('\n');

/**
 * The step is counted: whatever fails now, it happened, and must not be reported as if it had not. Caches
 * are made again, and what was taken from the inbox is known by its key.
 */
function afterwards(ws: Workspace, isCached: boolean, tidy: () => void): void {
  try {
    tidy();
  } catch (error) {
    const isNone = error instanceof BrokenCache || (isCached && isOfCache(error));
    if (isNone) removeIfThere(files.state(ws));
    else {
      const failure = JSON.stringify(fileFailure(error));
      process.stderr.write(`wukong: recorded, but not tidied up: ${failure}\n`);
    }
  }
}

function hasFacts(records: readonly EventRecord[]): boolean {
  for (const record of records) if (isFact(record.type)) return true;
  return false;
}

/**
 * Brings the caches up to the step. What taskgraph.json shows is there when the hook returns (of a
 * large graph at Stop); state.json may lag behind by host events while sessions work.
 */
function refresh(
  ws: Workspace,
  state: State,
  before: Readonly<{ bytes: number; last_shown: string }>,
  records: readonly EventRecord[],
): void {
  if (state.log.last_shown !== before.last_shown) saveTaskgraph(ws, state, false);
  else if (isStopOfGoal(records[0]) && isLarge(state)) saveTaskgraph(ws, state, true);
  const behind = state.log.bytes - before.bytes;
  // When a session ends nobody waits, and what is left should need no log to be read.
  const atEnd = records[0]?.type === 'SessionEnd';
  if (behind > MAX_BEHIND || atEnd || hasFacts(records)) saveState(ws, state);
}

function isStopOfGoal(record: EventRecord | undefined): boolean {
  return record?.type === 'Stop' && record.goal_id !== undefined;
}
