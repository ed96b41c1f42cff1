import { isShown, reduce } from '../kernel/reduce/reduce.ts';
import { upcast } from '../kernel/reduce/upcast.ts';
import { entry } from '../kernel/state/queries.ts';
import { withPlan } from '../log/plan-files.ts';
import type { Cursor } from '../log/record.ts';
import type { EventRecord } from '../model/event.ts';
import type { State } from '../model/state/state.ts';
import { isFact } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';

/**
 * Takes a counted record into the state. What a record of a newer version means is not known here: it
 * is counted, and that is all. The kernel reads no files: a plan that the record names is brought to it.
 */
export function fold(state: State, record: EventRecord, ws: Workspace): void {
  const fact = upcast(record);
  reduce(state, fact.type === 'goal.created' ? withPlan(ws, fact) : fact);
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
