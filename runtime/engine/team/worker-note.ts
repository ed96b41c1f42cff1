// What a worker has at work, in a file of its clone: whoever comes after one that was killed ends and removes it.

import { basename, dirname } from 'node:path';
import { endGroup } from '../../evidence/gates/end-group.ts';
import { lanesFolder } from '../../evidence/lanes/lane-place.ts';
import { removeLane } from '../../evidence/lanes/remove-lane.ts';
import { isCopy, removeCopy } from '../../executors/folder/copy-order.ts';
import { endMarked } from '../../executors/reaping/marked.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders, removeAll, removeIfThere } from '../../files/changing.ts';
import { readIfThere } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { takeLock } from '../../log/lock.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import type { TeamHere } from './team-here.ts';

export type AtWork = Readonly<{
  lane?: string;
  /** The folder of its order. */
  copy?: string;
  logs?: string;
  process?: ProcessRef | null;
  /** What was started for it is no older: the worker that is gone. */
  since?: ProcessRef | undefined;
}>;

type Note = AtWork & Readonly<{ worker: ProcessRef }>;

export function noteWork(ws: Workspace, worker: ProcessRef, at: AtWork): void {
  const note: Note = { worker, ...at };
  replaceFile(files.workerNote(ws), `${JSON.stringify(note)}\n`, false);
}

const WAIT_MS = 5_000;

/**
 * This clone is that worker's, with what one that is gone left in it. Gives the process of another one that is there:
 * two would take each other's, so of two that begin at once one does.
 */
export function beginWork(ws: Workspace, me: ProcessRef): ProcessRef | undefined {
  makeFolders(dirname(files.workerNote(ws)));
  const lock = takeLock(`${files.workerNote(ws)}.lock`, WAIT_MS);
  if (!lock.ok) throw new Error('Another worker begins in this clone, and does not go on.');
  try {
    const note = readNote(ws);
    const isMine = note?.worker.pid === me.pid && note.worker.started === me.started;
    if (note && !isMine && isAlive(note.worker)) return note.worker;
    noteWork(ws, me, { since: note?.worker, ...note });
    return undefined;
  } finally {
    lock.held.release();
  }
}

/** Ends and removes what is noted; the clone stays its worker's. */
export async function clearWork(ws: Workspace, here: TeamHere, me: ProcessRef): Promise<void> {
  const { lane, copy, logs, process = null, since = me } = readNote(ws) ?? {};
  endGroup(process);
  if (copy !== undefined && isCopy({ dir: copy, given: {} })) {
    endMarked({ since: process ?? since, folder: copy });
    removeCopy({ dir: copy, given: {} });
  }
  if (logs !== undefined && basename(logs).startsWith('wukong-worker-')) removeAll(logs, 5);
  if (lane !== undefined && relativeInside(lanesFolder(lanesOf(here)), lane) !== undefined) {
    await removeLane({ worktree: ws.worktree, path: lane, objectsDir: files.objects(ws) });
  }
  noteWork(ws, me, {});
}

/** Another one may begin here. */
export function endWork(ws: Workspace): void {
  removeIfThere(files.workerNote(ws));
}

function readNote(ws: Workspace): Note | undefined {
  const text = readIfThere(files.workerNote(ws))?.toString('utf8');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The lanes of a worker, apart from those of its own log. */
export function lanesOf({ key }: Pick<TeamHere, 'key'>): string {
  return `team-${key.id.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;
}
