// Reading state.json.

import { readFileSync } from 'node:fs';
import type { State, StoredState } from '../model/state.ts';
import { isUsable } from './append-one.ts';
import { codeOf } from './code-of.ts';
import { openGoals } from './goal-files.ts';
import { parseJson } from './parse-json.ts';
import { stateOf, type Workspace } from './places.ts';

/** Undefined: there is none that this version can use. */
export function readStored(ws: Workspace): State | undefined {
  const stored = readJson<StoredState>(stateOf(ws));
  return isUsable(stored) ? openGoals(ws, stored) : undefined;
}

/** The same of the file's text, if it was read before. */
export function parseStored(ws: Workspace, text: string): State | undefined {
  const stored = parseJson(text) as StoredState | undefined;
  return isUsable(stored) ? openGoals(ws, stored) : undefined;
}

/** A cache that cannot be read or parsed is no cache. */
export function readJson<T>(path: string): T | undefined {
  try {
    return parseJson(readFileSync(path, 'utf8')) as T | undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
