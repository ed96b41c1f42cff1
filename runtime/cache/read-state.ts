// Reading state.json.

import { isObject, parseJson } from '../files/parse-json.ts';
import { readText } from '../files/reading.ts';
import { DEFAULTS } from '../model/defaults.ts';
import type { State, StoredState } from '../model/state/state.ts';
import { stateOf, type Workspace } from '../workspace/paths.ts';
import { openGoals } from './goal-files.ts';
import { isUsable } from './state-head.ts';

/** Undefined: there is none that this version can use. */
export function readStored(ws: Workspace): State | undefined {
  return open(ws, readJson<StoredState>(stateOf(ws)));
}

/** The same of the file's text, if it was read before. */
export function parseStored(ws: Workspace, text: string): State | undefined {
  return open(ws, parseJson(text) as StoredState | undefined);
}

function open(ws: Workspace, stored: StoredState | undefined): State | undefined {
  if (!isUsable(stored) || !isObject(stored.goals)) return undefined;
  // What an earlier version wrote has no value for a setting that is new.
  if (!Object.keys(DEFAULTS).every((name) => name in stored.config)) return undefined;
  const areNamed = Object.values(stored.goals).every((goal) => typeof goal?.file === 'string');
  return areNamed ? openGoals(ws, stored) : undefined;
}

/** A cache that cannot be read or parsed is no cache. */
export function readJson<T>(path: string): T | undefined {
  try {
    return parseJson(readText(path)) as T | undefined;
  } catch {
    return undefined;
  }
}
