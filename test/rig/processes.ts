import { readdirSync, readFileSync } from 'node:fs';
import { killGroup } from '../../scripts/client/child.ts';

/**
 * Every process that was started with this home, by whomever and in whatever group: the home is a
 * fresh folder, so the processes are ours. Linux only; elsewhere the answer is empty.
 */
export function processesOf(home: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(`HOME=${home}`))
    .map(Number);
}

export function killProcessesOf(home: string): void {
  for (const pid of processesOf(home)) killGroup(pid, 'SIGKILL');
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // It ended meanwhile, or is somebody else's.
    return [];
  }
}
