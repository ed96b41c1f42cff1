import type { Draft } from '../model/event.ts';
import type { State } from '../model/state.ts';
import { reduce } from './reduce.ts';

type Scope = Readonly<{
  session_id?: string | undefined;
  goal_id?: string | undefined;
  node_id?: string | undefined;
  run_id?: string | undefined;
}>;

/**
 * One step in the making. Facts are reduced as they are emitted, so admission always reads the
 * state they lead to; nothing is true until the whole step stands in the log.
 */
export type Step = Readonly<{
  state: State;
  now: string;
  drafts: readonly Draft[];
  emit: (type: string, scope: Scope, payload?: Draft['payload']) => void;
}>;

/** `now` is an ISO timestamp in UTC with milliseconds. The step takes over `state`. */
export function openStep(state: State, now: string): Step {
  const drafts: Draft[] = [];
  return {
    state,
    now,
    drafts,
    emit(type, scope, payload = {}) {
      const draft: Draft = { type, timestamp: now, ...scope, payload };
      reduce(state, draft);
      drafts.push(payload.graph === undefined ? draft : { ...draft, payload: named(payload) });
    },
  };
}

/** What is written names the file of a large plan; what is reduced has the plan itself. */
function named({ nodes: _, edges: __, ...rest }: Draft['payload']): Draft['payload'] {
  return rest;
}
