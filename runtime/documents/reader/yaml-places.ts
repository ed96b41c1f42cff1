// Where the parts of a YAML document stand in its text, as offsets.

import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type ParsedNode,
} from 'yaml';

export type DataPath = ReadonlyArray<string | number>;

type Range = Readonly<{ start: number; end: number }>;

/** The place of `path`, or of the last part of it that is there. `inside`: the first key of a map. */
export function rangeOf(
  document: Document.Parsed,
  path: DataPath,
  at: 'key' | 'value' | 'inside',
): Range {
  let value: unknown = document.contents;
  let key: unknown = null;
  for (const part of path) {
    const next = childOf(resolve(document, value), part);
    if (next === undefined) return span(value) ?? span(key) ?? { start: 0, end: 1 };
    key = next.key;
    value = next.value;
  }
  const resolved = resolve(document, value);
  const firstKey = isMap(resolved) ? resolved.items[0]?.key : undefined;
  const wanted = at === 'key' ? key : at === 'inside' ? firstKey : undefined;
  return span(wanted) ?? span(value) ?? span(key) ?? { start: 0, end: 1 };
}

/** Part of a text as it reads: from an offset on, so long. */
export type Within = Readonly<{ of: string; start: number; end: number }>;

/**
 * Where part of a text stands in its file, which has it in quotes, with escapes, or folded over lines. The two are
 * walked side by side: what is not of the text is passed over, and blanks may be others.
 */
export function rangeWithin(file: string, { start, end }: Range, { of, ...part }: Within): Range {
  let at = start;
  let first = start;
  for (let i = 0; i < Math.min(part.end, of.length) && at < end; i += 1) {
    const isBlank = /\s/.test(of[i] ?? '');
    while (at < end && !(isBlank ? /\s/.test(file[at] ?? '') : file[at] === of[i])) at += 1;
    if (i === part.start) first = at;
    at += 1;
  }
  // Behind its end, as where something is missing.
  if (part.start >= of.length) first = Math.min(at, end);
  return { start: first, end: Math.max(at, first + 1) };
}

function resolve(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function childOf(
  node: unknown,
  part: string | number,
): Readonly<{ key: unknown; value: unknown }> | undefined {
  if (isMap(node)) {
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
  }
  if (isCollection(node) && !isMap(node)) {
    const value = node.items[Number(part)];
    return value === undefined ? undefined : { key: null, value };
  }
  return undefined;
}

/** Undefined for what takes no room in the text, such as the value of `key:`. */
function span(node: unknown): Range | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  const [start, end] = (node as ParsedNode).range ?? [0, 0];
  return end > start ? { start, end } : undefined;
}

export function startOf(node: unknown): number {
  return span(node)?.start ?? 0;
}

export function firstAlias(root: unknown): number | undefined {
  const open: unknown[] = [root];
  let first: number | undefined;
  while (open.length > 0) {
    const node = open.pop();
    if (isAlias(node)) first = Math.min(first ?? Number.POSITIVE_INFINITY, startOf(node));
    else if (isPair(node)) open.push(node.value);
    else if (isCollection(node)) open.push(...node.items);
  }
  return first;
}
