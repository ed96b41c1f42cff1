import type { Fact, FactOf, FactType, Timed } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { NodeState } from '../../model/state/node-state.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { outcomeOf } from '../graph/edges.ts';
import { edgesFrom, joinOf } from '../graph/graph.ts';
import { dayOf } from '../state/ids.ts';
import { entry } from '../state/queries.ts';

/** What one type of fact means for the state. It never refuses: what no longer fits changes nothing. */
export type Meaning<T extends FactType> = Readonly<{
  /** taskgraph.json looks different after it. */
  shown?: true;
  apply: (state: State, fact: Timed<FactOf<T>>) => void;
}>;

/** One entry a fact: a family without one of its facts does not compile. */
export type Meanings<F extends Fact> = Readonly<{ [T in F['type']]: Meaning<T> }>;

/** The goal a fact is about, if it is open. */
export function goalOf(state: State, fact: Readonly<{ goal_id?: string | undefined }>) {
  return entry(state.goals, fact.goal_id);
}

type OfNode = Readonly<{ goal_id: string; node_id: string }>;
type OfRun = OfNode & Readonly<{ run_id: string }>;

/** For what changes a node: nothing happens where goal or node are not there. */
export function withNode<F extends OfNode>(
  apply: (at: Readonly<{ goal: Goal; id: string; node: NodeState; state: State }>, fact: F) => void,
): (state: State, fact: F) => void {
  return (state, fact) => {
    const goal = goalOf(state, fact);
    const node = goal && entry(goal.nodes, fact.node_id);
    if (goal && node) apply({ goal, id: fact.node_id, node, state }, fact);
  };
}

/** For what changes a run. */
export function withRun<F extends OfRun>(
  apply: (at: Readonly<{ goal: Goal; run: Run; state: State }>, fact: F) => void,
): (state: State, fact: F) => void {
  return (state, fact) => {
    const goal = goalOf(state, fact);
    const run = goal && entry(goal.runs, fact.run_id);
    if (goal && run) apply({ goal, run, state }, fact);
  };
}

/** For what is written down and changes no state. */
export const ON_RECORD = { apply: () => undefined } as const;

/** Counters that count for a day begin at zero with the next one. */
export function turnDay(state: State, timestamp: string): void {
  const day = dayOf(state, timestamp);
  if (state.counters.day === day) return;
  Object.assign(state.counters, { day, artifact_sessions: 0, role_seq: {} });
}

/** What is known about the guard of a role. */
export function seeGuard(state: State, role: string, seen: Partial<State['guards'][string]>): void {
  state.guards[role] = { seen: null, missed: null, ...entry(state.guards, role), ...seen };
}

/** A node nobody has worked on. */
export function newNode(): NodeState {
  return {
    status: 'pending',
    attempts: 0,
    reopened: 0,
    unstarted: 0,
    started_at: null,
    finished_at: null,
    base: null,
    findings: [],
    answers: [],
  };
}

/** The only way a node changes: what becomes of the edges that leave it follows from its status. */
export function putNode(goal: Goal, id: string, next: NodeState): void {
  const before = goal.nodes[id];
  goal.nodes[id] = next;
  if (before?.status === next.status) return;
  for (const edge of edgesFrom(goal, id)) {
    edge.outcome = outcomeOf(edge.condition, next.status, joinOf(goal, edge.to));
  }
}
