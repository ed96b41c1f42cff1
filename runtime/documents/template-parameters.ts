// Parameters of a template: `{{name}}` in its texts, globs and commands. Pure.

import { isObject } from '../files/parse-json.ts';
import type { Template } from '../model/documents/template.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { Wording } from './reader/schema-problems.ts';
import type { DataPath } from './reader/yaml-places.ts';

export type Parameters = NonNullable<Template['parameters']>;

/** By name, as a person typed them. */
export type Given = Readonly<Record<string, string>>;

/** With blanks, as in `{{ name }}`, it is text. */
const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)\}\}/g;

/** A value for each parameter. `isOpen`: the plan is only looked at, so that none has to be given. */
export function valuesOf(
  { name: template, parameters }: Readonly<{ name: string; parameters: Parameters }>,
  given: Given,
  isOpen: boolean,
): Result<ReadonlyMap<string, string>> {
  const known = Object.keys(parameters);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return fail<Failure>({ kind: 'unknown-parameter', template, name: unknown, known });
  }
  const values = new Map([...usualValues(parameters), ...Object.entries(given)]);
  const missing = Object.entries(parameters)
    .filter(([name]) => !values.has(name))
    .map(([name, { description }]) => ({ name, description }));
  if (missing.length === 0 || isOpen) return ok(values);
  return fail<Failure>({ kind: 'missing-parameters', template, missing });
}

export function usualValues(parameters: Parameters): ReadonlyMap<string, string> {
  const usual = Object.entries(parameters).map(([name, one]) => [name, one.default] as const);
  return new Map(usual.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

/** The same data with the values in it. What has none stays as it is written. */
export function withValues<T>(data: T, values: ReadonlyMap<string, string>): T {
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(PLACEHOLDER, (written, name: string) => values.get(name) ?? written);
    }
    if (Array.isArray(value)) return value.map(filled);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]));
  };
  return filled(data) as T;
}

export function hasPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/** Placeholders of parameters that the template does not have. */
export function placeholderProblems(data: unknown, known: readonly string[]): Wording[] {
  const problems: Wording[] = [];
  const look = (value: unknown, path: DataPath): void => {
    if (typeof value === 'string') {
      for (const [written, name = ''] of value.matchAll(PLACEHOLDER)) {
        if (known.includes(name)) continue;
        const hint =
          didYouMean(name, known) ??
          `Add it under "parameters", or write {{ ${name} }} if these braces are meant as they are.`;
        problems.push({ path, at: 'value', message: `There is no parameter ${written}.`, hint });
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        look(inner, [...path, Array.isArray(value) ? Number(key) : key]);
      }
    }
  };
  look(data, []);
  return problems;
}
