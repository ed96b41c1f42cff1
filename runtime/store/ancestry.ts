import { readFileSync } from 'node:fs';
import type { ProcessRef } from '../model/state.ts';
import { processRef } from './process-ref.ts';

/** Whether a process is that one, or was started by it, however many lie between. Linux only; elsewhere false. */
export function descendsFrom(pid: number, ancestor: ProcessRef): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) {
    if (at !== ancestor.pid) continue;
    const { started } = processRef(at);
    return started === null || ancestor.started === null || started === ancestor.started;
  }
  return false;
}

/** 0 where nobody can tell, or the process has ended. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || 0;
  } catch {
    return 0;
  }
}
