// state.json: what the log says, kept so that a hook need not read it. A cache that is ahead of,
// behind, or foreign to the log is ignored and made again.

import type { Log } from '../log/open-log.ts';
import { readTail } from '../log/read-tail.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state/state.ts';
import { cursorOf, fold, moveTo } from './fold.ts';
import { readStored } from './read-state.ts';
import { rebuildState } from './rebuild-state.ts';

type Caught =
  | Readonly<{
      ok: true;
      state: State;
      tornAt: number | null;
      /** Where the log ends. */
      end: number;
      /** Void steps behind the last counted record. */
      behind: number;
      /** Where state.json stood; -Infinity if it was no use. */
      bytes: number;
      last_shown: string;
    }>
  | Readonly<{ ok: false; failure: Failure }>;

/** The state as of the log's last counted record; from `state`, or from the log itself where there is none. */
export function catchUp(log: Log, state: State | undefined): Caught {
  const tail = state ? readTail(log, cursorOf(state)) : undefined;
  if (!state || tail?.kind !== 'read') {
    if (tail?.kind === 'failed') return { ok: false, failure: tail.failure };
    // The log may have been sealed since `state` was read, and state.json knows the new one.
    const stored = state && readStored(log.ws);
    if (stored && stored.log.crc !== state.log.crc) return catchUp(log, stored);
    const rebuilt = rebuildState(log.ws);
    return rebuilt.ok ? { ...rebuilt, bytes: Number.NEGATIVE_INFINITY, last_shown: '' } : rebuilt;
  }
  const { bytes, last_shown } = state.log;
  for (const record of tail.records) fold(state, record, log.ws);
  moveTo(state, tail.cursor);
  const { tornAt, end, voids, voidSteps } = tail;
  state.log.void_steps += voidSteps;
  const behind = voids.length - voidSteps;
  return { ok: true, state, tornAt, end, behind, bytes, last_shown };
}
