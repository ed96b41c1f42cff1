import type { Asked } from '../../model/condition.ts';
import type { Edge } from '../../model/edge.ts';
import type { Fact, Timed } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { closedBy, openedBy } from '../escalations/follow.ts';
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
  /** What a condition comes to. Left out where nobody asks: then its edge stays open. */
  ask?: Ask | undefined;
}>;

export type Ask = (goal: Goal, edge: Edge) => Asked;

/** `now` is an ISO timestamp in UTC with milliseconds. The step takes over `state`. */
export function openStep(state: State, now: string, ask?: Ask): Step {
  const facts: Timed[] = [];
  const record = (fact: Fact): void => {
    const timed: Timed = { ...fact, timestamp: now };
    reduce(state, timed);
    facts.push(written(timed));
  };
  return {
    state,
    now,
    facts,
    ask,
    // What a person is asked opens and closes with the facts it is about.
    emit(fact) {
      for (const closed of closedBy(state, fact, facts)) record(closed);
      record(fact);
      for (const opened of openedBy(state, fact)) record(opened);
    },
  };
}

/** What is written names the file of a large plan; what is reduced has the plan itself. */
function written(fact: Timed): Timed {
  if (fact.type !== 'goal.created' || fact.payload.graph === undefined) return fact;
  const { nodes: _, edges: __, ...payload } = fact.payload;
  return { ...fact, payload };
}
