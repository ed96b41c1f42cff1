// What ajv found, in words for the person who wrote the file.

import type { ErrorObject } from 'ajv';
import { PREDICATE } from '../../model/condition.ts';
import { didYouMean, nearest } from '../../words/did-you-mean.ts';
import type { DataPath, Within } from './yaml-places.ts';

export type Wording = Readonly<{
  path: DataPath;
  /** What to point at: the key, the value, or the first thing in the map. */
  at: 'key' | 'value' | 'inside';
  /** The part of the text there that it is about. */
  within?: Within;
  message: string;
  hint?: string;
}>;

type Member = Readonly<{ description?: string; const?: unknown; enum?: readonly unknown[] }>;
type ParentSchema = Readonly<{
  description?: string;
  properties?: Readonly<Record<string, Member>>;
  oneOf?: ReadonlyArray<Readonly<{ properties?: Readonly<Record<string, Member>> }>>;
}>;

/** What a schema refuses. */
export type Refused = Wording &
  Readonly<{
    /** What is not known of the document because of it (unread.ts): left out, what it points at. */
    hides?: DataPath;
    /** What does not belong there. */
    drops?: DataPath;
    /** It is wrong only because one of these is not there. */
    lacks?: readonly DataPath[];
  }>;

/** `whole` is the schema that `data` was held against. */
export function wordingOf(error: ErrorObject, data: unknown, whole: object): Refused {
  const path = pathOf(error.instancePath, data);
  const refused = inWords(error, path, data, whole);
  const { propertyName: name } = error;
  if (name !== undefined) return { ...refused, path: [...path, name], at: 'key' };
  const lacks = [...(refused.lacks ?? []), ...lackedByBranch(error, whole)];
  return { ...(refused.at === 'value' && { hides: refused.path }), ...refused, lacks };
}

/** A schema may ask for more where a field is not there (`if`, `else`). */
function lackedByBranch({ schemaPath }: ErrorObject, whole: WithBranches): DataPath[] {
  return schemaPath.startsWith('#/else/') ? (whole.if?.required ?? []).map((name) => [name]) : [];
}

type WithBranches = Readonly<{ if?: Readonly<{ required?: readonly string[] }> }>;

function inWords(error: ErrorObject, path: DataPath, data: unknown, whole: object): Refused {
  const { params } = error;
  // ajv would write both into its code, beside every check: half of its size.
  const schema = (valueAt(whole, pointerParts(error.schemaPath).slice(0, -1)) ??
    {}) as ParentSchema;
  const value = error.propertyName ?? valueAt(data, path);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownField(path, String(params.additionalProperty), schema);
    case 'dependencies':
      return needed(path, String(params.property), String(params.missingProperty));
    case 'required':
      return missing(path, String(params.missingProperty), schema);
    case 'type':
      return wrongType(path, [params.type].flat().map(String), value, schema);
    case 'enum':
      return noneOf(path, value, [params.allowedValues, OTHERS[String(path.at(-1))] ?? []].flat());
    case 'const':
      return noneOf(path, value, [params.allowedValue]);
    case 'discriminator':
      return wrongTag(path, String(params.tag), params.tagValue, schema);
    case 'pattern': {
      const message = `${show(value)} does not have the right form.`;
      return { path, at: 'value', message, ...hint(schema.description) };
    }
    case 'minLength':
      return { path, at: 'value', message: 'This text is too short.', ...hint(schema.description) };
    case 'maxLength': {
      const message = `This text is longer than ${params.limit} characters.`;
      return { path, at: 'value', message };
    }
    case 'minItems': {
      const message = `This list needs at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}.`;
      return { path, at: 'value', message, ...hint(schema.description) };
    }
    case 'maxItems':
      return { path, at: 'value', message: `This list has more than ${params.limit} entries.` };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const message = `${show(value)} is out of range: it must be ${LIMITS[error.keyword]} ${params.limit}.`;
      return { path, at: 'value', message, ...hint(schema.description) };
    }
    default:
      return { path, at: 'value', message: `This ${error.message ?? 'is not valid'}.` };
  }
}

const LIMITS = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
};

/** What was most likely meant is not known to be missing. */
function unknownField(path: DataPath, field: string, schema: ParentSchema): Refused {
  const known = Object.keys(schema.properties ?? {});
  const meant = nearest(field, known);
  return {
    path: [...path, field],
    at: 'key',
    message: `Unknown field "${field}".`,
    hint: didYouMean(field, known) ?? `Known fields: ${known.join(', ')}.`,
    drops: [...path, field],
    ...(meant !== undefined && { hides: [...path, meant] }),
  };
}

function missing(path: DataPath, field: string, schema: ParentSchema): Refused {
  const message = `"${field}" is missing.`;
  const told = hint(schema.properties?.[field]?.description);
  const own = [...path, field];
  return { path, at: 'inside', message, ...told, hides: own, lacks: [own] };
}

/** Nothing that is there is wrong by itself. */
function needed(path: DataPath, field: string, other: string): Refused {
  const message = `"${field}" means something only with "${other}".`;
  const hint = `Write "${other}" as well, or leave it out.`;
  return { path: [...path, field], at: 'key', message, hint, lacks: [[...path, other]] };
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of fields',
  null: 'nothing',
};

function wrongType(
  path: DataPath,
  types: readonly string[],
  value: unknown,
  schema: ParentSchema,
): Refused {
  const expected = types.map((type) => NAMES[type] ?? type).join(' or ');
  const message =
    value === null
      ? `This is empty; expected ${expected}.`
      : `Expected ${expected}, found ${found(value)}.`;
  return { path, at: 'value', message, ...hint(asExpected(types, value) ?? schema.description) };
}

/** How the same would be written. */
function asExpected(types: readonly string[], value: unknown): string | undefined {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  if (types.includes('string') && isPlain) return `Put it in quotes: "${value}"`;
  if (!types.includes('array') || typeof value !== 'string') return undefined;
  return `Write a list, even of one: [${value.slice(0, 60)}]`;
}

function found(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' ? `the number ${value}` : 'a map of fields';
}

/** Beside what a list allows, what a pattern does. */
const OTHERS: Readonly<Record<string, string>> = { condition: `${PREDICATE}<expression>` };

/** Of what may be in a list or of a form, the list is told. */
export function isOtherForm({ keyword, instancePath, schemaPath }: ErrorObject): boolean {
  const isOfBoth = Object.keys(OTHERS).some((name) => instancePath.endsWith(`/${name}`));
  return isOfBoth && (keyword === 'anyOf' || schemaPath.includes('/anyOf/1/'));
}

function noneOf(path: DataPath, value: unknown, allowed: unknown): Refused {
  const words = [allowed].flat().map(String);
  const meant = typeof value === 'string' ? didYouMean(value, words) : undefined;
  const message = `${show(value)} is not possible here: ${words.join(', ')}.`;
  return { path, at: 'value', message, ...hint(meant) };
}

function wrongTag(path: DataPath, tag: string, value: unknown, schema: ParentSchema): Refused {
  const known = (schema.oneOf ?? []).flatMap((member) => {
    const { const: one, enum: some } = member.properties?.[tag] ?? {};
    return (some ?? [one]).map(String);
  });
  if (value === undefined) {
    return {
      path,
      at: 'inside',
      message: `"${tag}" is missing.`,
      hint: `One of: ${known.join(', ')}.`,
      hides: [...path, tag],
    };
  }
  return noneOf([...path, tag], value, known);
}

function hint(text: string | undefined): Readonly<{ hint?: string }> {
  return text === undefined ? {} : { hint: text };
}

/** A value in a message, short. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** ajv's JSON pointer as a path; what is an index is known from the data. */
function pathOf(pointer: string, data: unknown): DataPath {
  const path: Array<string | number> = [];
  for (const name of pointerParts(pointer)) {
    path.push(Array.isArray(valueAt(data, path)) ? Number(name) : name);
  }
  return path;
}

/** Of a place in a schema (`#/properties/…`) they are encoded as in a URL. */
function pointerParts(pointer: string): string[] {
  const [start, ...parts] = pointer.split('/');
  const plain = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return start === '#' ? plain.map(decodeURIComponent) : plain;
}

function valueAt(data: unknown, path: DataPath): unknown {
  return path.reduce<unknown>(
    (at, name) => (at as Readonly<Record<string | number, unknown>> | null | undefined)?.[name],
    data,
  );
}
