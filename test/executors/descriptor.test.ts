// The contract is written by hand. Here protobuf-es reads it, and it is held against the model and against
// the numbers its fields were given.

import { readFileSync } from 'node:fs';
import {
  createFileRegistry,
  type DescField,
  type DescMessage,
  fromBinary,
  fromJsonString,
  toJsonString,
} from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readResult } from '../../runtime/executors/protocol/read-result.ts';
import { PROTOCOL_VERSION } from '../../runtime/model/protocol/vocabulary.ts';
import { workOrderSchema } from '../../runtime/model/protocol/work-order.ts';
import { workResultSchema } from '../../runtime/model/protocol/work-result.ts';
import { RESULT } from './samples.ts';

const PROTO = new URL('../../schemas/executor/v1/executor.proto', import.meta.url);
const NUMBERS = new URL('./field-numbers.json', import.meta.url);
const MODEL = { WorkOrder: workOrderSchema, WorkResult: workResultSchema };

function registry() {
  const root = new protobuf.Root();
  protobuf.parse(readFileSync(PROTO, 'utf8'), root, { keepCase: true });
  root.resolveAll();
  const { file } = root.toDescriptor('proto3') as unknown as { file: ParsedFile[] };
  for (const [i, one] of file.entries()) {
    one.name = `executor-${i}.proto`;
    for (const type of one.messageType) qualify(type, `.${one.package}`);
  }
  const descriptors = (protobuf as unknown as { descriptor: { FileDescriptorSet: protobuf.Type } })
    .descriptor;
  const bytes = descriptors.FileDescriptorSet.encode({ file }).finish();
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
}

type ParsedType = Readonly<{
  name: string;
  field: { name: string; jsonName: string; typeName?: string }[];
  nestedType: ParsedType[];
  enumType: { name: string }[];
}>;
type ParsedFile = { name: string; package: string; messageType: ParsedType[] };

/**
 * As a compiler would have it: types by their whole names, which stand in a message of the top here, and a
 * name in JSON for every field.
 */
function qualify(type: ParsedType, scope: string, top = `${scope}.${type.name}`): void {
  for (const field of type.field) {
    field.jsonName = field.name.replaceAll(/_(\w)/g, (_all, letter) => letter.toUpperCase());
    if (field.typeName && !field.typeName.startsWith('.'))
      field.typeName = `${top}.${field.typeName}`;
  }
  for (const nested of type.nestedType) qualify(nested, top, top);
}

const REGISTRY = registry();

function message(name: string): DescMessage {
  const found = REGISTRY.getMessage(`wukong.executor.v${PROTOCOL_VERSION}.${name}`);
  if (!found) throw new Error(`${name} is not in the contract`);
  return found;
}

/** Each field with its number, messages within it by their way. */
function numbersOf(desc: DescMessage, at = desc.name): Record<string, number> {
  return Object.assign(
    {},
    ...desc.fields.map((field) => ({
      [`${at}.${field.name}`]: field.number,
      ...(field.message ? numbersOf(field.message, `${at}.${field.name}`) : {}),
    })),
    ...desc.nestedEnums.flatMap(({ name, values }) =>
      values.map((value) => ({ [`${at}.${name}.${value.name}`]: value.number })),
    ),
  );
}

/** What a value of a field is, as far as both sides can say it. */
function shapeOf(desc: DescMessage): object {
  return Object.fromEntries(desc.fields.map((field) => [field.name, fieldShape(field)]));
}

function fieldShape(field: DescField): unknown {
  const one = field.message
    ? shapeOf(field.message)
    : field.enum
      ? field.enum.values.slice(1).map(({ name }) => name)
      : field.scalar !== undefined
        ? SCALARS[field.scalar]
        : '?';
  return field.fieldKind === 'list' ? [one] : one;
}

/** By the number of the type in descriptor.proto. */
const SCALARS: Readonly<Record<number, string>> = {
  1: 'number',
  3: 'whole',
  8: 'boolean',
  9: 'text',
  13: 'whole',
};

type Json = Readonly<{
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
}>;

/** Words that are a closed set in the model only are text in the contract: there they may still grow. */
const OPEN_WORDS = ['role', 'evidence_level_required', 'kind', 'review'];

function modelShape(schema: Json, name = ''): unknown {
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([key, one]) => [key, modelShape(one, key)]));
  }
  if (schema.items) return [modelShape(schema.items, name)];
  if (schema.enum) return OPEN_WORDS.includes(name) ? 'text' : schema.enum;
  const type = schema.anyOf?.[0]?.type ?? schema.type ?? typeof schema.const;
  if (type === 'string') return 'text';
  if (type === 'boolean') return 'boolean';
  return name === 'cost_usd' ? 'number' : 'whole';
}

test.each(Object.entries(MODEL))(
  '%s is in the contract what it is in the model',
  (name, schema) => {
    const model = z.toJSONSchema(schema, { io: 'input', target: 'draft-07' }) as Json;
    expect(shapeOf(message(name))).toEqual(modelShape(model));
  },
);

test('no field is ever given another number', () => {
  const numbers = Object.assign({}, ...Object.keys(MODEL).map((name) => numbersOf(message(name))));
  expect(numbers).toEqual(JSON.parse(readFileSync(NUMBERS, 'utf8')));
});

test('what another implementation of protobuf writes is read, with its names or with ours', () => {
  const desc = message('WorkResult');
  const theirs = fromJsonString(desc, JSON.stringify(RESULT));
  for (const useProtoFieldName of [true, false]) {
    const written = toJsonString(desc, theirs, { useProtoFieldName });
    const read = readResult(written, 'work_result.json');
    expect(read, written).toMatchObject({ kind: 'result', notes: [] });
  }
});
