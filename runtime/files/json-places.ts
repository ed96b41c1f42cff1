// JSON of others as data, with where each part of it stands. Keys may be spelled in more than one way: `keyOf`
// says what a key means.

import type { Node } from 'jsonc-parser';
import { readJson } from './json-file.ts';

type Path = ReadonlyArray<string | number>;

/** Offset and length in the text. */
export type Span = Readonly<{ at: number; length: number }>;

type PlacedJson =
  | Readonly<{ ok: true; value: unknown; spanOf: (path: Path) => Span | undefined }>
  | Readonly<{ ok: false; at: number; message: string }>;

export function readPlacedJson(text: string, keyOf: (key: string) => string): PlacedJson {
  const read = readJson(text);
  if (!read.ok) return read;
  const spans = new Map<string, Span>();
  let twice: Node | undefined;

  const dataOf = (node: Node, path: Path): unknown => {
    spans.set(JSON.stringify(path), { at: node.offset, length: node.length });
    const children = node.children ?? [];
    if (node.type === 'array') return children.map((child, i) => dataOf(child, [...path, i]));
    if (node.type !== 'object') return node.value;
    const entries = new Map<string, unknown>();
    for (const { children: [key, value] = [] } of children) {
      if (!key || !value) continue;
      const name = keyOf(String(key.value));
      if (entries.has(name)) twice ??= key;
      entries.set(name, dataOf(value, [...path, name]));
    }
    // Own properties, whatever the key is called.
    return Object.fromEntries(entries);
  };

  const value = dataOf(read.root, []);
  if (twice) {
    const message = `The key ${JSON.stringify(twice.value)} is there twice, in another spelling.`;
    return { ok: false, at: twice.offset, message };
  }
  return { ok: true, value, spanOf: (path) => spans.get(JSON.stringify(path)) };
}
