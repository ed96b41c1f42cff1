// Asked at every hook, so it costs three stats and loads nothing: whether the configuration people
// edit has changed since it was compiled.

import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimes } from '../files/changing.ts';
import {
  candidatesOf,
  confirmedConfigOf,
  escalationOf,
  localConfigOf,
  sharedConfigOf,
  type Workspace,
} from './paths.ts';

/** Sizes and times of config.yaml, config.local.yaml, and what is confirmed of it; `-` for one that is not there. */
export function configStamp(ws: Workspace): string {
  const paths = [sharedConfigOf(ws), localConfigOf(ws), confirmedConfigOf(ws)];
  return paths.map(stampOf).join(' ');
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

/** The same, whatever was read of it before. */
export function fileStamp(ws: Workspace, id: string): string {
  return stampOf(escalationOf(ws, id));
}

/**
 * The file of a question that is over gets a time in whole seconds, which one that a person saves all but never
 * has: so one stat tells that it was saved since.
 */
export function markOver(path: string, now: string): void {
  const at = new Date(Math.floor(Date.parse(now) / 1000) * 1000);
  setTimes(path, at, at);
}

type Asked = Readonly<{
  counters: Readonly<{ escalations?: number | undefined }>;
  escalations?: Readonly<Record<string, unknown>> | undefined;
}>;

/** Questions that are over whose files were saved since, where nobody looks for answers any more; each once. */
export function savedLate(ws: Workspace, { counters, escalations = {} }: Asked): string[] {
  const { escalations: count = 0 } = counters;
  if (count === 0) return [];
  const now = new Date().toISOString();
  return filesIn(dirname(escalationOf(ws, ''))).flatMap((name) => {
    const [, id = '', number] = /^(ESC-(\d{4,}))\.md$/.exec(name) ?? [];
    // One that this state has not heard of yet is not over.
    if (id === '' || Number(number) > count || Object.hasOwn(escalations, id)) return [];
    const path = escalationOf(ws, id);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || stat.mtimeMs % 1000 === 0) return [];
    try {
      markOver(path, now);
      return [id];
    } catch {
      return []; // A file of another user: it would be told again and again.
    }
  });
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((one) => (one.isFile() ? [one.name] : []));
  } catch {
    return []; // Not there: a person may have taken it away. Or not ours to read.
  }
}

function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.size}:${stat.mtimeMs}` : '-';
  } catch {
    return '?'; // There and unreadable: compiling it says why.
  }
}
