import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { drift, PUBLISHED, writeSchemas } from '../../scripts/published.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { CONFIG, change, FIX, mutate } from './documents.ts';

const root = new URL('../../', import.meta.url);

function published(name: string): object {
  return JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, root), 'utf8'));
}

/** Each once: that ajv tidies up the code it makes is most of what it takes. */
const compiled = new Map<string, ValidateFunction>();
function validatorOf(name: string): ValidateFunction {
  const options = { strict: true, allErrors: true, code: { optimize: false } };
  const made = compiled.get(name) ?? new Ajv(options).compile(published(name));
  compiled.set(name, made);
  return made;
}

test('the published schemas are what the model says, byte by byte', () => {
  expect(drift()).toEqual([]);
});

test('a schema that was changed by hand, or is missing, is named', () => {
  const folder = temporaryFolder('wukong-schemas-');
  writeSchemas(folder);
  writeFileSync(join(folder, 'edge.schema.json'), '{}\n');
  rmSync(join(folder, 'state.schema.json'));
  expect(drift(folder)).toEqual(['edge.schema.json', 'state.schema.json']);
});

test.each(Object.keys(PUBLISHED))('%s compiles in strict mode, without extensions', (name) => {
  expect(published(name)).toMatchObject({
    $id: `urn:wukong:schema:${name}`,
    title: `Wukong ${name}`,
  });
  expect(() => validatorOf(name)).not.toThrow();
});

const VALID: Readonly<Record<string, unknown>> = {
  template: FIX,
  config: CONFIG,
  edge: { from: 'N-001', to: 'N-010', condition: 'on_failure' },
  event: {
    event_id: 'E-000001',
    type: 'node.ready',
    timestamp: '2026-01-31T10:00:00.000Z',
    goal_id: 'G-0001',
    node_id: 'N-010',
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

test.each(Object.keys(VALID))(
  '%s: the published schema and the model agree on what is valid',
  (name) => {
    const model = PUBLISHED[name];
    const isValid = validatorOf(name);
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
