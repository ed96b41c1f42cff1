// What the log says of work: runs, goals, turns, gates and what was used, in one pass. Pure.

import { upcast } from '../kernel/reduce/upcast.ts';
import type { Elsewhere } from '../model/actors/lease.ts';
import type { EventRecord } from '../model/event.ts';
import type { NodeSpec } from '../model/node.ts';
import type { ByModel } from '../model/usage/usage.ts';
import type { EvidenceLevel, Role } from '../model/vocabulary.ts';
import { largestOf } from '../usage/sums.ts';
import { sumOf, type Usage, usageIn } from './usage-in.ts';

export type RunSeen = {
  readonly id: string;
  readonly goal: string;
  readonly node: string;
  readonly role: Role;
  readonly dispatched_at: string;
  ended_at?: string;
  outcome?: string;
  sent_back: number;
  level?: EvidenceLevel;
  overclaimed: boolean;
  output_tokens: number;
  used?: Usage | undefined;
  /** By its executor, who alone says so. */
  claimed?: ByModel;
  /** The worker of the team that carried it out. */
  elsewhere?: Elsewhere | undefined;
  /** As it was dispatched. */
  expected_usd: number | null;
};

type PlannedNode = Pick<NodeSpec, 'title'>;

type GoalSeen = {
  readonly id: string;
  readonly title: string;
  readonly created_at: string;
  /** By node id. */
  readonly nodes: Record<string, PlannedNode>;
  ended_at?: string;
  end?: 'completed' | 'aborted';
  /** How often its main agent ended a turn. */
  turns: number;
  /** By the main agent. */
  used?: Usage | undefined;
};

export type Seen = Readonly<{
  goals: Map<string, GoalSeen>;
  runs: Map<string, RunSeen>;
  gates: { passed: number; failed: number };
  /** By session: the goal its main agent works on. The turn in which that ends is one for it, too. */
  works_on: Map<string, string>;
}>;

export function nothingSeen(): Seen {
  return {
    goals: new Map(),
    runs: new Map(),
    gates: { passed: 0, failed: 0 },
    works_on: new Map(),
  };
}

/** `only`: one goal. */
export function see(seen: Seen, record: EventRecord, only?: string): void {
  const { goal_id, run_id } = record;
  if (record.type === 'Stop' || record.type === 'StopFailure') {
    seeTurn(seen, record);
    return;
  }
  if (record.type === 'goal.owned') seeOwner(seen, record);
  if (goal_id === undefined || (only !== undefined && goal_id !== only)) return;
  const goal = seen.goals.get(goal_id);
  const run = run_id === undefined ? undefined : seen.runs.get(run_id);
  const used = usageIn(record);
  if (used) {
    const by = run ?? goal;
    if (by) by.used = sumOf(by.used, used);
    return;
  }
  const fact = upcast(record);
  switch (fact.type) {
    case 'goal.created': {
      const { title, nodes = [] } = fact.payload;
      const planned = Object.fromEntries(nodes.map((node) => [node.id, plannedOf(node)]));
      const made = { id: goal_id, title, created_at: fact.timestamp };
      seen.goals.set(goal_id, { ...made, nodes: planned, turns: 0 });
      return;
    }
    case 'node.added':
      if (goal) goal.nodes[fact.node_id] = plannedOf(fact.payload.spec);
      return;
    case 'graph.grown':
      for (const spec of fact.payload.specs) if (goal) goal.nodes[spec.id] = plannedOf(spec);
      return;
    case 'graph.completed':
    case 'graph.aborted':
      if (!goal) return;
      goal.ended_at = fact.timestamp;
      goal.end = fact.type === 'graph.completed' ? 'completed' : 'aborted';
      return;
    case 'run.dispatched': {
      const { node_id: node, run_id: id, timestamp: dispatched_at } = fact;
      const { role } = fact.payload;
      const made = { id, goal: goal_id, node, role, dispatched_at };
      const expected_usd = fact.payload.expected?.usd ?? null;
      const start = { sent_back: 0, overclaimed: false, output_tokens: 0, expected_usd };
      seen.runs.set(id, { ...made, ...start });
      return;
    }
    case 'run.leased':
      if (run) run.elsewhere = fact.payload.elsewhere ?? run.elsewhere;
      return;
    case 'usage.claimed':
      if (run) run.claimed = largestOf(run.claimed ?? {}, fact.payload.models);
      return;
    case 'run.sent_back':
      if (run) run.sent_back += 1;
      return;
    case 'evidence.graded':
      if (!run) return;
      run.level = fact.payload.level;
      run.overclaimed ||= fact.payload.overclaimed;
      run.output_tokens = fact.payload.outputs.output_tokens;
      return;
    case 'gate.finished':
      if (fact.payload.outcome === 'pass') seen.gates.passed += 1;
      else if (fact.payload.outcome !== 'unavailable') seen.gates.failed += 1;
      return;
    case 'run.ended':
      if (!run) return;
      run.ended_at = fact.timestamp;
      run.outcome = fact.payload.outcome;
      return;
    case 'run.excused':
      if (run) run.outcome = 'lost';
      return;
  }
}

/** Its record names the goal only while that is open. */
function seeTurn(seen: Seen, { goal_id, session_id = '' }: EventRecord): void {
  const goal = seen.goals.get(goal_id ?? seen.works_on.get(session_id) ?? '');
  if (!goal) return;
  goal.turns += 1;
  if (goal.end !== undefined) seen.works_on.delete(session_id);
}

function seeOwner({ works_on }: Seen, record: EventRecord): void {
  const fact = upcast(record);
  if (fact.type !== 'goal.owned') return;
  const { owner } = fact.payload;
  for (const [session, goal] of works_on) if (goal === fact.goal_id) works_on.delete(session);
  if (owner.kind === 'session') works_on.set(owner.session_id, fact.goal_id);
}

/** A log is long, and of a plan little is wanted here. */
function plannedOf({ title }: NodeSpec): PlannedNode {
  return { title };
}
