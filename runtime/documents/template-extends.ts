// What a template and the one that it extends say together. Pure. Any part of them may be marked as unread
// (unread.ts), and is marked in what comes of them.

import { isObject } from '../files/parse-json.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Item = Fields & Readonly<{ id?: string; from?: string; to?: string | undefined }>;
export type Written = Fields &
  Readonly<{ extends?: string; remove?: readonly string[]; nodes?: Item[]; edges?: Item[] }>;

/** The one that counts first goes before. */
export function asOne(written: readonly Written[]): Written {
  return written.reduceRight(extended);
}

/** A list that cannot be read stays what it is. */
export function listOf<T>(list: unknown, of: (item: Item) => T): unknown {
  return Array.isArray(list) ? list.map(of) : list;
}

/** What the upper one writes goes before; maps become one field by field, lists are replaced. */
function extended(base: Written, own: Written): Written {
  const isRaised = own.risk === 'high' && base.risk !== 'high';
  const kept = without(isRaised ? unlevelled(base) : base, own.remove ?? []);
  const nodes = united(kept.nodes, own.nodes, ({ id }) => String(id));
  const edges = united(kept.edges, own.edges, ({ from, to }) => `${String(from)} ${String(to)}`);
  return { ...(merged(kept, own) as Written), nodes, edges };
}

/** With high risk the levels follow from the risk, unless who asks for it says them as well. */
function unlevelled(base: Written): Written {
  const nodes = listOf(base.nodes, (node) => {
    if (!isObject(node.quality)) return node;
    const { evidence_level_required: _, ...quality } = node.quality;
    return { ...node, quality };
  });
  return { ...base, nodes: nodes as Item[] };
}

function united(base: Item[] = [], own: Item[] = [], keyOf: (item: Item) => string): Item[] {
  const unread = [base, own].find((list) => !Array.isArray(list));
  if (unread) return unread;
  const left = new Map(own.map((item) => [keyOf(item), item]));
  const changed = base.map((item) => {
    const mine = left.get(keyOf(item));
    left.delete(keyOf(item));
    return mine === undefined ? item : (merged(item, mine) as Item);
  });
  return [...changed, ...own.filter((item) => left.has(keyOf(item)))];
}

function merged(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const both = Object.entries(own).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? merged(base[key], value) : value,
  ]);
  return { ...base, ...Object.fromEntries(both) };
}

/** Each node taken away is as if it had always succeeded at once: who waited for it waits for those before it. */
function without(base: Written, removed: readonly string[]): Written {
  const { nodes, ...rest } = base;
  let { edges = [] } = base;
  if (!Array.isArray(edges)) return base;
  for (const id of removed) {
    const before = edges.filter(({ to }) => to === id);
    const after = edges.filter(({ from, condition }) => from === id && condition !== 'on_failure');
    const others = edges.filter(({ from, to }) => from !== id && to !== id);
    const bridges = before.flatMap((edge) => after.map(({ to }) => ({ ...edge, to })));
    const isNew = ({ from, to }: Item): boolean =>
      !others.some((other) => other.from === from && other.to === to);
    edges = [...others, ...bridges.filter(isNew)];
  }
  const isKept = ({ id }: Item): boolean => !removed.includes(String(id));
  const kept = listOf(nodes, (node) => (isKept(node) ? [withoutNames(node, removed)] : []));
  return { ...rest, edges, nodes: (Array.isArray(kept) ? kept.flat() : kept) as Item[] };
}

/** Of nodes that were taken away nothing is given to others, and nobody plans them. */
function withoutNames(item: Item, removed: readonly string[]): Item {
  const { may_grow, ...others } = item;
  const node = removed.includes(String(may_grow)) ? (others as Item) : item;
  const { inputs } = node;
  if (!isObject(inputs) || !Array.isArray(inputs.upstream_outputs)) return node;
  const isThere = (ref: unknown): boolean => !removed.includes(String(ref).split('.')[0] ?? '');
  return {
    ...node,
    inputs: { ...inputs, upstream_outputs: inputs.upstream_outputs.filter(isThere) },
  };
}
