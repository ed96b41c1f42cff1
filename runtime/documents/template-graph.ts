// Whether the nodes and edges of a template make a graph that can be walked to its end. Pure.

import type { Edge } from '../model/edge.ts';
import type { Role } from '../model/vocabulary.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { Wording } from './reader/schema-problems.ts';
import { asked, fromEach } from './reader/unread.ts';

/** What a graph is, whether it is still a template or a goal already works on it. */
type GraphShape = Readonly<{
  nodes: ReadonlyArray<Readonly<{ id: string; title: string }>>;
  edges: readonly Edge[];
}>;

export function graphProblems(graph: GraphShape): Wording[] {
  return asked([partProblems, orphans], graph);
}

/** Of a graph that stands within another one: what no edge of its own touches begins with it. */
export function partProblems(graph: GraphShape): Wording[] {
  return asked([duplicateIds, unknownEnds, doubleEdges, cycles], graph);
}

/** Every node from which an edge path leads to `id`; `id` itself only if it lies on a cycle. */
function upstreamOf(before: Neighbours, id: string): ReadonlySet<string> {
  const found = new Set<string>(before.get(id));
  for (const node of found) for (const earlier of before.get(node) ?? []) found.add(earlier);
  return found;
}

/**
 * Whether a path leads from one of `asked` to a node, for all nodes in one walk: each hands on what is
 * known before it, a bit for each that is asked about.
 */
export function leadsTo(
  edges: readonly Edge[],
  asked: ReadonlySet<string>,
): (from: string, to: string) => boolean {
  const bits = new Map([...asked].map((id, i) => [id, i]));
  const words = (bits.size + 31) >>> 5;
  const known = new Map<string, Uint32Array>();
  const before = (id: string): Uint32Array => {
    const set = known.get(id) ?? new Uint32Array(words);
    known.set(id, set);
    return set;
  };
  const { order, after } = walk(edges);
  for (const id of order) {
    const own = before(id);
    const bit = bits.get(id);
    for (const next of after.get(id) ?? []) {
      const set = before(next);
      for (let i = 0; i < words; i += 1) set[i] = (set[i] ?? 0) | (own[i] ?? 0);
      if (bit !== undefined) set[bit >>> 5] = (set[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  const walked = new Set(order);
  const neighbours = predecessors(edges);
  return (from, to) => {
    // On a cycle, or behind one, there is no order to walk in.
    if (!walked.has(to)) return upstreamOf(neighbours, to).has(from);
    const bit = bits.get(from);
    return bit !== undefined && (((known.get(to)?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  };
}

/** Whether a path leads from one of `starts` to a node. */
export function behindAny(
  edges: readonly Edge[],
  starts: readonly string[],
): (id: string) => boolean {
  const after = new Map<string, string[]>();
  for (const { from, to } of edges) push(after, from, to);
  const found = new Set(starts.flatMap((id) => after.get(id) ?? []));
  for (const id of found) for (const next of after.get(id) ?? []) found.add(next);
  return (id) => found.has(id);
}

/** Nodes that edges touch, each behind those it waits for; without those on cycles and behind them. */
function walk(edges: readonly Edge[]) {
  const after = new Map<string, string[]>();
  const waits = new Map<string, number>();
  for (const { from, to } of edges) {
    push(after, from, to);
    waits.set(to, (waits.get(to) ?? 0) + 1);
  }
  const order = [...after.keys()].filter((id) => !waits.has(id));
  for (const id of order) {
    for (const next of after.get(id) ?? []) {
      const left = (waits.get(next) ?? 0) - 1;
      waits.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return { order, after };
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

/** For each node the nodes one edge before it. */
function predecessors(edges: readonly Edge[]): Neighbours {
  const before = new Map<string, string[]>();
  for (const { from, to } of edges) push(before, to, from);
  return before;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function duplicateIds({ nodes }: GraphShape): Wording[] {
  const first = new Map<string, number>();
  return fromEach(nodes, ({ id }, i): Wording[] => {
    const other = first.get(id);
    if (other === undefined) {
      first.set(id, i);
      return [];
    }
    const message = `${id} is already the id of "${nodes[other]?.title}".`;
    return [{ path: ['nodes', i, 'id'], at: 'value', message }];
  });
}

function unknownEnds({ nodes, edges }: GraphShape): Wording[] {
  const ids = new Set(nodes.map(({ id }) => id));
  let hints = 0;
  return fromEach(edges, (edge, i) =>
    fromEach(['from', 'to'] as const, (end): Wording[] => {
      if (ids.has(edge[end])) return [];
      const hint = hints < MAX_HINTS ? hintAt(edge[end], ids) : '';
      hints += 1;
      const message = `There is no node ${edge[end]}.`;
      return [{ path: ['edges', i, end], at: 'value', message, ...(hint && { hint }) }];
    }),
  );
}

function doubleEdges({ edges }: GraphShape): Wording[] {
  const seen = new Set<string>();
  return fromEach(edges, ({ from, to }, i): Wording[] => {
    const pair = `${from} → ${to}`;
    const isThere = seen.has(pair);
    seen.add(pair);
    if (!isThere) return [];
    const message = `There is another edge ${pair}.`;
    const hint = 'Two nodes have one edge; "condition: always" fires after success and failure.';
    return [{ path: ['edges', i], at: 'value', message, hint }];
  });
}

/** Looking for what was meant takes time, and a file with more faults than this is another file. */
const MAX_HINTS = 20;
const MAX_NAMED = 64;

function hintAt(unknown: string, ids: ReadonlySet<string>): string {
  const known = [...ids].slice(0, MAX_NAMED).join(', ');
  const more = ids.size > MAX_NAMED ? ', …' : '';
  return didYouMean(unknown, ids) ?? `Known nodes: ${known}${more}.`;
}

const MAX_CYCLES = 20;

type Way = Pick<Edge, 'from' | 'to'>;

/**
 * One problem for each cycle that shares no node with another, at the edge that closes it. Where some edge or id
 * cannot be read, a cycle of others is one all the same.
 */
function cycles({ nodes, edges }: GraphShape): Wording[] {
  const problems: Wording[] = [];
  const ids = new Set(fromEach(nodes, ({ id }) => [id]));
  const known = fromEach(edges, ({ from, to }, index) =>
    ids.has(from) && ids.has(to) ? [{ from, to, index }] : [],
  );
  let left = onCycles(ids, known);
  for (let [start] = left; start !== undefined && problems.length < MAX_CYCLES; [start] = left) {
    const path = fromFirst(walkBack(start, left, known), ids);
    const at = known.find(({ from, to }) => from === path.at(-2) && to === path.at(-1))?.index ?? 0;
    const message = `These nodes wait for each other: ${path.join(' → ')}.`;
    const hint = 'Remove one of these edges. Work is repeated by retries and rework, not by edges.';
    problems.push({ path: ['edges', at], at: 'value', message, hint });
    for (const id of path) left.delete(id);
    left = onCycles(left, known);
  }
  return problems;
}

/** What stays when nodes that wait for nothing are taken away again and again: cycles, and what follows them. */
function onCycles(ids: ReadonlySet<string>, edges: readonly Way[]): Set<string> {
  const left = new Set(ids);
  const waits = new Map<string, number>();
  const after = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (!left.has(from) || !left.has(to)) continue;
    waits.set(to, (waits.get(to) ?? 0) + 1);
    push(after, from, to);
  }
  const free = [...left].filter((id) => !waits.has(id));
  for (const id of free) {
    left.delete(id);
    for (const next of after.get(id) ?? []) {
      const open = (waits.get(next) ?? 0) - 1;
      waits.set(next, open);
      if (open === 0) free.push(next);
    }
  }
  return left;
}

/** Each node left has one before it that is left too: going back must meet itself. */
function walkBack(start: string, left: ReadonlySet<string>, edges: readonly Way[]): string[] {
  const back = new Map<string, string>();
  for (const { from, to } of edges) if (left.has(from) && left.has(to)) back.set(to, from);
  const seen = new Set<string>();
  let at = start;
  while (!seen.has(at)) {
    seen.add(at);
    at = back.get(at) ?? at;
  }
  const walked = [...seen];
  return walked.slice(walked.indexOf(at)).reverse();
}

/** Written from the node that comes first in the file, so that the last edge is the one that goes back. */
function fromFirst(cycle: readonly string[], ids: ReadonlySet<string>): string[] {
  const on = new Set(cycle);
  const first = [...ids].find((id) => on.has(id)) ?? '';
  const at = cycle.indexOf(first);
  return [...cycle.slice(at), ...cycle.slice(0, at), first];
}

function orphans({ nodes, edges }: GraphShape): Wording[] {
  if (nodes.length < 2) return [];
  const touched = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return fromEach(nodes, ({ id }, i): Wording[] => {
    if (touched.has(id)) return [];
    const message = `No edge touches ${id}.`;
    const hint = 'Say which node it waits for, or which one waits for it.';
    return [{ path: ['nodes', i, 'id'], at: 'value', message, hint }];
  });
}

type Growing = Readonly<{
  nodes: ReadonlyArray<Readonly<{ id: string; role: Role; may_grow?: string | undefined }>>;
  edges: readonly Edge[];
}>;

/** Who may plan another node in parts has to come right before it, and to be the only one. */
export function growProblems({ nodes, edges }: Growing): Wording[] {
  const planners = new Map<string, string>();
  return fromEach(nodes, ({ id, role, may_grow: whole }, i): Wording[] => {
    if (whole === undefined) return [];
    const at = { path: ['nodes', i, 'may_grow'], at: 'value' } as const;
    const other = planners.get(whole);
    planners.set(whole, id);
    if (role !== 'mind') {
      return [
        { ...at, message: `Only a node of the role mind plans; ${id} is of the role ${role}.` },
      ];
    }
    if (other !== undefined) {
      return [{ ...at, message: `${other} may plan ${whole} in parts already.` }];
    }
    const leads = edges.some(
      ({ from, to, condition }) => from === id && to === whole && condition === 'on_success',
    );
    if (leads) return [];
    const message = `No edge leads from ${id} to ${whole}, so ${id} cannot plan it in parts.`;
    const hint = `Add { from: ${id}, to: ${whole}, condition: on_success }.`;
    return [{ ...at, message, hint }];
  });
}
