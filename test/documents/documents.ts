// Documents that are right, and what can go wrong in any of them.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';

export const FIX: unknown = parse(
  readFileSync(new URL('../../templates/fix.yaml', import.meta.url), 'utf8'),
);

export const CONFIG: unknown = {
  gates: [
    { type: 'test', name: 'unit', command: ['npm', 'test'], timeout_sec: 60 },
    { type: 'builtin', name: 'references' },
  ],
  limits: { send_backs: 2, tree_wait_sec: 0 },
  approval: ['git push'],
  record: 'goals',
  allow_dispatch: false,
};

type Change = Readonly<{ at: number; how: number; to: unknown }>;

/** Takes something away, replaces it, or adds something unknown, somewhere in the document. */
export function mutate(document: unknown, { at, how, to }: Change): unknown {
  const copy = structuredClone(document);
  const places: Array<{ parent: Record<string, unknown>; key: string }> = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const parent = value as Record<string, unknown>;
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      walk(parent[key]);
    }
  };
  walk(copy);
  const place = places[at % places.length];
  if (!place) return copy;
  const { parent, key } = place;
  if (how === 0 && !Array.isArray(parent)) delete parent[key];
  else if (how === 1 && !Array.isArray(parent)) parent.unheard_of = to;
  else parent[key] = to;
  return copy;
}

const other = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 4000, '', 'x', 'N-010', 'L2', 'ear', [], {}, [
    'a',
  ]),
  fc.constantFrom<unknown>('builtin', 'repository', 'test', 'unheard', 'always', 'summary'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);
export const change = fc.record({ at: fc.nat(10_000), how: fc.nat(2), to: other });
