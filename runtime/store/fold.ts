import { isFact, reduce } from '../kernel/reduce.ts';
import { isShown } from '../kernel/shown.ts';
import { entry } from '../kernel/state.ts';
import { upcast } from '../kernel/upcast.ts';
import type { EventRecord } from '../model/event.ts';
import type { State } from '../model/state.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { withPlan } from './graphs.ts';
import type { Workspace } from './paths.ts';
import type { Cursor } from './record.ts';

/**
 * Takes a counted record into the state. What a record of a newer version means is not known here: it
 * is counted, and that is all. The kernel reads no files: a plan that the record names is brought to it.
 */
export function fold(state: State, record: EventRecord, ws: Workspace): void {
  if (record.v <= FORMAT_VERSION) {
    const known = record.v < FORMAT_VERSION ? upcast(record) : record;
    reduce(state, known.payload.graph ? withPlan(ws, known) : known);
  }
  note(state, record);
}

/** Moves the state's own marks past a record whose meaning is already in it. */
export function note(state: State, record: EventRecord): void {
  state.as_of = record.event_id;
  const { type, goal_id, event_id } = record;
  if (!isFact(type)) return;
  if (isShown(type)) state.log.last_shown = event_id;
  const goal = goal_id === undefined ? undefined : entry(state.goals, goal_id);
  if (goal) goal.as_of = event_id;
}

export function cursorOf(state: State): Cursor {
  const { events, bytes, crc } = state.log;
  return { events, bytes, crc };
}

export function moveTo(state: State, { events, bytes, crc }: Cursor): void {
  state.log.events = events;
  state.log.bytes = bytes;
  state.log.crc = crc;
}
