// What each event means for the state. Events never refuse: one that no longer fits (a late result, a
// goal that was closed since) leaves the state as it is.

import type { Draft } from '../model/event.ts';
import type { State } from '../model/state.ts';
import { reduceFact } from './reduce-fact.ts';
import { dropIdleSession, entry } from './state.ts';

const KEPT_DELIVERIES = 256;

/**
 * Facts are ours, `noun.past_verb`, and are synced to disk before anybody is answered; host events,
 * which begin with a capital, alone are not.
 */
export function isFact(type: string): boolean {
  return type.charCodeAt(0) > 96;
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
  if (type !== 'SessionEnd' && type !== 'SessionStart') return state;
  const session = entry(state.sessions, event.session_id);
  if (session && type === 'SessionEnd') {
    session.ended = true;
    dropIdleSession(state, event.session_id ?? '');
  }
  if (session && type === 'SessionStart') session.ended = false;
  return state;
}
