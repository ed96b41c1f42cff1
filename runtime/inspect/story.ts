// `wukong why`: the events that led to a node, a run or an event, oldest first. The log is read twice:
// once for what there is to ask about, and once for the chain; so a long one needs little memory.

import { fold } from '../cache/fold.ts';
import { upcast } from '../kernel/reduce/upcast.ts';
import type { Plan } from '../kernel/requests/goals.ts';
import { emptyState } from '../kernel/state/empty-state.ts';
import { numberOf } from '../kernel/state/ids.ts';
import { readHistory } from '../log/history.ts';
import { graphFile, refOf, withPlan } from '../log/plan-files.ts';
import type { EventRecord } from '../model/event.ts';
import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state/state.ts';
import { isFact } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';
import type { OnProgress } from './read-log.ts';

export type Subject =
  | Readonly<{ kind: 'event'; number: number }>
  | Readonly<{ kind: 'run'; id: string }>
  /** `goal` is null where only the short form was given. */
  | Readonly<{ kind: 'node'; id: string; goal: string | null }>;

export type Story =
  | FoundStory
  /** What there is to ask about: `G-0001/N-010` and run ids. */
  | Readonly<{ kind: 'unknown'; nodes: readonly string[]; runs: readonly string[]; last: string }>
  /** Several goals have a node of this name. */
  | Readonly<{ kind: 'choose'; nodes: readonly string[] }>
  | Readonly<{ kind: 'failed'; failure: Failure }>;

export type FoundStory = Readonly<{
  kind: 'found';
  at: About;
  chain: readonly EventRecord[];
  /** Of an event: what was written with it, and what set that off. */
  step: Readonly<{ records: readonly EventRecord[]; cause: Cause }> | null;
  /** How everything stands now. */
  state: State;
}>;

type About = Readonly<{ goal?: string; node?: string; run?: string; event?: string }>;

export type Cause =
  | Readonly<{ kind: 'host'; event: EventRecord }>
  | Readonly<{ kind: 'verdict'; run: string }>
  | Readonly<{ kind: 'ourselves' }>;

export function readStory(ws: Workspace, subject: Subject, onProgress: OnProgress): Story {
  const seen = survey(ws, subject, onProgress);
  if ('failure' in seen) return { kind: 'failed', failure: seen.failure };
  const { nodes, runs, state, step, lost } = seen;
  const unknown: Story = { kind: 'unknown', nodes, runs: [...runs.keys()], last: state.as_of };
  const storyOf = (at: NodeAt & About): Story => {
    const chain = chainOf(ws, at, Number.POSITIVE_INFINITY, onProgress);
    return { kind: 'found', at, chain, step: null, state };
  };
  if (subject.kind === 'event') {
    const record = step?.find(({ event_id }) => numberOf(event_id) === subject.number);
    if (!step || !record) return unknown;
    const { goal_id: goal, node_id: node, run_id: run, event_id: event } = record;
    const at = { ...(goal && { goal }), ...(node && { node }), ...(run && { run }), event };
    const chain = goal && node ? chainOf(ws, { goal, node }, subject.number, onProgress) : [];
    return { kind: 'found', at, chain, step: { records: step, cause: causeOf(step) }, state };
  }
  if (subject.kind === 'run') {
    const of = runs.get(subject.id);
    if (!of) return unknown;
    return storyOf({ ...of, run: subject.id });
  }
  const named = nodes.filter((full) => isNamed(full, subject));
  const open = named.filter((full) => splitNode(full).goal in state.goals);
  const [only, second] = open.length === 1 ? open : named;
  if (only === undefined) {
    const [failure] = lost.filter((one) => (subject.goal ?? one.goal) === one.goal);
    return failure ? { kind: 'failed', failure } : unknown;
  }
  if (second !== undefined) return { kind: 'choose', nodes: named };
  return storyOf(splitNode(only));
}

type NodeAt = Readonly<{ goal: string; node: string }>;

type Survey = Readonly<{
  state: State;
  nodes: readonly string[];
  runs: ReadonlyMap<string, NodeAt>;
  /** The whole step of the event that was asked about. */
  step: readonly EventRecord[] | undefined;
  /** Of large goals whose plan can't be had, nobody knows the nodes. */
  lost: readonly LostGraph[];
}>;

type LostGraph = Extract<Failure, { kind: 'graph-lost' }>;

function survey(
  ws: Workspace,
  subject: Subject,
  onProgress: OnProgress,
): Survey | Readonly<{ failure: Failure }> {
  const state = emptyState();
  const nodes: string[] = [];
  const runs = new Map<string, NodeAt>();
  const lost: LostGraph[] = [];
  let step: readonly EventRecord[] | undefined;
  const failure = readSteps(ws, onProgress, (records) => {
    for (const record of records) {
      const { type, goal_id: goal, node_id: node, run_id: run } = record;
      fold(state, record, ws);
      const fact = upcast(record);
      if (fact.type === 'goal.created') {
        const { nodes: specs, failure } = planOf(ws, fact);
        for (const { id } of specs) nodes.push(`${goal}/${id}`);
        if (failure) lost.push(failure);
      }
      for (const { id } of addedBy(fact)) nodes.push(`${goal}/${id}`);
      if (type === 'run.dispatched' && goal && node && run) runs.set(run, { goal, node });
      if (subject.kind === 'event' && numberOf(record.event_id) === subject.number) step = records;
    }
  });
  return failure ? { failure } : { state, nodes, runs, step, lost };
}

/** Hands out the log step by step. */
function readSteps(
  ws: Workspace,
  onProgress: OnProgress,
  take: (records: readonly EventRecord[]) => void,
): Failure | undefined {
  let step: EventRecord[] = [];
  const history = readHistory(
    ws,
    (record) => {
      step.push(record);
      if (record.left > 0) return true;
      onProgress(`${record.event_id} read`);
      take(step);
      step = [];
      return true;
    },
    'count',
  );
  return history.ok ? undefined : history.failure;
}

/** What is said often and explains nothing. */
const LEFT_OUT = ['node.offered', 'run.guarded', 'notice.added', 'notice.given'];
/** What a node waits for is the end of others. */
const ENDS = ['node.done', 'node.failed', 'node.skipped', 'node.reopened'];

/** The events about a node, or about one run of it, up to an event. */
function chainOf(
  ws: Workspace,
  at: NodeAt & Readonly<{ run?: string }>,
  upTo: number,
  onProgress: OnProgress,
): EventRecord[] {
  const chain: EventRecord[] = [];
  const upstream: string[] = [];
  let ready: EventRecord | undefined;
  readSteps(ws, onProgress, (records) => {
    const isOfRun = at.run !== undefined && records.some((record) => record.run_id === at.run);
    for (const record of records) {
      if (record.goal_id !== at.goal || numberOf(record.event_id) > upTo) continue;
      const { type, node_id, run_id } = record;
      const fact = upcast(record);
      if (fact.type === 'goal.created')
        upstream.push(...upstreamOf(planOf(ws, fact).edges, at.node));
      if (fact.type === 'node.added' || fact.type === 'graph.grown')
        upstream.push(...upstreamOf(fact.payload.edges, at.node));
      if (LEFT_OUT.includes(type)) continue;
      const isOfNode = node_id === at.node || addedBy(fact).some(({ id }) => id === at.node);
      if (at.run !== undefined) {
        if (isOfNode && type === 'node.ready' && !isOfRun) ready = record;
        if (type === 'run.dispatched' && run_id === at.run && ready) chain.push(ready);
        // What a run led to is written with it, about its node.
        if (run_id === at.run || (isOfRun && isOfNode)) chain.push(record);
        continue;
      }
      const isOfGoal = node_id === undefined && /^(?:goal|graph)\./.test(type);
      const isUpstream = ENDS.includes(type) && upstream.includes(node_id ?? '');
      if (isOfNode || isUpstream || isOfGoal) chain.push(record);
    }
  });
  return chain;
}

type PlanRead = Pick<Plan, 'nodes' | 'edges'> & { failure?: LostGraph };

/** A large one is in a file. */
function planOf(ws: Workspace, fact: Recorded<FactOf<'goal.created'>>): PlanRead {
  const { nodes = [], edges = [], lost } = withPlan(ws, fact).payload;
  const goal = fact.goal_id;
  const file = graphFile(refOf(fact) ?? { sha256: '?' });
  return { nodes, edges, ...(lost ? { failure: { kind: 'graph-lost', goal, file, lost } } : {}) };
}

/** Nodes that came into the plan of a goal that was begun. */
function addedBy(fact: ReturnType<typeof upcast>): ReadonlyArray<Readonly<{ id: string }>> {
  if (fact.type === 'node.added') return [fact.payload.spec];
  return fact.type === 'graph.grown' ? fact.payload.specs : [];
}

function upstreamOf(edges: ReadonlyArray<{ from: string; to: string }>, node: string): string[] {
  return edges.filter((edge) => edge.to === node).map((edge) => edge.from);
}

/** The client's event begins the step it sets off; a verdict is a step of its own. */
function causeOf(step: readonly EventRecord[]): Cause {
  const [head] = step;
  if (head && !isFact(head.type)) return { kind: 'host', event: head };
  const graded = step.find((record) => record.type === 'evidence.graded');
  return graded?.run_id === undefined
    ? { kind: 'ourselves' }
    : { kind: 'verdict', run: graded.run_id };
}

function splitNode(full: string): NodeAt {
  const [goal = '', node = ''] = full.split('/');
  return { goal, node };
}

function isNamed(full: string, { id, goal }: Extract<Subject, { kind: 'node' }>): boolean {
  const at = splitNode(full);
  return at.node === id && (goal === null || at.goal === goal);
}
