// Reads what people write (configuration, templates, goals): YAML, held against the very schema we publish and
// their editor uses, and then against what no schema can say. All problems at once, each with its place. Not
// for hot paths: the YAML parser costs more than a hook may.

import { inOrder } from '../../files/problem-at.ts';
import { fail, ok, type Problem, type Result } from '../../model/failure.ts';
import { isOtherForm, type Refused, type Wording, wordingOf } from './schema-problems.ts';
import { fromEach, isUnread, marked, readable, unreadable } from './unread.ts';
import type { PublishedSchema } from './validators.ts';
import type { DataPath } from './yaml-places.ts';
import { readYaml, type YamlText } from './yaml-text.ts';

const MB = 1024 * 1024;

/** A kind of documents. */
export type Kind<T> = Readonly<{
  schema: PublishedSchema<T>;
  rules: ReadonlyArray<Rule<T>>;
  maxBytes?: number;
}>;

/**
 * What no schema can say, pure. It is asked of a document with faults, too: where one of them hides what it would
 * read, it ends there and has nothing to say, so what it says of one of many goes through `fromEach` (unread.ts).
 */
export type Rule<T> = (value: T, lineOf: (path: DataPath) => number) => readonly Wording[];

export type PeopleFile = Readonly<{
  path: string;
  /** How it is called in messages. */
  display: string;
}>;

export type PeopleDocument<T> = Readonly<{
  value: T;
  /** A further problem, at a path of the data. */
  problemAt: YamlText['problemAt'];
}>;

/** The one way to a document of people: the value, or all that is wrong with it. */
export function readDocument<T>(
  file: PeopleFile,
  kind: Kind<T>,
): Result<PeopleDocument<T>, Problem[]> {
  return checked(holdFile(file, kind), kind.rules);
}

/** A document held against its schema. `value` is for rules: what is wrong in it cannot be read. */
export type Held<T> = PeopleDocument<T> & Readonly<{ problems: readonly Problem[] }>;

export function holdFile<T>(
  file: PeopleFile,
  { schema, maxBytes = MB }: Pick<Kind<T>, 'schema' | 'maxBytes'>,
): Held<T> & Readonly<{ bytes: Buffer }> {
  const text = readYaml(file.path, file.display, maxBytes);
  if (!text.ok) return nothingOf(file, text.error);
  return { ...hold(text.value, schema), bytes: text.value.bytes };
}

/** Parts of the data may be marked already. */
export function hold<T>(
  { data, problemAt }: Pick<YamlText, 'data' | 'problemAt'>,
  schema: PublishedSchema<T>,
): Held<T> {
  // A file of comments is an empty map; where the schema requires something, it is reported.
  const value = data ?? {};
  const refused = refusedBy(schema, value);
  if (refused.length > 0 && data === undefined) {
    return { value: unreadable(), problemAt, problems: [problemAt([], 'value', EMPTY)] };
  }
  // Where nothing is marked, it is of the type.
  return {
    value: readable<T>(marked(value, refused)),
    problemAt,
    problems: placed(refused, problemAt),
  };
}

export const EMPTY = 'The file is empty.';

/** The rest of what is wrong with it. */
export function checked<T>(
  { value, problemAt, problems }: Held<T>,
  rules: ReadonlyArray<Rule<T>>,
): Result<PeopleDocument<T>, Problem[]> {
  const lineOf = (path: DataPath): number => problemAt(path, 'value', '').line;
  const wrong = fromEach(rules, (rule) => rule(value, lineOf));
  const all = inOrder([...problems, ...placed(wrong, problemAt)]);
  return all.length > 0 ? fail(all) : ok({ value, problemAt });
}

function nothingOf<T>({ display }: PeopleFile, problems: readonly Problem[]) {
  const problemAt: YamlText['problemAt'] = (_path, _at, message) => {
    return { file: display, line: 1, column: 1, message };
  };
  return { value: unreadable<T>(), bytes: Buffer.alloc(0), problemAt, problems };
}

/** Finding a place takes time; a file with more faults than this is no file of ours. */
const MAX_PLACED = 200;

/** What a schema refuses of the data, into which it fills its defaults; not what is marked already. */
export function refusedBy<T>({ json, validator }: PublishedSchema<T>, data: unknown): Refused[] {
  const validate = validator();
  if (validate(data)) return [];
  // That a branch of a schema, or a name, does not hold is said beside what is wrong in it.
  const errors = (validate.errors ?? []).filter(
    (error) => !['if', 'propertyNames'].includes(error.keyword) && !isOtherForm(error),
  );
  const refused = errors.slice(0, MAX_PLACED).map((error) => wordingOf(error, data, json));
  const told = withoutMisspelt(refused).filter(({ path }) => !isUnread(data, path));
  // Of more, what they would hide is not known either.
  return errors.length > MAX_PLACED ? told.map((one) => ({ ...one, hides: [] })) : told;
}

/** What a misspelt field was meant to be is not missing as well, nor is wrong what follows from that. */
function withoutMisspelt(refused: readonly Refused[]): Refused[] {
  const meant = refused.flatMap(({ drops, hides }) => (drops && hides ? [String(hides)] : []));
  return refused.filter(({ lacks = [] }) => !lacks.some((path) => meant.includes(String(path))));
}

export function placed(wrong: readonly Wording[], problemAt: YamlText['problemAt']): Problem[] {
  return wrong
    .slice(0, MAX_PLACED)
    .map(({ path, at, within, message, hint }) => problemAt(path, at, message, hint, within));
}
