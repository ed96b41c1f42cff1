// Reads what people write (configuration, templates): YAML held against the very schemas we publish
// and their editor uses. All problems at once, each with its place. Not for hot paths: ajv and the
// YAML parser cost more than a hook may.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import configJson from '../../schemas/config.schema.json' with { type: 'json' };
import taskgraphJson from '../../schemas/taskgraph.schema.json' with { type: 'json' };
import templateJson from '../../schemas/template.schema.json' with { type: 'json' };
import type { ConfigFile } from '../model/config.ts';
import { fail, ok, type Problem, type Result } from '../model/failure.ts';
import type { TaskgraphFile } from '../model/taskgraph.ts';
import type { Template } from '../model/template.ts';
import { wordingOf } from './people-problems.ts';
import { type PeopleText, readPeopleText } from './people-text.ts';

/** What a file of each kind holds once it was checked, the schema's defaults filled in. */
export type PeopleTypes = { template: Template; config: ConfigFile; taskgraph: TaskgraphFile };
export type PeopleSchema = keyof PeopleTypes;

export type PeopleDocument<T> = Readonly<{
  value: T;
  bytes: Buffer;
  /** For what a schema can't say: a problem at a path of the data. */
  problemAt: PeopleText['problemAt'];
}>;

const SCHEMAS: Readonly<Record<PeopleSchema, object>> = {
  template: templateJson,
  config: configJson,
  taskgraph: taskgraphJson,
};
/** A plan may have ten thousand nodes. */
const MAX_BYTES: Readonly<Record<PeopleSchema, number>> = {
  template: 8 * 1024 * 1024,
  config: 1024 * 1024,
  taskgraph: 1024 * 1024,
};
const MAX_PROBLEMS = 50;
/** Finding a place takes time; a file with more faults than this is no file of ours. */
export const MAX_PLACED = 200;

export function readPeopleFile<N extends PeopleSchema>(
  path: string,
  schema: N,
  displayPath: string,
): Result<PeopleTypes[N], Problem[]> {
  const document = readPeopleDocument(path, schema, displayPath);
  return document.ok ? ok(document.value.value) : document;
}

/** The same, with what it takes to report further problems at their place. */
export function readPeopleDocument<N extends PeopleSchema>(
  path: string,
  schema: N,
  displayPath: string,
): Result<PeopleDocument<PeopleTypes[N]>, Problem[]> {
  const read = readPeopleText(path, displayPath, MAX_BYTES[schema]);
  if (!read.ok) return read;
  const { bytes, problemAt } = read.value;
  const isValid = validator(schema);
  // A file of comments is an empty map; where the schema requires something, it is told below.
  const data = read.value.data ?? {};
  if (isValid(data)) return ok({ value: data, bytes, problemAt });
  if (read.value.data === undefined) return fail([problemAt([], 'value', 'The file is empty.')]);
  const errors = (isValid.errors ?? []).slice(0, MAX_PLACED);
  return fail(inOrder(errors.map((error) => describe(error, data, problemAt))));
}

function describe(error: ErrorObject, data: unknown, problemAt: PeopleText['problemAt']): Problem {
  const { path, at, message, hint } = wordingOf(error, data);
  return problemAt(path, at, message, hint);
}

/** By place, each once. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const once = new Map(problems.map((p) => [`${p.line}:${p.column}:${p.message}`, p]));
  return [...once.values()]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, MAX_PROBLEMS);
}

const compiled = new Map<PeopleSchema, ValidateFunction>();

function validator<N extends PeopleSchema>(name: N): ValidateFunction<PeopleTypes[N]> {
  const known = compiled.get(name);
  if (known) return known as ValidateFunction<PeopleTypes[N]>;
  const ajv = new Ajv({
    strict: true,
    // A test holds our schemas against theirs; doing so here would double what starting a goal costs.
    validateSchema: false,
    meta: false,
    code: { optimize: false },
    allErrors: true,
    useDefaults: true,
    verbose: true,
    discriminator: true,
  });
  const made = ajv.compile<PeopleTypes[N]>(withDiscriminators(structuredClone(SCHEMAS[name])));
  compiled.set(name, made);
  return made;
}

/**
 * Names the tag of each union told apart by `type`. It accepts what the schema accepts, but a wrong
 * field is told once, for the member the person meant, and defaults inside the union are filled in.
 * Published schemas go without it: to most validators the keyword is unknown.
 */
function withDiscriminators<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  for (const value of Object.values(schema)) withDiscriminators(value);
  if ('oneOf' in schema && Array.isArray(schema.oneOf) && schema.oneOf.every(hasTag)) {
    Object.assign(schema, { type: 'object', discriminator: { propertyName: 'type' } });
  }
  return schema;
}

function hasTag(member: { properties?: { type?: { const?: unknown; enum?: unknown } } }): boolean {
  const tag = member.properties?.type;
  return tag?.const !== undefined || tag?.enum !== undefined;
}
