// Asked at every hook, so it costs two stats and loads nothing: whether the configuration people
// edit has changed since it was compiled.

import { statSync } from 'node:fs';
import { configOf, localConfigOf, type Workspace } from './paths.ts';

/** Sizes and times of config.yaml and config.local.yaml; `-` for one that is not there. */
export function configStamp(ws: Workspace): string {
  return `${stampOf(configOf(ws))} ${stampOf(localConfigOf(ws))}`;
}

function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.size}:${stat.mtimeMs}` : '-';
  } catch {
    return '?'; // There and unreadable: compiling it says why.
  }
}
