// What a worker has at work, in a file of its clone: whoever comes after one that was killed ends and removes it.

import { basename } from 'node:path';
import { lanesFolder } from '../../evidence/lanes/lane-place.ts';
import { removeLane } from '../../evidence/lanes/remove-lane.ts';
import { isCopy, removeCopy } from '../../executors/folder/copy-order.ts';
import { endGroup } from '../../executors/reaping/end-group.ts';
import { endMarked } from '../../executors/reaping/marked.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { removeAll, removeIfThere } from '../../files/changing.ts';
import { readIfThere } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
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
}>;

type Note = AtWork & Readonly<{ worker: ProcessRef }>;

export function noteWork(ws: Workspace, worker: ProcessRef, at: AtWork): void {
  const note: Note = { worker, ...at };
  replaceFile(files.workerNote(ws), `${JSON.stringify(note)}\n`, false);
}

/** Of a worker that is there, its process: two would take each other’s. */
export function workerThere(ws: Workspace, me: ProcessRef): ProcessRef | undefined {
  const worker = readNote(ws)?.worker;
  return worker && worker.pid !== me.pid && isAlive(worker) ? worker : undefined;
}

/** Ends and removes what it has at work; whoever owned it is gone, or is this process. */
export async function clearWork(ws: Workspace, here: TeamHere): Promise<void> {
  const note = readNote(ws);
  if (!note) return;
  const { worker, lane, copy, logs, process = null } = note;
  endGroup(process);
  if (copy !== undefined && isCopy({ dir: copy, given: {} })) {
    endMarked({ since: process ?? worker, folder: copy });
    removeCopy({ dir: copy, given: {} });
  }
  if (logs !== undefined && basename(logs).startsWith('wukong-worker-')) removeAll(logs, 5);
  if (lane !== undefined && relativeInside(lanesFolder(lanesOf(here)), lane) !== undefined) {
    await removeLane({ worktree: ws.worktree, path: lane, objectsDir: files.objects(ws) });
  }
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
