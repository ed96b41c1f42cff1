// Whether the nodes and edges of a template make a graph that can be walked to its end. Pure.

import type { Edge } from '../model/edge.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Wording } from './people-problems.ts';

/** What a graph is, whether it is still a template or a goal already works on it. */
export type GraphShape = Readonly<{
  nodes: ReadonlyArray<Readonly<{ id: string; title: string }>>;
  edges: readonly Edge[];
}>;

export function graphProblems(graph: GraphShape): Wording[] {
  const ids = new Set(graph.nodes.map((node) => node.id));
  return [
    ...duplicateIds(graph),
    ...edgeProblems(graph.edges, ids),
    ...cycles(graph, ids),
    ...orphans(graph),
  ];
}

/** Every node from which an edge path leads to `id`; `id` itself only if it lies on a cycle. */
export function upstreamOf(before: Neighbours, id: string): ReadonlySet<string> {
  const found = new Set<string>(before.get(id));
  for (const node of found) for (const earlier of before.get(node) ?? []) found.add(earlier);
  return found;
}

export type Neighbours = ReadonlyMap<string, readonly string[]>;

/** For each node the nodes one edge before it. */
export function predecessors(edges: readonly Edge[]): Neighbours {
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
  const titles = new Map<string, string>();
  const problems: Wording[] = [];
  for (const [i, { id, title }] of nodes.entries()) {
    const other = titles.get(id);
    if (other === undefined) titles.set(id, title);
    else {
      const message = `${id} is already the id of "${other}".`;
      problems.push({ path: ['nodes', i, 'id'], at: 'value', message });
    }
  }
  return problems;
}

function edgeProblems(edges: readonly Edge[], ids: ReadonlySet<string>): Wording[] {
  const problems: Wording[] = [];
  const seen = new Set<string>();
  for (const [i, edge] of edges.entries()) {
    for (const end of ['from', 'to'] as const) {
      if (ids.has(edge[end])) continue;
      const hint = didYouMean(edge[end], ids) ?? `Known nodes: ${[...ids].join(', ')}.`;
      const message = `There is no node ${edge[end]}.`;
      problems.push({ path: ['edges', i, end], at: 'value', message, hint });
    }
    const pair = `${edge.from} → ${edge.to}`;
    if (seen.has(pair)) {
      const message = `There is another edge ${pair}.`;
      const hint = 'Two nodes have one edge; "condition: always" fires after success and failure.';
      problems.push({ path: ['edges', i], at: 'value', message, hint });
    }
    seen.add(pair);
  }
  return problems;
}

/** One problem for each cycle that shares no node with another, at the edge that closes it. */
function cycles({ nodes, edges }: GraphShape, ids: ReadonlySet<string>): Wording[] {
  const problems: Wording[] = [];
  const known = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  let left = onCycles(new Set(nodes.map((node) => node.id)), known);
  for (let [start] = left; start !== undefined; [start] = left) {
    const path = fromFirst(walkBack(start, left, known), nodes);
    const at = edges.findIndex(({ from, to }) => from === path.at(-2) && to === path.at(-1));
    const message = `These nodes wait for each other: ${path.join(' → ')}.`;
    const hint = 'Remove one of these edges. Work is repeated by retries and rework, not by edges.';
    problems.push({ path: ['edges', at], at: 'value', message, hint });
    left = onCycles(new Set([...left].filter((id) => !path.includes(id))), known);
  }
  return problems;
}

/** What stays when nodes that wait for nothing are taken away again and again: cycles, and what follows them. */
function onCycles(ids: ReadonlySet<string>, edges: readonly Edge[]): Set<string> {
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
function walkBack(start: string, left: ReadonlySet<string>, edges: readonly Edge[]): string[] {
  const back = new Map<string, string>();
  for (const { from, to } of edges) if (left.has(from) && left.has(to)) back.set(to, from);
  const walked: string[] = [];
  let at = start;
  while (!walked.includes(at)) {
    walked.push(at);
    at = back.get(at) ?? at;
  }
  return walked.slice(walked.indexOf(at)).reverse();
}

/** Told from the node that comes first in the file, so that the last edge is the one that goes back. */
function fromFirst(cycle: readonly string[], nodes: GraphShape['nodes']): string[] {
  const first = nodes.find(({ id }) => cycle.includes(id))?.id ?? '';
  const at = cycle.indexOf(first);
  return [...cycle.slice(at), ...cycle.slice(0, at), first];
}

function orphans({ nodes, edges }: GraphShape): Wording[] {
  if (nodes.length < 2) return [];
  const touched = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return nodes.flatMap(({ id }, i): Wording[] => {
    if (touched.has(id)) return [];
    const message = `No edge touches ${id}.`;
    const hint = 'Say which node it waits for, or which one waits for it.';
    return [{ path: ['nodes', i, 'id'], at: 'value', message, hint }];
  });
}
