// What state.json says before any goal is read: all that an event without a goal looks at.

import { isObject } from '../files/parse-json.ts';
import { eventId } from '../kernel/state/ids.ts';
import type { StoredState } from '../model/state/state.ts';
import { STATE_VERSION } from '../model/vocabulary.ts';

/** What state.json says of everything but goals. */
export type Head = Omit<StoredState, 'goals'>;

/** Throws if it is none. */
export function headOf(stored: string): Head {
  const head = JSON.parse(stored);
  if (!isUsable(head)) throw new SyntaxError('not a state of this version');
  return head;
}

/** Whether this version can use what stands in a state.json, as far as a quiet event builds on it. */
export function isUsable<T extends Head>(stored: T | undefined): stored is T {
  return (
    stored?.schema_version === STATE_VERSION &&
    typeof stored.log?.bytes === 'number' &&
    // Said twice, because the next event gets the next number.
    stored.as_of === eventId(stored.log.events) &&
    Array.isArray(stored.deliveries) &&
    [stored.counters, stored.config, stored.sessions, stored.retired].every(isObject)
  );
}
