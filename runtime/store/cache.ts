// state.json and taskgraph.json: what the log says, kept so that a hook need not read it. A cache
// that is ahead of, behind, or foreign to the log is ignored and made again.

import { readFileSync } from 'node:fs';
import { isShown, projectTaskgraph } from '../kernel/project.ts';
import { reduce } from '../kernel/reduce.ts';
import { emptyState } from '../kernel/state.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state.ts';
import type { TaskgraphEntry } from '../model/taskgraph.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { codeOf, replaceFile } from './atomic.ts';
import { type Log, readTail, START, standsAt } from './log.ts';
import { files, type Workspace } from './paths.ts';
import type { Cursor } from './record.ts';

/** Above this many open nodes taskgraph.json is refreshed at Stop and by the CLI only. */
const SMALL_GRAPH_NODES = 32;

export type Caught =
  | Readonly<{
      ok: true;
      state: State;
      tornAt: number | null;
      /** The caches were missing or foreign, or taskgraph.json does not show what is in the log. */
      stale: boolean;
      /** Bytes of the log that were read beyond the cache. */
      behind: number;
    }>
  | Readonly<{ ok: false; failure: Failure }>;

/** The state as of the log's last counted record. */
export function catchUp(log: Log): Caught {
  const cached = readJson<State>(files.state(log.ws));
  const usable =
    cached?.schema_version === FORMAT_VERSION &&
    typeof cached.log?.bytes === 'number' &&
    Array.isArray(cached.deliveries) &&
    standsAt(log, cursorOf(cached))
      ? cached
      : undefined;
  const state = usable ?? emptyState();
  const from = usable ? cursorOf(usable) : START;
  const tail = readTail(log, from);
  if (!tail.ok) return tail;
  fold(state, tail.records, tail.cursor);
  state.log.void_steps += tail.voidSteps;
  const stale = usable === undefined || tail.records.some((record) => isShown(record.type));
  const behind = tail.cursor.bytes - (usable ? from.bytes : 0);
  return { ok: true, state, tornAt: tail.tornAt, stale, behind };
}

export function cursorOf(state: State): Cursor {
  const { events, bytes, crc } = state.log;
  return { events, bytes, crc };
}

export function fold(state: State, records: readonly EventRecord[], cursor: Cursor): void {
  for (const record of records) {
    reduce(state, record);
    note(state, record);
  }
  Object.assign(state.log, cursor);
}

/** Moves the state's own marks past a record whose meaning is already in it. */
export function note(state: State, record: EventRecord): void {
  state.as_of = record.event_id;
  if (isShown(record.type)) state.log.last_shown = record.event_id;
}

/**
 * Replaces the caches. Not synced: what a power cut takes is made again from the log. `large`: also
 * the taskgraph.json of a graph too large to be written at each step.
 */
export function saveCaches(ws: Workspace, state: State, graph: 'none' | 'small' | 'large'): void {
  if (graph === 'large' || (graph === 'small' && isSmall(state))) {
    const graphs = projectTaskgraph(state, keptGraph(ws, state));
    replaceFile(files.taskgraph(ws), `${JSON.stringify(graphs, null, 1)}\n`, false);
  }
  const { finished: _, ...stored } = state;
  replaceFile(files.state(ws), `${JSON.stringify(stored)}\n`, false);
}

export function isSmall(state: State): boolean {
  let nodes = 0;
  for (const goal of Object.values(state.goals)) nodes += goal.specs.length;
  return nodes <= SMALL_GRAPH_NODES;
}

/** The finished graph that the present taskgraph.json shows and the next one has to show again. */
function keptGraph(ws: Workspace, state: State): TaskgraphEntry | undefined {
  if (state.finished || state.last_finished === null) return undefined;
  const file = readJson<{ graphs?: TaskgraphEntry[] }>(files.taskgraph(ws));
  return file?.graphs?.find((graph) => graph.goal_id === state.last_finished);
}

/** A cache that cannot be read or parsed is no cache. */
function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
