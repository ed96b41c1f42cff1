// The definitions of the facts (model/facts/): what the published schema and docs/events.md are made of.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { isKnownType } from '../../runtime/kernel/reduce/reduce.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import { type Definition, IDS } from '../../runtime/model/facts/definition.ts';
import { DEFINITIONS } from '../../runtime/model/facts/record.ts';
import { FORMAT_VERSION } from '../../runtime/model/vocabulary.ts';
import { PUBLISHED, schemaText } from '../../scripts/published.ts';
import { IN_A_LOG } from './plan.ts';

const validate = new Ajv({ strict: true, allErrors: true, code: { optimize: false } }).compile(
  JSON.parse(schemaText('event', PUBLISHED.event ?? fail())),
);

function fail(): never {
  throw new Error('no schema of events');
}

const SOME_IDS = { session_id: 's', goal_id: 'G-0001', node_id: 'N-010', run_id: 'r' };

function recordOf(type: string, { about, example }: Definition): Record<string, unknown> {
  const ids = Object.fromEntries(IDS[about].map((id) => [id, SOME_IDS[id]]));
  return { ...IN_A_LOG, v: FORMAT_VERSION, type, ...ids, payload: example };
}

describe.each([...DEFINITIONS])('%s', (type, definition) => {
  test('has an example that its own definition and the published schema admit', () => {
    expect(definition.payload.safeParse(definition.example).error?.issues ?? []).toEqual([]);
    expect(validate(recordOf(type, definition)) ? [] : validate.errors).toEqual([]);
  });

  test('has a meaning for the state', () => {
    expect(isKnownType(type)).toBe(true);
  });
});

test('the published schema refuses a payload that its type does not have, and a record without its ids', () => {
  const ready = recordOf('node.ready', DEFINITIONS.get('node.ready') ?? fail());
  expect(validate({ ...ready, payload: { attempt: 'first' } })).toBe(false);
  expect(validate({ ...ready, payload: { attempt: 1, more: 1 } })).toBe(false);
  const { node_id: _, ...nowhere } = ready;
  expect(validate(nowhere)).toBe(false);
});

test('every record of the golden log says what its definition admits, once it is brought to this version', () => {
  const log = readFileSync(join(import.meta.dirname, '..', 'replay', '0.1.0.jsonl'), 'utf8');
  const records = log
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('{"event_id":"E-00'));
  const wrong = records.flatMap((line) => {
    const fact = upcast(JSON.parse(line));
    const issues = DEFINITIONS.get(fact.type)?.payload.safeParse(fact.payload).error?.issues;
    return issues ? [{ id: fact.event_id, type: fact.type, issues }] : [];
  });
  expect(wrong).toEqual([]);
});
