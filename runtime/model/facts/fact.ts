// Every fact of the log. A new one begins here: its definition in the family it belongs to, then what
// it means for the state (kernel/reduce/), then its words (words/facts.ts); without these two nothing
// compiles.

import { ACCEPTANCE_FACTS, type AcceptanceFact } from './acceptance.ts';
import { CRITERIA_FACTS, type CriteriaFact } from './criteria.ts';
import { ESCALATION_FACTS, type EscalationFact } from './escalation.ts';
import { EVIDENCE_FACTS, type EvidenceFact } from './evidence.ts';
import { GOAL_FACTS, type GoalFact } from './goal.ts';
import { HOST_FACTS, type HostFact } from './host.ts';
import { LANE_FACTS, type LaneFact } from './lane.ts';
import { LOG_FACTS, type LogFact } from './log.ts';
import { MEMORY_FACTS, type MemoryFact } from './memory.ts';
import { NODE_FACTS, type NodeFact } from './node.ts';
import { ORDER_FACTS, type OrderFact } from './order.ts';
import { POST_FACTS, type PostFact } from './post.ts';
import { RUN_FACTS, type RunFact } from './run.ts';
import { USAGE_FACTS, type UsageFact } from './usage.ts';

/** Definitions, by family, in the order of docs/events.md. */
export const FAMILIES = {
  goal: GOAL_FACTS,
  node: NODE_FACTS,
  run: RUN_FACTS,
  lane: LANE_FACTS,
  order: ORDER_FACTS,
  usage: USAGE_FACTS,
  evidence: EVIDENCE_FACTS,
  acceptance: ACCEPTANCE_FACTS,
  criteria: CRITERIA_FACTS,
  escalation: ESCALATION_FACTS,
  memory: MEMORY_FACTS,
  post: POST_FACTS,
  log: LOG_FACTS,
  host: HOST_FACTS,
} as const;

/** A record whose type this version does not know: it changes nothing and is shown by its name. */
export type UnknownFact = Readonly<{
  type: 'unknown';
  session_id?: string | undefined;
  goal_id?: string | undefined;
  node_id?: string | undefined;
  run_id?: string | undefined;
  payload: Readonly<{ type: string }>;
}>;

/** What a step can write. */
export type Fact =
  | GoalFact
  | NodeFact
  | RunFact
  | LaneFact
  | OrderFact
  | UsageFact
  | EvidenceFact
  | AcceptanceFact
  | CriteriaFact
  | EscalationFact
  | MemoryFact
  | PostFact
  | LogFact
  | HostFact;
export type FactType = Fact['type'];
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>;
export type PayloadOf<T extends FactType> = FactOf<T>['payload'];

/** A fact with the time of its step: what a step is made of before it has its place in the log. */
export type Timed<F = Fact> = F & Readonly<{ timestamp: string }>;

/** A fact as it was read from the log. */
export type Recorded<F = Fact | UnknownFact> = Timed<F> &
  Readonly<{ event_id: string; v: number; left: number; prev: string; crc: string }>;
