// One day of work: what was done, decided, proven and caught, what waits, what was used, what comes next.

import { isProposal } from '../kernel/daemon.ts';
import { escalationAt } from '../kernel/escalations/follow.ts';
import { blockedNodes } from '../kernel/graph/graph.ts';
import { type Next, nextNodes } from '../kernel/next.ts';
import { upcast } from '../kernel/reduce/upcast.ts';
import { parkedUntil } from '../kernel/retries/parking.ts';
import { goalsOf, nodeState, specOf } from '../kernel/state/queries.ts';
import type { EventRecord } from '../model/event.ts';
import type { Recorded } from '../model/facts/fact.ts';
import type { Reason } from '../model/reason.ts';
import type { State } from '../model/state/state.ts';
import type { EvidenceLevel } from '../model/vocabulary.ts';
import { nothingSeen, type Seen, see } from './collect.ts';
import { type Decided, decisionsIn, takenUp } from './decided.ts';
import { retriesAmong, type WorkStats, workStats } from './work-stats.ts';

/** What was read of a day so far, and of the days before it what that needs to be understood. */
type DayFacts = Readonly<{
  day: string;
  seen: Seen;
  /** Every run up to its end: which of the day is a retry is told by those before. */
  runs: Seen;
  facts: Recorded[];
  /** Goals and runs that something of the day is about. */
  touched: Set<string>;
}>;

export type Day = Readonly<{
  day: string;
  /** It was not over when this was made: what came later is not in it. */
  so_far: boolean;
  /** Of no goal there is a record of this day; what waits and what comes next there is all the same. */
  nothing_done: boolean;
  done: ReadonlyArray<Readonly<{ goal: string; node: string | null; title: string; end: string }>>;
  decided: readonly Decided[];
  proven: ReadonlyArray<Readonly<{ goal: string; node: string; level: EvidenceLevel }>>;
  /** Of each goal the facts that say what was caught; words/goal/caught.ts reads them. */
  facts: ReadonlyArray<Readonly<{ goal: string; facts: readonly Recorded[] }>>;
  waits: readonly WaitOfDay[];
  /** Nobody was there when they were queued, and a daemon leaves them until a person says so. */
  proposals: ReadonlyArray<Readonly<{ goal: string; title: string }>>;
  spent: WorkStats;
  next: readonly Next[];
}>;

type WaitOfDay = Readonly<{
  goal: string;
  node: string | null;
  title: string;
  because: Reason | null;
  /** What a person answers it by: ESC-0001, or where it is. Null: it goes on by itself. */
  answer: string | null;
}>;

export function dayFacts(day: string): DayFacts {
  return { day, seen: nothingSeen(), runs: nothingSeen(), facts: [], touched: new Set() };
}

/** `day`: the one the record is of, here. Those after the day are not for it. */
export function seeInDay(of: DayFacts, record: EventRecord, day: string): void {
  const { goal_id, run_id, type } = record;
  if (day > of.day || (goal_id === undefined && !TURNS.includes(type))) return;
  if (TELL_RETRIES.includes(type)) see(of.runs, record);
  if (day < of.day) {
    if (NEEDED_LATER.includes(type)) see(of.seen, record);
    return;
  }
  see(of.seen, record);
  if (goal_id === undefined) return;
  of.touched.add(goal_id);
  if (run_id !== undefined) of.touched.add(run_id);
  const fact = upcast(record);
  if (fact.type !== 'unknown') of.facts.push(fact);
}

/** So that a run which began the day before is known when it ends. */
const NEEDED_LATER: readonly string[] = [
  'goal.created',
  'goal.owned',
  'node.added',
  'graph.grown',
  'run.dispatched',
];
/** Their records name a goal only while it is open. */
const TURNS: readonly string[] = ['Stop', 'StopFailure'];
const TELL_RETRIES: readonly string[] = ['run.dispatched', 'run.ended', 'run.excused'];

/** `state`: at the end of the day, or so far; `now`: an ISO time then. */
export function dayOf(
  { day, seen, runs, facts, touched }: DayFacts,
  state: State,
  now: string,
  so_far = false,
): Day {
  const title = (goal = '', node?: string): string => {
    const known = seen.goals.get(goal);
    return (node === undefined ? known?.title : known?.nodes[node]?.title) ?? node ?? goal;
  };
  const isOfDay = ([id]: readonly [string, unknown]): boolean => touched.has(id);
  const ofDay: Seen = {
    goals: new Map([...seen.goals].filter(isOfDay)),
    runs: new Map([...seen.runs].filter(isOfDay)),
    gates: seen.gates,
    works_on: seen.works_on,
  };
  return {
    day,
    so_far,
    nothing_done: touched.size === 0,
    done: facts.flatMap((fact): Day['done'] => {
      const goal = fact.goal_id ?? '';
      switch (fact.type) {
        case 'node.done':
          return [{ goal, node: fact.node_id, title: title(goal, fact.node_id), end: 'done' }];
        case 'graph.completed':
          return [{ goal, node: null, title: title(goal), end: 'completed' }];
        case 'graph.aborted':
          return [{ goal, node: null, title: title(goal), end: 'aborted' }];
        default:
          return [];
      }
    }),
    decided: [...takenUp(facts), ...facts.flatMap(decisionsIn)],
    proven: facts.flatMap((fact) =>
      fact.type === 'node.done'
        ? [{ goal: fact.goal_id, node: fact.node_id, level: fact.payload.level }]
        : [],
    ),
    facts: byGoal(facts),
    waits: waitsIn(state),
    proposals: proposalsIn(state),
    spent: workStats(ofDay, retriesAmong(runs)),
    next: nextNodes(state, now),
  };
}

function waitsIn(state: State): Day['waits'] {
  return goalsOf(state).flatMap((goal): Day['waits'] => {
    const nodes = blockedNodes(goal).map((id) => {
      const node = nodeState(goal, id);
      const because = node.status === 'blocked' ? node.because : null;
      const answer = escalationAt(state, goal.id, id)?.id ?? `${goal.id}/${id}`;
      return { goal: goal.id, node: id, title: specOf(goal, id).title, because, answer };
    });
    if (nodes.length > 0 || goal.status !== 'paused') return nodes;
    const { id, title, paused: because } = goal;
    const asked = escalationAt(state, id, null)?.id ?? id;
    const answer = parkedUntil(goal) === undefined ? asked : null;
    return [{ goal: id, node: null, title, because, answer }];
  });
}

function proposalsIn(state: State): Day['proposals'] {
  if (!state.daemon) return [];
  return goalsOf(state)
    .filter((goal) => goal.owner.kind === 'nobody' && isProposal(goal, state))
    .map(({ id, title }) => ({ goal: id, title }));
}

function byGoal(facts: readonly Recorded[]): Day['facts'] {
  const found = new Map<string, Recorded[]>();
  for (const fact of facts) {
    const goal = fact.goal_id ?? '';
    const of = found.get(goal);
    if (of) of.push(fact);
    else found.set(goal, [fact]);
  }
  return [...found].map(([goal, of]) => ({ goal, facts: of }));
}
