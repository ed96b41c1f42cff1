// Asked at every hook, so it costs two stats and loads nothing: whether the configuration people
// edit has changed since it was compiled.

import { statSync } from 'node:fs';
import { candidatesOf, configOf, localConfigOf, type Workspace } from './paths.ts';

/** Sizes and times of config.yaml and config.local.yaml; `-` for one that is not there. */
export function configStamp(ws: Workspace): string {
  return `${stampOf(configOf(ws))} ${stampOf(localConfigOf(ws))}`;
}

/** The same of anchors_candidates.md: one stat, where a session begins or a person types. */
export function candidatesStamp(ws: Workspace): string {
  return stampOf(candidatesOf(ws));
}

/** Whether it may hold what nobody has looked at. */
export function hasNewReview(
  ws: Workspace,
  seen: Readonly<{ stamp: string }> | undefined,
): boolean {
  const stamp = candidatesStamp(ws);
  return stamp !== '-' && stamp !== seen?.stamp;
}

function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.size}:${stat.mtimeMs}` : '-';
  } catch {
    return '?'; // There and unreadable: compiling it says why.
  }
}
