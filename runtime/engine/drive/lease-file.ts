// Signs of life of a run outside of a session: the time of a file in its order folder, so that the log is not
// filled with them.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { setTimes } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { activeRuns } from '../../kernel/state/queries.ts';
import type { Lease } from '../../model/actors/lease.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal } from '../../model/state/goal.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';

const NAME = 'lease.json';

/** Twelve beats: a busy machine is no lost lease. */
export const LEASE_TTL_SEC = 60;
export const BEAT_MS = 5_000;

export function writeLease(folder: string, lease: Lease): void {
  putFile(join(folder, NAME), `${JSON.stringify(lease)}\n`);
}

export function beat(folder: string): void {
  const now = new Date();
  try {
    setTimes(join(folder, NAME), now, now);
  } catch (error) {
    // Taken away, or not where it was: nobody hears of the run any more, and its goal may be taken over.
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) throw error;
  }
}

/**
 * Whether a process is there and can be heard: a driver that is frozen, and gave no sign of life for as long as
 * its lease lasts, has lost it.
 */
export function isHeard(ws: Workspace, goal: Goal, nowMs: number) {
  const silent = activeRuns(goal).flatMap((run) => {
    const { lease } = run;
    if (!lease || run.report) return [];
    const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
    const last = lstatSync(join(folder, NAME), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return nowMs - last > lease.ttl_sec * 1_000 ? [lease.driver] : [];
  });
  return (process: ProcessRef): boolean =>
    isAlive(process) &&
    !silent.some(({ pid, started }) => pid === process.pid && started === process.started);
}
