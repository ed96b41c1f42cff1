// A daemon is ended from outside: it is asked to, and if it does not answer, it is ended and what it had at work
// with it, as when a driver is killed.

import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { endAfter } from '../drive/end-after.ts';

/** An executor has two seconds to end by itself, and all of it is over within ten. */
const ASKED_MS = 7_000;
const KILLED_MS = 2_000;
const LOOK_EVERY_MS = 50;

/** `killed`: it did not end by itself. */
export async function stopDaemon(
  ws: Workspace,
  daemon: ProcessRef,
): Promise<'stopped' | 'killed' | 'still-there'> {
  signal(daemon, 'SIGTERM');
  // One that is frozen hears it when it goes on.
  signal(daemon, 'SIGCONT');
  if (await isGone(daemon, ASKED_MS)) return 'stopped';
  signal(daemon, 'SIGKILL');
  if (!(await isGone(daemon, KILLED_MS))) return 'still-there';
  await endAfter(ws, daemon);
  return 'killed';
}

function signal(daemon: ProcessRef, name: NodeJS.Signals): void {
  if (isAlive(daemon)) process.kill(daemon.pid, name);
}

async function isGone(daemon: ProcessRef, ms: number): Promise<boolean> {
  const endsAt = performance.now() + ms;
  while (isAlive(daemon)) {
    if (performance.now() >= endsAt) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}
