// The lock only keeps writers from repeating their steps; the chain in the log is the fence (a step
// that lost the race is void for every reader). So a take-over may be wrong without any harm.

import type { LockHolder } from '../model/failure.ts';
import { waitForLock } from './contend.ts';
import { dropLock, lockText, readLock, tryLock } from './lock-file.ts';

export type Held = Readonly<{ release: () => void; isMine: () => boolean }>;
export type LockAttempt =
  | Readonly<{ ok: true; held: Held }>
  | Readonly<{ ok: false; holder: LockHolder }>;

/** Waits up to `waitMs` for the lock; a dead holder is replaced at once, a frozen one after 10 s. */
export function takeLock(path: string, waitMs: number): LockAttempt {
  const mine = lockText();
  if (!tryLock(path, mine)) {
    const holder = waitForLock(path, mine, waitMs);
    if (holder !== undefined) return { ok: false, holder };
  }
  return { ok: true, held: held(path, mine) };
}

function held(path: string, mine: string): Held {
  const isMine = () => readLock(path) === mine;
  const release = () => dropLock(path, mine);
  return { isMine, release };
}
