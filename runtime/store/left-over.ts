import { isAlive } from './process-ref.ts';

/** `state.json.4242-1.tmp` of a process that is gone (atomic.ts). */
export function isLeftOver(name: string): boolean {
  const pid = /\.(\d+)-\d+\.tmp$/.exec(name)?.[1];
  return pid !== undefined && !isAlive({ pid: Number(pid), started: null });
}
