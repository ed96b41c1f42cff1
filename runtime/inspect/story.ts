// `wukong why`: the events that led to a node, a run or an event, oldest first. The log is read twice:
// once for what there is to ask about, and once for the chain; so a long one needs little memory.

import { emptyState } from '../kernel/empty-state.ts';
import { numberOf } from '../kernel/ids.ts';
import { isFact } from '../kernel/reduce.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { Goal, State } from '../model/state.ts';
import { fold } from '../store/fold.ts';
import { graphFile, refOf, withPlan } from '../store/graphs.ts';
import { readHistory } from '../store/history.ts';
import type { Workspace } from '../store/paths.ts';
import type { OnWork } from './on-work.ts';

export type Subject =
  | Readonly<{ kind: 'event'; number: number }>
  | Readonly<{ kind: 'run'; id: string }>
  /** `goal` is null where only the short form was given. */
  | Readonly<{ kind: 'node'; id: string; goal: string | null }>;

export type Story =
  | Told
  /** What there is to ask about: `G-0001/N-010` and run ids. */
  | Readonly<{ kind: 'unknown'; nodes: readonly string[]; runs: readonly string[]; last: string }>
  /** Several goals have a node of this name. */
  | Readonly<{ kind: 'choose'; nodes: readonly string[] }>
  | Readonly<{ kind: 'failed'; failure: Failure }>;

export type Told = Readonly<{
  kind: 'told';
  at: About;
  chain: readonly EventRecord[];
  /** Of an event: what was written with it, and what set that off. */
  step: Readonly<{ records: readonly EventRecord[]; cause: Cause }> | null;
  /** How everything stands now. */
  state: State;
}>;

export type About = Readonly<{ goal?: string; node?: string; run?: string; event?: string }>;

export type Cause =
  | Readonly<{ kind: 'host'; event: EventRecord }>
  | Readonly<{ kind: 'verdict'; run: string }>
  | Readonly<{ kind: 'ourselves' }>;

export function tellStory(ws: Workspace, subject: Subject, onWork: OnWork): Story {
  const seen = survey(ws, subject, onWork);
  if ('failure' in seen) return { kind: 'failed', failure: seen.failure };
  const { nodes, runs, state, step, lost } = seen;
  const unknown: Story = { kind: 'unknown', nodes, runs: [...runs.keys()], last: state.as_of };
  const whole = (at: NodeAt & About): Story => {
    const chain = chainOf(ws, at, Number.POSITIVE_INFINITY, onWork);
    return { kind: 'told', at, chain, step: null, state };
  };
  if (subject.kind === 'event') {
    const record = step?.find(({ event_id }) => numberOf(event_id) === subject.number);
    if (!step || !record) return unknown;
    const { goal_id: goal, node_id: node, run_id: run, event_id: event } = record;
    const at = { ...(goal && { goal }), ...(node && { node }), ...(run && { run }), event };
    const chain = goal && node ? chainOf(ws, { goal, node }, subject.number, onWork) : [];
    return { kind: 'told', at, chain, step: { records: step, cause: causeOf(step) }, state };
  }
  if (subject.kind === 'run') {
    const of = runs.get(subject.id);
    if (!of) return unknown;
    return whole({ ...of, run: subject.id });
  }
  const named = nodes.filter((full) => isNamed(full, subject));
  const open = named.filter((full) => splitNode(full).goal in state.goals);
  const [only, second] = open.length === 1 ? open : named;
  if (only === undefined) {
    const [failure] = lost.filter((one) => (subject.goal ?? one.goal) === one.goal);
    return failure ? { kind: 'failed', failure } : unknown;
  }
  if (second !== undefined) return { kind: 'choose', nodes: named };
  return whole(splitNode(only));
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
  onWork: OnWork,
): Survey | Readonly<{ failure: Failure }> {
  const state = emptyState();
  const nodes: string[] = [];
  const runs = new Map<string, NodeAt>();
  const lost: LostGraph[] = [];
  let step: readonly EventRecord[] | undefined;
  const failure = readSteps(ws, onWork, (records) => {
    for (const record of records) {
      const { type, goal_id: goal, node_id: node, run_id: run } = record;
      fold(state, record, ws);
      if (type === 'goal.created') {
        const { nodes: specs, failure } = planOf(ws, record);
        for (const { id } of specs) nodes.push(`${goal}/${id}`);
        if (failure) lost.push(failure);
      }
      if (type === 'run.dispatched' && goal && node && run) runs.set(run, { goal, node });
      if (subject.kind === 'event' && numberOf(record.event_id) === subject.number) step = records;
    }
  });
  return failure ? { failure } : { state, nodes, runs, step, lost };
}

/** Hands out the log step by step. */
function readSteps(
  ws: Workspace,
  onWork: OnWork,
  take: (records: readonly EventRecord[]) => void,
): Failure | undefined {
  let step: EventRecord[] = [];
  const history = readHistory(
    ws,
    (record) => {
      step.push(record);
      if (record.left > 0) return true;
      onWork(`${record.event_id} read`);
      take(step);
      step = [];
      return true;
    },
    'count',
  );
  return history.ok ? undefined : history.failure;
}

/** What is said often and explains nothing. */
const DULL = ['node.offered', 'run.guarded', 'notice.added', 'notice.given'];
/** What a node waits for is the end of others. */
const ENDS = ['node.done', 'node.failed', 'node.skipped', 'node.reopened'];

/** The events about a node, or about one run of it, up to an event. */
function chainOf(
  ws: Workspace,
  at: NodeAt & Readonly<{ run?: string }>,
  upTo: number,
  onWork: OnWork,
): EventRecord[] {
  const chain: EventRecord[] = [];
  let upstream: readonly string[] = [];
  let ready: EventRecord | undefined;
  readSteps(ws, onWork, (records) => {
    const isOfRun = at.run !== undefined && records.some((record) => record.run_id === at.run);
    for (const record of records) {
      if (record.goal_id !== at.goal || numberOf(record.event_id) > upTo) continue;
      const { type, node_id, run_id } = record;
      if (type === 'goal.created') {
        upstream = upstreamOf(planOf(ws, record).edges, at.node);
      }
      if (DULL.includes(type)) continue;
      const isOfNode = node_id === at.node;
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

type PlanRead = Pick<Goal, 'edges'> & { nodes: Goal['specs']; failure?: LostGraph };

/** Of a large goal it is in a file. */
function planOf(ws: Workspace, record: EventRecord): PlanRead {
  if (!record.payload.graph) return record.payload as PlanRead;
  const { nodes, edges, lost } = withPlan(ws, record).payload;
  const goal = record.goal_id ?? '';
  const file = graphFile(refOf(record) ?? { sha256: '?' });
  return { nodes, edges, ...(lost ? { failure: { kind: 'graph-lost', goal, file, lost } } : {}) };
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
