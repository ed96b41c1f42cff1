import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { emptyState } from '../../runtime/kernel/empty-state.ts';
import { drift, PUBLISHED, schemaText, writeSchemas } from '../../scripts/schemas.ts';

const root = new URL('../../', import.meta.url);
const FIX = parse(readFileSync(new URL('templates/fix.yaml', root), 'utf8'));

function published(name: string): object {
  return JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, root), 'utf8'));
}

test('the published schemas are what the model says', () => {
  expect(drift()).toEqual([]);
});

test('a schema that was changed by hand, or is missing, is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wukong-schemas-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeSchemas(folder);
  expect(drift(folder)).toEqual([]);
  writeFileSync(join(folder, 'edge.schema.json'), '{}\n');
  rmSync(join(folder, 'state.schema.json'));
  expect(drift(folder)).toEqual(['edge.schema.json', 'state.schema.json']);
});

test.each(Object.keys(PUBLISHED))('%s compiles in strict mode, without extensions', (name) => {
  const schema = published(name);
  expect(schema).toMatchObject({ $id: `urn:wukong:schema:${name}`, title: `Wukong ${name}` });
  expect(() => new Ajv({ strict: true, allErrors: true }).compile(schema)).not.toThrow();
});

test('generating twice gives the same bytes', () => {
  for (const [name, schema] of Object.entries(PUBLISHED)) {
    expect(schemaText(name, schema)).toBe(schemaText(name, schema));
  }
});

const VALID: Readonly<Record<string, unknown>> = {
  template: FIX,
  config: {
    gates: [
      { type: 'test', name: 'unit', command: ['npm', 'test'], timeout_sec: 60 },
      { type: 'builtin', name: 'references' },
    ],
    limits: { send_backs: 2, tree_wait_sec: 0 },
    approval: ['git push'],
    record: 'goals',
    allow_dispatch: false,
  },
  edge: { from: 'N-001', to: 'N-010', condition: 'on_failure' },
  event: {
    event_id: 'E-000001',
    type: 'node.ready',
    timestamp: '2026-01-31T10:00:00.000Z',
    goal_id: 'G-0001',
    payload: { attempt: 1 },
    v: 1,
    left: 0,
    prev: '00000000',
    crc: '0a1b2c3d',
  },
  anchor: {
    id: 'A-2026-k3f7',
    type: 'Decision',
    title: 'Empty input is valid',
    text: 'It holds no readings.',
    tags: ['decoder'],
    source: 'L-abcdefgh E-000012',
    expiry: null,
  },
  state: emptyState(),
  taskgraph: { schema_version: 1, as_of: 'E-000000', graphs: [] },
};

type Change = Readonly<{ at: number; how: number; to: unknown }>;

/** Takes something away, replaces it, or adds something unknown, somewhere in the document. */
function mutate(document: unknown, { at, how, to }: Change): unknown {
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
const change = fc.record({ at: fc.nat(10_000), how: fc.nat(2), to: other });

test.each(Object.keys(VALID))(
  '%s: the published schema and the model agree on what is valid',
  (name) => {
    const model = PUBLISHED[name];
    const isValid = new Ajv({ strict: true }).compile(published(name));
    expect(isValid(VALID[name]), JSON.stringify(isValid.errors)).toBe(true);
    expect(model?.safeParse(VALID[name]).success).toBe(true);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        const document = changes.reduce(mutate, VALID[name]);
        expect(isValid(document)).toBe(model?.safeParse(document).success);
      }),
      { numRuns: 300 },
    );
  },
);
