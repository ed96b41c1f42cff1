// The lock only keeps writers from repeating their steps; the chain in the log is the fence (a step
// that lost the race is void for every reader). So a take-over may be wrong without any harm.

import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import type { LockHolder } from '../model/failure.ts';
import { codeOf } from './code-of.ts';
import { waitForLock } from './contend.ts';
import { hostName } from './host-name.ts';

export type Held = Readonly<{ release: () => void; isMine: () => boolean }>;
export type LockAttempt =
  | Readonly<{ ok: true; held: Held }>
  | Readonly<{ ok: false; holder: LockHolder }>;

/** Waits up to `waitMs` for the lock; a dead holder is replaced at once, a frozen one after 10 s. */
export function takeLock(path: string, waitMs: number): LockAttempt {
  // Without the start time of the process, which costs a hook a look into /proc: a pid that was reused
  // is waited for like a frozen holder.
  const mine = JSON.stringify({ host: hostName(), pid: process.pid, at: Date.now() });
  if (!tryLock(path, mine)) {
    const holder = waitForLock(path, mine, waitMs);
    if (holder !== undefined) return { ok: false, holder };
  }
  return { ok: true, held: held(path, mine) };
}

function held(path: string, mine: string): Held {
  const isMine = () => readLock(path) === mine;
  const release = () => {
    if (isMine()) unlinkSync(path);
  };
  return { isMine, release };
}

export function tryLock(path: string, mine: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(fd, mine);
  } finally {
    closeSync(fd);
  }
  return true;
}

/** Undefined: there is none. Empty for a moment while its holder writes it. */
export function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
