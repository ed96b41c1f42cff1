// Reads what people write (configuration, templates): YAML checked with the very schemas we publish
// and their editor uses. All problems at once, each with its place. Not for hot paths: the YAML parser
// costs more than a hook may.

import type { ErrorObject, ValidateFunction } from 'ajv';
import configJson from '../../schemas/config.schema.json' with { type: 'json' };
import goalsJson from '../../schemas/goals.schema.json' with { type: 'json' };
import taskgraphJson from '../../schemas/taskgraph.schema.json' with { type: 'json' };
import templateJson from '../../schemas/template.schema.json' with { type: 'json' };
import type { ConfigFile } from '../model/documents/config.ts';
import type { GoalFile } from '../model/documents/goal-file.ts';
import type { Template } from '../model/documents/template.ts';
import { fail, ok, type Problem, type Result } from '../model/failure.ts';
import type { TaskgraphFile } from '../model/taskgraph.ts';
import { wordingOf } from './schema-problems.ts';
import {
  configValidator,
  goalsValidator,
  taskgraphValidator,
  templateValidator,
} from './validators.ts';
import { type PeopleText, readPeopleText } from './yaml-text.ts';

/** `T` is what such a file holds once it was checked, the schema's defaults filled in. */
export type PeopleKind<T> = Readonly<{
  validator: () => ValidateFunction<T>;
  schema: object;
  maxBytes: number;
}>;

const MB = 1024 * 1024;
/** A plan may have ten thousand nodes. */
export const TEMPLATE: PeopleKind<Template> = {
  validator: templateValidator,
  schema: templateJson,
  maxBytes: 8 * MB,
};
export const CONFIG: PeopleKind<ConfigFile> = {
  validator: configValidator,
  schema: configJson,
  maxBytes: MB,
};
export const TASKGRAPH: PeopleKind<TaskgraphFile> = {
  validator: taskgraphValidator,
  schema: taskgraphJson,
  maxBytes: MB,
};
export const GOALS: PeopleKind<GoalFile> = {
  validator: goalsValidator,
  schema: goalsJson,
  maxBytes: MB,
};

export type PeopleDocument<T> = Readonly<{
  value: T;
  bytes: Buffer;
  /** For what a schema can't say: a problem at a path of the data. */
  problemAt: PeopleText['problemAt'];
}>;

const MAX_PROBLEMS = 50;
/** Finding a place takes time; a file with more faults than this is no file of ours. */
export const MAX_PLACED = 200;

export function readPeopleFile<T>(
  path: string,
  kind: PeopleKind<T>,
  displayPath: string,
): Result<T, Problem[]> {
  const document = readPeopleDocument(path, kind, displayPath);
  return document.ok ? ok(document.value.value) : document;
}

/** The same, with what it takes to report further problems at their place. */
export function readPeopleDocument<T>(
  path: string,
  kind: PeopleKind<T>,
  displayPath: string,
): Result<PeopleDocument<T>, Problem[]> {
  const read = readPeopleText(path, displayPath, kind.maxBytes);
  if (!read.ok) return read;
  const { bytes, problemAt } = read.value;
  const isValid = kind.validator();
  // A file of comments is an empty map; where the schema requires something, it is reported below.
  const data = read.value.data ?? {};
  if (isValid(data)) return ok({ value: data, bytes, problemAt });
  if (read.value.data === undefined) return fail([problemAt([], 'value', 'The file is empty.')]);
  return fail(problemsOf(kind, data, problemAt));
}

/** What the validator of its kind has just found wrong with `data`, each at its place. */
export function problemsOf(
  { validator, schema }: PeopleKind<unknown>,
  data: unknown,
  problemAt: PeopleText['problemAt'],
): Problem[] {
  // That a branch of a schema does not hold is said beside what is wrong in it.
  const found = (validator().errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, MAX_PLACED);
  return inOrder(found.map((error) => describe(error, data, schema, problemAt)));
}

function describe(
  error: ErrorObject,
  data: unknown,
  schema: object,
  problemAt: PeopleText['problemAt'],
): Problem {
  const { path, at, message, hint } = wordingOf(error, data, schema);
  return problemAt(path, at, message, hint);
}

/** By place, each once. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const once = new Map(problems.map((p) => [`${p.line}:${p.column}:${p.message}`, p]));
  return [...once.values()]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, MAX_PROBLEMS);
}
