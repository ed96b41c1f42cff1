// A command whose memory grows without end takes the whole machine with it, and all that nobody has saved. An endless
// loop is a fault like others: with the fix put back it runs again.

import { freemem, totalmem } from 'node:os';
import { readText } from '../../files/reading.ts';
import { processIds, statOf } from '../../workspace/processes.ts';

/** In bytes. `own`: of all processes of the group of `leader`. */
export type Memory = Readonly<{ free: number; total: number; own: (leader: number) => number }>;

const WATCH_MS = 500;
/** Less than this part of all memory is left. */
const LOW = 0.1;
/** A command that has less than this part of it is not what takes it. */
const LARGE = 0.25;

/** Calls `tooLarge` once, with what the group has; undefined: nobody can say it here. Returns how to end. */
export function watchMemory(
  leader: number,
  tooLarge: (bytes: number) => void,
  look: () => Memory | undefined = memoryNow,
): () => void {
  const timer = setInterval(() => {
    const bytes = takenBy(leader, look());
    if (bytes === undefined) return;
    clearInterval(timer);
    tooLarge(bytes);
  }, WATCH_MS);
  return () => clearInterval(timer);
}

/** Pure. What it has, if that leaves too little. */
export function takenBy(leader: number, memory: Memory | undefined): number | undefined {
  if (!memory || memory.free > memory.total * LOW) return undefined;
  const bytes = memory.own(leader);
  return bytes > memory.total * LARGE ? bytes : undefined;
}

/** Elsewhere what is free is told without what could be made free. */
function memoryNow(): Memory | undefined {
  return process.platform === 'linux'
    ? { free: freemem(), total: totalmem(), own: ofGroup }
    : undefined;
}

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** What they have together; 0 where there is no /proc. */
export function ofGroup(leader: number): number {
  return processIds()
    .filter((pid) => statOf(pid)?.group === leader)
    .reduce((sum, pid) => sum + 1024 * Number(RESIDENT.exec(statusOf(pid))?.[1] ?? 0), 0);
}

/** Empty: it has ended meanwhile. */
function statusOf(pid: number): string {
  try {
    return readText(`/proc/${pid}/status`);
  } catch {
    return '';
  }
}
