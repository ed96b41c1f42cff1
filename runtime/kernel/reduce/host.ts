import type { Timed } from '../../model/facts/fact.ts';
import type { HostFact } from '../../model/facts/host.ts';
import type { State } from '../../model/state/state.ts';
import { HOOK_MS } from '../../model/vocabulary.ts';
import { dropIdleSession, entry } from '../state/queries.ts';
import type { Meanings } from './meaning.ts';

const KEPT_DELIVERIES = 256;

const counted = { apply: countEvent } as const;

export const HOST_MEANINGS: Meanings<HostFact> = {
  SessionStart: {
    apply(state, fact) {
      countEvent(state, fact);
      const session = entry(state.sessions, fact.session_id);
      if (session) session.ended = false;
    },
  },
  SessionEnd: {
    apply(state, fact) {
      countEvent(state, fact);
      const session = entry(state.sessions, fact.session_id);
      if (!session) return;
      session.ended = true;
      dropIdleSession(state, fact.session_id ?? '');
    },
  },
  UserPromptSubmit: counted,
  PreToolUse: counted,
  PostToolUse: counted,
  PostToolUseFailure: counted,
  SubagentStop: counted,
  Stop: counted,
  StopFailure: counted,
  PreCompact: counted,
};

/** Remembers the delivery, and keeps the flight recorder: a few counts for each kind of event. */
function countEvent(state: State, { type, timestamp, payload }: Timed<HostFact>): void {
  if (typeof payload.key === 'string') {
    state.deliveries.push(payload.key);
    if (state.deliveries.length > KEPT_DELIVERIES) state.deliveries.shift();
  }
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
