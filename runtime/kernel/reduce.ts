// What each event means for the state. Events never refuse: one that no longer fits (a late result, a
// goal that was closed since) leaves the state as it is.

import type { Draft } from '../model/event.ts';
import type { State } from '../model/state.ts';
import { HOOK_MS } from '../model/words.ts';
import { reduceFact } from './reduce-fact.ts';
import { dropIdleSession, entry } from './state.ts';

const KEPT_DELIVERIES = 256;

/**
 * Facts are ours, `noun.past_verb`, and are synced to disk before anybody is answered; host events,
 * which begin with a capital, alone are not.
 */
export function isFact(type: string): boolean {
  const first = type.charCodeAt(0);
  return first < 65 || first > 90;
}

/** Folds one event into the state it is handed (which the caller gives up). Total. */
export function reduce(state: State, event: Draft): State {
  return isFact(event.type) ? reduceFact(state, event) : reduceHost(state, event);
}

function reduceHost(state: State, event: Draft): State {
  const key = event.payload.key;
  if (typeof key === 'string') {
    state.deliveries.push(key);
    if (state.deliveries.length > KEPT_DELIVERIES) state.deliveries.shift();
  }
  const { type } = event;
  recordHook(state, event);
  if (type !== 'SessionEnd' && type !== 'SessionStart') return state;
  const session = entry(state.sessions, event.session_id);
  if (session && type === 'SessionEnd') {
    session.ended = true;
    dropIdleSession(state, event.session_id ?? '');
  }
  if (session && type === 'SessionStart') session.ended = false;
  return state;
}

/** The flight recorder: a few counts for each kind of event, however many there were. */
function recordHook(state: State, { type, timestamp, payload }: Draft): void {
  const hook = entry(state.hooks, type) ?? { count: 0, last: '', errors: 0, ms: [] };
  state.hooks[type] = hook;
  hook.count += 1;
  hook.last = timestamp;
  if (payload.hook_error !== undefined) hook.errors += 1;
  if (typeof payload.ms !== 'number') return;
  let mark = 0;
  while (mark < HOOK_MS.length && payload.ms > (HOOK_MS[mark] ?? 0)) mark += 1;
  while (hook.ms.length <= mark) hook.ms.push(0);
  hook.ms[mark] = (hook.ms[mark] ?? 0) + 1;
}
