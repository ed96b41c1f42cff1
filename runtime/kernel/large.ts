// The counts and lists of a large goal (model/large.ts): how the reducer keeps them.

import type { Failure } from '../model/failure.ts';
import type { GraphRef, Large, Lost, Near, Place } from '../model/large.ts';
import type { Goal, NodeState, Run } from '../model/state.ts';
import { fires, isOver } from './fires.ts';

/** Of a goal whose nodes are all pending. */
export function beginLarge(goal: Goal, graph: GraphRef, lost: Lost | null): void {
  const { length } = goal.specs;
  goal.large = {
    graph,
    lost,
    nodes: length,
    counts: {
      pending: length,
      ready: 0,
      running: 0,
      verify: 0,
      done: 0,
      failed: 0,
      blocked: 0,
      skipped: 0,
      cancelled: 0,
    },
    ready: [],
    blocked: [],
    failed: [],
    due: [],
    active: [],
  };
  for (const [at, { id }] of goal.specs.entries()) {
    const node = goal.nodes[id];
    if (node?.status === 'pending' && node.waits === 0) goal.large.due.push([at, id]);
  }
}

/** Why nothing can be done with the goal; undefined if something can. */
export function lostPlan({ id, large }: Goal): Failure | undefined {
  if (!large?.lost) return undefined;
  const file = `graphs/${large.graph.sha256}.json`;
  return { kind: 'graph-lost', goal: id, file, lost: large.lost };
}

/** Edges that lead to each node. */
export function incoming(edges: Goal['edges']): Record<string, number> {
  const waits: Record<string, number> = {};
  for (const { to } of edges) waits[to] = (waits[to] ?? 0) + 1;
  return waits;
}

const plans = new WeakMap<Goal['specs'], Map<string, Near>>();

export function nearOf(goal: Goal, id: string): Near {
  const near = goal.near ? goal.near(id) : planOf(goal).get(id);
  if (!near) throw new Error(`${goal.id} has no node ${id}`);
  return near;
}

/** Of a goal that is there as a whole. Its plan never changes. */
function planOf(goal: Goal): Map<string, Near> {
  const known = plans.get(goal.specs);
  if (known) return known;
  const made = new Map(
    goal.specs.map((spec, at) => [
      spec.id,
      { at, spec, in: [] as Goal['edges'], out: [] as Goal['edges'] },
    ]),
  );
  for (const edge of goal.edges) {
    made.get(edge.to)?.in.push(edge);
    made.get(edge.from)?.out.push(edge);
  }
  plans.set(goal.specs, made);
  return made;
}

export function runsNear(goal: Goal, id: string): readonly Run[] {
  if (goal.near) return goal.near(id)?.runs ?? [];
  return Object.values(goal.runs).filter((run) => run.node === id);
}

export function runNear(goal: Goal, node: string, id: string): Run | undefined {
  if (goal.near) return goal.near(node)?.runs.find((run) => run.id === id);
  return Object.hasOwn(goal.runs, id) ? goal.runs[id] : undefined;
}

export function activeNear(goal: Goal): Run[] {
  return (goal.large?.active ?? []).flatMap(([id, node]) => runNear(goal, node, id) ?? []);
}

/** The node gets this state, and stands in the list of its status. */
export function putNode(goal: Goal, id: string, next: NodeState): void {
  const before = goal.nodes[id];
  goal.nodes[id] = next;
  const { large } = goal;
  if (!large || !before || before.status === next.status) return;
  large.counts[before.status] -= 1;
  large.counts[next.status] += 1;
  const { at, spec } = nearOf(goal, id);
  const left = listOf(large, before.status);
  if (left) take(left, at);
  if (next.status === 'ready') insert(large.ready, [at, id, spec.role]);
  else if (next.status === 'blocked' || next.status === 'failed') {
    insert(large[next.status], [at, id]);
  }
}

function listOf(large: Large, status: NodeState['status']) {
  if (status === 'pending') return large.due;
  return status === 'ready' || status === 'blocked' || status === 'failed' ? large[status] : null;
}

/** What the end of a node means for those that wait for it. */
export function releaseNear(goal: Goal, from: string, end: 'done' | 'failed' | 'skipped'): void {
  for (const { to, condition } of nearOf(goal, from).out) {
    const dependent = goal.nodes[to];
    if (dependent?.status !== 'pending') continue;
    const isFired = fires(condition, end);
    if (isFired) dependent.waits -= 1;
    // An edge that can't fire any more has the node skipped.
    if (!isFired || dependent.waits <= 0) setDue(goal, to, true);
  }
}

/**
 * A node was reopened. Those of `path` wait again; so does one that is ready elsewhere, if an edge of
 * its own is open again; and whoever still waits, waits for what is open now.
 */
export function reopenNear(
  goal: Goal,
  id: string,
  path: readonly string[],
  waitAgain: (id: string, always: boolean) => void,
): void {
  const onPath = new Set(path);
  const again = new Set([id, ...path]);
  for (const one of [id, ...path]) {
    for (const { to } of nearOf(goal, one).out) {
      if (goal.nodes[to]?.status === 'ready') again.add(to);
    }
  }
  for (const other of byPlace(goal, again)) {
    if (onPath.has(other) || goal.nodes[other]?.status === 'ready') {
      waitAgain(other, onPath.has(other));
    }
  }
  const waiting = new Set(again);
  for (const one of again) for (const { to } of nearOf(goal, one).out) waiting.add(to);
  for (const other of waiting) {
    const node = goal.nodes[other];
    if (node?.status !== 'pending') continue;
    const edges = nearOf(goal, other).in.map(({ from, condition }) => ({
      condition,
      status: goal.nodes[from]?.status ?? 'pending',
    }));
    node.waits = edges.filter(({ condition, status }) => !fires(condition, status)).length;
    const isDead = edges.some(
      ({ condition, status }) => isOver(status) && !fires(condition, status),
    );
    setDue(goal, other, node.waits <= 0 || isDead);
  }
}

function byPlace(goal: Goal, ids: ReadonlySet<string>): string[] {
  const places = [...ids].map((id): Place => [nearOf(goal, id).at, id]);
  return places.sort(([a], [b]) => a - b).map(([, id]) => id);
}

function setDue(goal: Goal, id: string, isDue: boolean): void {
  const due = goal.large?.due ?? [];
  const { at } = nearOf(goal, id);
  if (!isDue) take(due, at);
  else if (due[indexOf(due, at)]?.[0] !== at) insert(due, [at, id]);
}

function insert<T extends readonly [number, ...unknown[]]>(list: T[], entry: T): void {
  list.splice(indexOf(list, entry[0]), 0, entry);
}

function take(list: Array<readonly [number, ...unknown[]]>, at: number): void {
  const i = indexOf(list, at);
  if (list[i]?.[0] === at) list.splice(i, 1);
}

/** Where an entry of this place stands, or would. */
function indexOf(list: ReadonlyArray<readonly [number, ...unknown[]]>, at: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.[0] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
