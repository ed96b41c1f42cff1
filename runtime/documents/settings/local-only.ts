// What widens what may happen counts in config.local.yaml alone: the other file came with the repository.

import { isDeepStrictEqual } from 'node:util';
import { DEFAULTS, type DefaultName } from '../../model/defaults.ts';
import type { ConfigFile } from '../../model/documents/config.ts';
import { PLAIN } from '../../model/settings.ts';
import { OTHER_NAMES, valueAt } from './one-name.ts';

/** With the value that says what holds anyway. */
export const LOCAL_ONLY: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(PLAIN).flatMap(([name, { at, localOnly }]) =>
      localOnly ? [[at, DEFAULTS[name as DefaultName]]] : [],
    ),
  ),
  gate_env: [],
  gate_wrapper: [],
  owner: undefined,
  prices: undefined,
  prove: undefined,
  executors: {},
  switching: [],
  team: undefined,
  'anchors.accept_by': 'person',
};

/** `name`: the first of a setting. */
export function isLocalOnly(name: string): boolean {
  return Object.hasOwn(LOCAL_ONLY, name);
}

/** What the committed file sets and does not count there, by the names it uses. */
export function uncountedIn(shared: ConfigFile): string[] {
  return Object.entries(LOCAL_ONLY).flatMap(([first, harmless]) =>
    [first, ...(OTHER_NAMES[first] ?? [])].filter((name) => {
      const value = valueAt(shared, name);
      return value !== undefined && !isDeepStrictEqual(value, harmless);
    }),
  );
}
