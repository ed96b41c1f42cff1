// Processes of a run that left its process group: known by what a run alone has, the folder of its order.
// Linux only; elsewhere neither the environment nor the folder of another process can be read.

import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { relativeInside } from '../../files/relative-inside.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { processIds, statOf } from '../../workspace/processes.ts';

/** The copy of an order folder, whose name no other run has, and a process that none of the run's is older than. */
type Mark = Readonly<{ since: ProcessRef; folder: string }>;

/** Ends them. One may start another meanwhile, so it looks until there is none that it has not seen. */
export function endMarked(mark: Mark): void {
  const ended = new Set<number>();
  for (;;) {
    const found = markedBy(mark).filter((pid) => !ended.has(pid));
    if (found.length === 0) return;
    for (const pid of found) {
      ended.add(pid);
      kill(pid);
    }
  }
}

/** Their ids. */
export function markedBy({ since: { started }, folder }: Mark): number[] {
  if (started === null) return [];
  return processIds().filter((pid) => pid !== process.pid && isOfRun(pid, Number(started), folder));
}

function isOfRun(pid: number, since: number, folder: string): boolean {
  const stat = statOf(pid);
  // What is older than the run was not started by it.
  if (!stat || stat.state === 'Z' || !(Number(stat.started) >= since)) return false;
  try {
    // Executors have no terminal; in one a person may look at the folder.
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return false;
    return hasVariable(pid, folder) || (stat.terminal === 0 && worksIn(pid, folder));
  } catch {
    return false; // It has just ended, or is nobody's to look at.
  }
}

/** It was handed on by whoever started it. `WUKONG_RUN` is no proof: another repository may have that run, too. */
function hasVariable(pid: number, folder: string): boolean {
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return environment.includes(`WUKONG_ORDER_DIR=${folder}`);
}

function worksIn(pid: number, folder: string): boolean {
  const cwd = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  return relativeInside(folder, cwd) !== undefined;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
