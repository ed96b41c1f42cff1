import type { Fact, Timed } from '../../model/facts/fact.ts';
import type { State } from '../../model/state.ts';
import { reduce } from '../reduce/reduce.ts';

/**
 * One step in the making. Facts are reduced as they are emitted, so admission always reads the
 * state they lead to; nothing is true until the whole step stands in the log.
 */
export type Step = Readonly<{
  state: State;
  now: string;
  facts: readonly Timed[];
  emit: (fact: Fact) => void;
}>;

/** `now` is an ISO timestamp in UTC with milliseconds. The step takes over `state`. */
export function openStep(state: State, now: string): Step {
  const facts: Timed[] = [];
  return {
    state,
    now,
    facts,
    emit(fact) {
      const timed: Timed = { ...fact, timestamp: now };
      reduce(state, timed);
      facts.push(written(timed));
    },
  };
}

/** What is written names the file of a large plan; what is reduced has the plan itself. */
function written(fact: Timed): Timed {
  if (fact.type !== 'goal.created' || fact.payload.graph === undefined) return fact;
  const { nodes: _, edges: __, ...payload } = fact.payload;
  return { ...fact, payload };
}
