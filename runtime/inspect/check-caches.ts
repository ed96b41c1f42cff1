import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { makeCaches } from '../cache/make-caches.ts';
import { openToRead, readIfThere, readPiece } from '../files/reading.ts';
import { numberOf } from '../kernel/state/ids.ts';
import { isLarge } from '../kernel/views/taskgraph.ts';
import type { VoidStep } from '../log/history.ts';
import { MARK_BYTES, markOf } from '../log/record.ts';
import type { Finding } from '../model/finding.ts';
import type { State } from '../model/state/state.ts';
import { FILE_VERSION, STATE_VERSION } from '../model/vocabulary.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import type { Collected } from './collect.ts';

const STATE = 'state.json';
const TASKGRAPH = 'taskgraph.json';

type Cache<T> = Readonly<{ bytes: Buffer; content: T | undefined }> | undefined;
type StateHead = Pick<State, 'schema_version' | 'as_of' | 'log'>;
type GraphHead = Readonly<{ schema_version: number; as_of: string }>;

type Caches = Readonly<{
  state: Cache<StateHead>;
  taskgraph: Cache<GraphHead>;
  /** The events they are as of. */
  wanted: ReadonlySet<string>;
}>;

export function readCaches(ws: Workspace): Caches {
  const state = read<StateHead>(
    files.state(ws),
    STATE_VERSION,
    (value) => typeof value.log?.bytes === 'number',
  );
  const taskgraph = read<GraphHead>(files.taskgraph(ws), FILE_VERSION, () => true);
  const wanted = [state?.content?.as_of, taskgraph?.content?.as_of];
  return { state, taskgraph, wanted: new Set(wanted.filter((id) => id !== undefined)) };
}

function read<T extends GraphHead>(
  path: string,
  version: number,
  isWhole: (value: T) => boolean,
): Cache<T> {
  let bytes: Buffer = Buffer.alloc(0);
  try {
    const there = readIfThere(path);
    if (there === undefined) return undefined;
    bytes = there;
    const value = JSON.parse(bytes.toString());
    const isOurs =
      value?.schema_version === version && typeof value.as_of === 'string' && isWhole(value);
    return { bytes, content: isOurs ? value : undefined };
  } catch {
    return { bytes, content: undefined };
  }
}

/** `sealedEvents`: how many records stand before the file that still grows. */
type Log = Readonly<{ voids: readonly VoidStep[]; sealedEvents: number }>;

/** Each cache against the log folded up to the event the cache names. */
export function checkCaches(
  ws: Workspace,
  caches: Caches,
  collected: Collected,
  log: Log,
): Finding[] {
  // What newer records mean is not known, so nobody can say what the caches ought to be.
  if (collected.newer.length > 0) return [{ severity: 'note', kind: 'caches-unchecked' }];
  return [...checkState(ws, caches.state, collected, log), ...checkTaskgraph(caches, collected)];
}

function checkState(
  ws: Workspace,
  cache: Caches['state'],
  collected: Collected,
  { voids, sealedEvents }: Log,
): Finding[] {
  const { snapshots } = collected;
  const unusable = unusableCache(STATE, cache);
  if (unusable || !cache?.content) return unusable ?? [];
  const { as_of: asOf, log } = cache.content;
  const state = snapshots.get(asOf);
  // The log was sealed, and that process was killed before it wrote the cache.
  if (state && log.events < sealedEvents) {
    const now = collected.state.as_of;
    return [{ severity: 'note', kind: 'cache-behind', file: STATE, asOf, now }];
  }
  if (!state || !standsThere(ws, log, asOf)) {
    return [{ severity: 'finding', kind: 'cache-foreign', file: STATE, asOf }];
  }
  const before = voids.filter(
    ({ file, byte }) => file !== 'events.jsonl' || byte < log.bytes,
  ).length;
  const { events, bytes, crc } = log;
  Object.assign(state.log, { events, bytes, crc, void_steps: before });
  return makeCaches(state)
    .filter(({ name }) => name !== TASKGRAPH)
    .flatMap((made) => {
      const there = made.name === STATE ? cache.bytes : readIfThere(join(ws.dir, made.name));
      const now = made.name === STATE ? undefined : asOfGoal(there);
      // Its writer was killed before it wrote state.json: hooks ignore both.
      if (now !== undefined && numberOf(now) > numberOf(asOf)) {
        return [{ severity: 'note', kind: 'cache-behind', file: STATE, asOf, now }];
      }
      return differing(made.name, there, made.bytes);
    });
}

function asOfGoal(bytes: Buffer | undefined): string | undefined {
  return /^\{"id":"G-\d+","as_of":"(E-\d+)"/.exec(bytes?.toString('latin1', 0, 64) ?? '')?.[1];
}

/** Whether the log has, at the byte the cache names, the end of the record it is as of. */
function standsThere(ws: Workspace, log: State['log'], asOf: string): boolean {
  if (log.events !== numberOf(asOf) || log.bytes < MARK_BYTES) return false;
  const fd = openToRead(files.log(ws));
  try {
    return readPiece(fd, log.bytes - MARK_BYTES, MARK_BYTES).toString() === markOf(log.crc);
  } finally {
    closeSync(fd);
  }
}

function checkTaskgraph({ state, taskgraph }: Caches, collected: Collected): Finding[] {
  const unusable = unusableCache(TASKGRAPH, taskgraph);
  if (unusable || !taskgraph?.content) return unusable ?? [];
  const asOf = taskgraph.content.as_of;
  const snapshot = collected.snapshots.get(asOf);
  if (!snapshot || snapshot.log.last_shown !== asOf) {
    return [{ severity: 'finding', kind: 'cache-foreign', file: TASKGRAPH, asOf }];
  }
  const made = makeCaches(snapshot).find(({ name }) => name === TASKGRAPH);
  const found = made ? differing(TASKGRAPH, taskgraph.bytes, made.bytes) : [];
  const now = collected.state.log.last_shown;
  if (now === asOf) return found;
  // The next step brings it up to date if state.json is behind as well; a large one waits for Stop.
  const isExpected = isLarge(collected.state) || state?.content?.log.last_shown !== now;
  const severity = isExpected ? 'note' : 'finding';
  return [...found, { severity, kind: 'cache-behind', file: TASKGRAPH, asOf, now }];
}

function unusableCache(file: string, cache: Cache<unknown>): Finding[] | undefined {
  if (!cache) return [{ severity: 'note', kind: 'cache-missing', file }];
  if (!cache.content) return [{ severity: 'finding', kind: 'cache-unreadable', file }];
  return undefined;
}

/** With the place of the first byte that is not as it ought to be. */
function differing(file: string, there: Buffer | undefined, made: Buffer): Finding[] {
  if (there === undefined) return [{ severity: 'note', kind: 'cache-missing', file }];
  if (there.equals(made)) return [];
  let byte = 0;
  while (byte < there.length && there[byte] === made[byte]) byte += 1;
  let line = 1;
  for (const value of there.subarray(0, byte)) if (value === 10) line += 1;
  return [{ severity: 'finding', kind: 'cache-differs', file, line, byte }];
}
