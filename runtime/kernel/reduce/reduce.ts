// What each fact means for the state: one table, a fact's meaning in one place. Facts never refuse:
// one that no longer fits (a late result, a goal that was closed since) leaves the state as it is.

import type { Fact, FactType, Timed, UnknownFact } from '../../model/facts/fact.ts';
import type { State } from '../../model/state/state.ts';
import { ACCEPTANCE_MEANINGS } from './acceptance.ts';
import { CRITERIA_MEANINGS } from './criteria.ts';
import { ESCALATION_MEANINGS } from './escalation.ts';
import { EVIDENCE_MEANINGS } from './evidence.ts';
import { GOAL_MEANINGS } from './goal.ts';
import { HOST_MEANINGS } from './host.ts';
import { LANE_MEANINGS } from './lane.ts';
import { LOG_MEANINGS } from './log.ts';
import type { Meaning, Meanings } from './meaning.ts';
import { MEMORY_MEANINGS } from './memory.ts';
import { NODE_MEANINGS } from './node.ts';
import { ORDER_MEANINGS } from './order.ts';
import { POST_MEANINGS } from './post.ts';
import { RUN_MEANINGS } from './run.ts';
import { USAGE_MEANINGS } from './usage.ts';

const MEANINGS: Meanings<Fact> = {
  ...GOAL_MEANINGS,
  ...NODE_MEANINGS,
  ...RUN_MEANINGS,
  ...LANE_MEANINGS,
  ...ORDER_MEANINGS,
  ...USAGE_MEANINGS,
  ...EVIDENCE_MEANINGS,
  ...ACCEPTANCE_MEANINGS,
  ...CRITERIA_MEANINGS,
  ...ESCALATION_MEANINGS,
  ...MEMORY_MEANINGS,
  ...POST_MEANINGS,
  ...LOG_MEANINGS,
  ...HOST_MEANINGS,
};

/** Folds one fact into the state it is handed (which the caller gives up). Total. */
export function reduce(state: State, fact: Timed<Fact | UnknownFact>): State {
  if (fact.type === 'unknown') return state;
  // A type and its meaning belong together by construction of the table.
  (MEANINGS[fact.type] as Meaning<FactType>).apply(state, fact);
  return state;
}

export function isKnownType(type: string): type is FactType {
  return Object.hasOwn(MEANINGS, type);
}

/** Whether taskgraph.json looks different after a record of this type. */
export function isShown(type: string): boolean {
  return isKnownType(type) && MEANINGS[type].shown === true;
}
