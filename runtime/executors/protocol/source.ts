// A text of the protocol and what is wrong in it, each with its place.

import type { Span } from '../../files/json-places.ts';
import { problem, sourceOf } from '../../files/problem-at.ts';
import type { Problem } from '../../model/failure.ts';
import type { SchemaIssue } from '../../model/protocol/schema.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';

type Path = ReadonlyArray<string | number>;

export type Source = Readonly<{
  /** How it is called in messages. */
  file: string;
  text: string;
  /** Where the value at a path stands; undefined where there is none. */
  spanOf: (path: Path) => Span | undefined;
  /** How a field is written there: `issue_ref`, or `IssueRef`. */
  nameOf: (field: string) => string;
  /** What to write there; as the schema says it if left out. */
  hintOf?: (field: string) => string | undefined;
}>;

export function problemAt(
  { file, text }: Pick<Source, 'file' | 'text'>,
  { at, length }: Span,
  message: string,
  hint?: string,
): Problem {
  return problem(sourceOf(file, text), at, length, message, hint);
}

/** The nearest thing above where nothing stands at the path itself. */
export function problemIn(source: Source, path: Path, message: string, hint?: string): Problem {
  for (let length = path.length; length > 0; length -= 1) {
    const span = source.spanOf(path.slice(0, length));
    if (span) return problemAt(source, span, message, hint);
  }
  return problemAt(source, { at: 0, length: 1 }, message, hint);
}

/** What a schema says against a value, in words; `hintOf` is what it says of its own fields. */
export function issueProblem(
  source: Source,
  issue: SchemaIssue,
  hintOf: (field: string) => string | undefined,
  value: unknown,
): Problem {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const [top, ...below] = path;
  const last = path.at(-1);
  const field = source.nameOf(
    String(typeof last === 'number' ? (path.at(-2) ?? last) : (last ?? '')),
  );
  const hint = top === undefined || below.length > 1 ? undefined : hintOf(String(top));
  const at = (message: string, more: string | undefined = hint): Problem =>
    problemIn(source, path, message, more);
  switch (issue.code) {
    case 'invalid_type':
      if (path.length === 0) return at('This must be one object of fields.');
      return valueAt(value, path) === undefined
        ? at(`"${field}" is missing.`)
        : at(`"${field}" must be ${NAMES[issue.expected] ?? issue.expected}.`);
    case 'invalid_value': {
      const found = valueAt(value, path);
      if (found === undefined) return at(`"${field}" is missing.`);
      const words = issue.values.map(String);
      const message = `"${oneLine(String(found), 60)}" is not ${article(field)} ${field}. There are: ${words.join(', ')}.`;
      return problemIn(source, path, message, didYouMean(String(found), words));
    }
    case 'too_small':
      return at(`"${field}" is empty.`);
    case 'too_big':
      return at(`"${field}" is too long: at most ${issue.maximum}.`);
    default:
      return at(`"${field}" does not have the right form.`);
  }
}

function article(word: string): string {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object of fields',
};

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, name) => (at as Readonly<Record<string | number, unknown>> | null | undefined)?.[name],
    data,
  );
}
