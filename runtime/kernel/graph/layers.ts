// A plan in the order it can run. Pure.

import type { Edge } from '../../model/edge.ts';

/** Each node below the last of those it waits for; what is in a circle comes last. */
export function layersOf<Node extends Readonly<{ id: string }>>(
  nodes: readonly Node[],
  edges: readonly Edge[],
): ReadonlyArray<readonly Node[]> {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const inner = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const after = new Map<string, string[]>();
  const waits = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { from, to } of inner) {
    after.set(from, [...(after.get(from) ?? []), to]);
    waits.set(to, (waits.get(to) ?? 0) + 1);
  }
  const layers: Node[][] = [];
  const placed = new Set<string>();
  for (let free = nodes.filter(({ id }) => waits.get(id) === 0); free.length > 0; ) {
    layers.push(free);
    const next = new Set<string>();
    for (const { id } of free) {
      placed.add(id);
      for (const to of after.get(id) ?? []) {
        const left = (waits.get(to) ?? 0) - 1;
        waits.set(to, left);
        if (left === 0) next.add(to);
      }
    }
    free = nodes.filter(({ id }) => next.has(id));
  }
  const rest = nodes.filter(({ id }) => !placed.has(id));
  return rest.length > 0 ? [...layers, rest] : layers;
}
