// What is decided about a log that is mirrored. Pure.

import type { EventRecord } from '../../model/event.ts';
import type { LogRow } from '../../team/mirrored.ts';
import type { TeamNote } from '../../workspace/team-note.ts';

/**
 * `moved`: it got another home, or was moved since this clone last heard of it; whoever finds that writes no more.
 * `set-back`: the database is as it was before the log came here, or another one.
 */
export function standingOf(
  row: Pick<LogRow, 'home' | 'epoch'>,
  me: string,
  note: Pick<TeamNote, 'epoch'> | undefined,
): 'home' | 'moved' | 'set-back' {
  // Without a note: it was mirrored for the first time, and killed before it could note that.
  const noted = note?.epoch ?? row.epoch;
  if (noted > row.epoch) return 'set-back';
  return row.home === me && noted === row.epoch ? 'home' : 'moved';
}

/** `mine`: it was taken, and whoever did so was killed before it could note that. */
export type MayTake = 'yes' | 'mine' | 'read-on' | 'taken';

/** Whether a log may be moved to `me`, who was told of it as `seen`, and has read up to `read`. */
export function mayTake(
  row: Pick<LogRow, 'home' | 'epoch' | 'records' | 'crc'>,
  me: string,
  seen: Pick<LogRow, 'epoch'>,
  read: Readonly<{ events: number; crc: string }>,
): MayTake {
  const isOther = row.epoch !== seen.epoch && row.home !== me;
  if (isOther) return 'taken';
  const isSame = row.records === read.events && row.crc === read.crc;
  // It has less where it was set back; then what was read here is what there is.
  if (!isSame && row.records >= read.events) return 'read-on';
  return row.home === me ? 'mine' : 'yes';
}

/** A file that is larger travels with no mirror. */
export const MOST_BYTES = 1024 * 1024;

/**
 * Files below .wukong that come with a record, and without which its next home cannot go on from it or show it. Some
 * of them need not be there.
 */
export function filesNamed({ type, payload }: EventRecord): string[] {
  return named(type, payload).filter(mayTravel);
}

function named(type: string, payload: EventRecord['payload']): string[] {
  switch (type) {
    case 'artifacts.stored': {
      const dir = String(payload.dir);
      const stored = Array.isArray(payload.artifacts) ? payload.artifacts : [];
      const small = stored.filter((one) => Number(one?.bytes) <= MOST_BYTES);
      const names = [...small.map((one) => String(one?.name)), 'left.json'];
      const ofGoal = dir.split('/').slice(0, 2).join('/');
      return [...names.map((name) => `${dir}/${name}`), `${ofGoal}/history.txt`];
    }
    case 'summary.written': {
      const file = String(payload.file);
      return [file, file.replace(/[^/]+$/, 'change.patch')];
    }
    case 'goal.created': {
      const { sha256 } = (payload.graph ?? {}) as Readonly<{ sha256?: unknown }>;
      return sha256 === undefined ? [] : [`graphs/${sha256}.json`];
    }
    default:
      return [];
  }
}

const FOLDERS: readonly (string | undefined)[] = ['artifacts', 'graphs'];

/** Whether a path from a database may be written below .wukong. */
export function mayTravel(path: string): boolean {
  const parts = path.split('/');
  const isName = (part: string): boolean => /^[\w#@+][\w #@+.,=~-]*$/.test(part);
  return (
    path.length <= 400 && FOLDERS.includes(parts[0]) && parts.length > 1 && parts.every(isName)
  );
}
