// Asked at every hook, so it costs two stats and loads nothing: whether the configuration people
// edit has changed since it was compiled.

import { statSync } from 'node:fs';
import { candidatesOf, configOf, escalationOf, localConfigOf, type Workspace } from './paths.ts';

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

/**
 * The same of the file a person answers in; undefined while nobody has edited it since it was written or last
 * read. One that is missing is new as well: it is written again.
 */
export function answerStamp(
  ws: Workspace,
  id: string,
  asked: Readonly<{ opened_at: string; read?: string | undefined }>,
): string | undefined {
  const stamp = stampOf(escalationOf(ws, id));
  // What sets the time of a file counts in fractions of a second, and may miss by a millionth.
  const savedMs = Math.round(Number(stamp.split(':')[1]));
  const isAsWritten = savedMs === Date.parse(asked.opened_at);
  return isAsWritten || stamp === asked.read ? undefined : stamp;
}

function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.size}:${stat.mtimeMs}` : '-';
  } catch {
    return '?'; // There and unreadable: compiling it says why.
  }
}
