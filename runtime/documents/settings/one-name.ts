// Some settings can be written under several names. Here a file gets each of them under one, its first;
// where two names say different things, nobody knows which is meant.

import { isDeepStrictEqual } from 'node:util';
import type { ConfigFile } from '../../model/documents/config.ts';
import { PLAIN } from '../../model/settings.ts';
import { fromEach } from '../reader/unread.ts';

/** What is wrong with a value, and where in the data it stands. */
export type WrongValue = Readonly<{
  path: ReadonlyArray<string | number>;
  at: 'value';
  message: string;
  hint: string;
}>;

/** By its first name: the others. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(PLAIN).flatMap(({ at, others }) => (others ? [[at, others]] : [])),
);

/** `lineOf`: where the value of a name stands, for the problem of another one. */
export function twoValues(
  file: ConfigFile,
  lineOf: (path: readonly string[]) => number,
): WrongValue[] {
  return fromEach(Object.entries(OTHER_NAMES), ([first, others]): WrongValue[] => {
    const [said, ...repeated] = [first, ...others].filter(
      (name) => valueAt(file, name) !== undefined,
    );
    if (said === undefined) return [];
    const value = valueAt(file, said);
    return repeated
      .filter((name) => !isDeepStrictEqual(valueAt(file, name), value))
      .map((name) => ({
        path: name.split('.'),
        at: 'value',
        message: `Line ${lineOf(said.split('.'))} says ${JSON.stringify(value)} for the same setting: ${said}.`,
        hint: 'Keep one of them.',
      }));
  });
}

/** The same file, each setting under its first name. */
export function underOneName(file: ConfigFile): ConfigFile {
  const named = structuredClone(file);
  for (const [first, others] of Object.entries(OTHER_NAMES)) {
    const value = [first, ...others]
      .map((name) => valueAt(file, name))
      .find((one) => one !== undefined);
    if (value !== undefined) put(named, first.split('.'), value);
  }
  return named;
}

export function valueAt(file: ConfigFile, name: string): unknown {
  let value: unknown = file;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

export function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [part = '', ...rest] = path;
  if (rest.length === 0) {
    into[part] = value;
    return;
  }
  into[part] ??= {};
  put(into[part] as Record<string, unknown>, rest, value);
}
