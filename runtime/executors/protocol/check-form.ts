// The form of what the protocol speaks of, work orders and results alike: a version this program reads, the
// fields of the schema, and what a later minor version adds passed over.

import { readPlacedJson } from '../../files/json-places.ts';
import { inOrder } from '../../files/problem-at.ts';
import type { Problem } from '../../model/failure.ts';
import type { ProtocolSchema } from '../../model/protocol/schema.ts';
import { PROTOCOL_VERSION } from '../../model/protocol/vocabulary.ts';
import { oneLine } from '../../words/plain-text.ts';
import { issueProblem, problemAt, problemIn, type Source } from './source.ts';

export type Misformed =
  /** `missing`: fields that are not there at all. */
  | Readonly<{ kind: 'faulty'; problems: readonly Problem[]; missing: readonly string[] }>
  | Readonly<{ kind: 'other-version'; theirs: string; ours: number; problem: Problem }>;

type Formed<T> = Readonly<{ kind: 'formed'; data: T; notes: readonly Problem[] }>;

/** `issueRef` and `issue_ref` are one field. */
function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** To proto-json null is a field that was not set. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutNulls(one)]));
}

export function readProtoJson(
  text: string,
  file: string,
): Readonly<{ value: unknown; source: Source }> | Misformed {
  const read = readPlacedJson(text, snakeCase);
  if (!read.ok) {
    const problem = problemAt({ file, text }, { at: read.at, length: 1 }, read.message);
    return { kind: 'faulty', problems: [problem], missing: [] };
  }
  const { value, spanOf } = read;
  return { value: withoutNulls(value), source: { file, text, spanOf, nameOf: (field) => field } };
}

export function checkForm<T>(
  schema: ProtocolSchema<T>,
  value: unknown,
  source: Source,
  meaning: (fields: Partial<T>) => readonly Problem[],
): Formed<T> | Misformed {
  const version = versionOf(value);
  if (version !== undefined && majorOf(version) !== String(PROTOCOL_VERSION)) {
    const theirs = oneLine(version, 20);
    const message = `This is of version ${theirs} of the protocol, and this Wukong reads version ${PROTOCOL_VERSION}.`;
    const problem = problemIn(source, ['schema_version'], message, VERSION_HINT);
    return { kind: 'other-version', theirs, ours: PROTOCOL_VERSION, problem };
  }
  const known =
    version === undefined ? value : { ...Object(value), schema_version: PROTOCOL_VERSION };
  const { data, unknown } = withoutUnknown(schema, known);
  const read = schema.safeParse(data);
  const hintOf = (field: string): string | undefined =>
    source.hintOf?.(field) ?? schema.shape[field]?.description;
  const misformed = read.error?.issues.map((issue) => issueProblem(source, issue, hintOf, data));
  const problems = [...(misformed ?? []), ...meaning(readable(schema, data))];
  if (!read.success || problems.length > 0) {
    const missing = Object.keys(schema.shape).filter((field) => Object(data)[field] === undefined);
    return { kind: 'faulty', problems: inOrder(problems), missing };
  }
  const notes = unknown.map((path) => {
    const name = oneLine(String(path.at(-1)), 60);
    return problemIn(source, path, `"${name}" is not a field of it and is ignored.`);
  });
  return { kind: 'formed', data: read.data, notes };
}

/** The fields that are right by themselves, so that all faults of a file are told at once. */
function readable<T>(schema: ProtocolSchema<T>, data: unknown): Partial<T> {
  const entries = Object.entries(schema.shape).flatMap(([field, one]) => {
    const read = one.safeParse(Object(data)[field]);
    return read.success && read.data !== undefined ? [[field, read.data] as const] : [];
  });
  return Object.fromEntries(entries) as Partial<T>;
}

const VERSION_HINT = 'Update Wukong, or write it as that version has it.';

function versionOf(value: unknown): string | undefined {
  const { schema_version: version } = Object(value);
  return version === undefined ? undefined : String(version);
}

function majorOf(version: string): string {
  return version.replace(/^v/i, '').split('.')[0] ?? '';
}

/** A later minor version may say more; what it says more of is named, and passed over. */
function withoutUnknown(
  schema: ProtocolSchema<unknown>,
  value: unknown,
): Readonly<{ data: unknown; unknown: ReadonlyArray<ReadonlyArray<string | number>> }> {
  const read = schema.safeParse(value);
  const unknown = (read.error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...(issue.path as ReadonlyArray<string | number>), key])
      : [],
  );
  const data = structuredClone(value);
  for (const path of unknown) {
    const parent = path.slice(0, -1).reduce((at, name) => Object(at)[name], data);
    delete Object(parent)[path.at(-1) ?? ''];
  }
  return { data, unknown };
}
