// The lock only keeps writers from repeating their steps; the chain in the log is the fence (a step
// that lost the race is void for every reader). So a take-over may be wrong without any harm.

import { linkSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { besideName, sleep } from '../files/atomic-write.ts';
import { codeOf } from '../files/file-failure.ts';
import type { LockHolder } from '../model/failure.ts';
import { hostName } from '../workspace/host-name.ts';
import { isAlive } from '../workspace/processes.ts';
import { dropLock, lockText, readLock, tryLock } from './lock-file.ts';

export type Held = Readonly<{ release: () => void; isMine: () => boolean }>;
type LockAttempt = Readonly<{ ok: true; held: Held }> | Readonly<{ ok: false; holder: LockHolder }>;

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

const FROZEN_AFTER_MS = 10_000;
/** A lock file gets its text right after it was made; one that stays empty has lost its holder. */
const EMPTY_AFTER_MS = 500;

/** Undefined: the lock is ours now. Else who holds it, after `waitMs`. */
function waitForLock(path: string, mine: string, waitMs: number): LockHolder | undefined {
  // Not by the clock, which may be set meanwhile.
  const deadline = performance.now() + waitMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
    if (tryLock(path, mine) || (replaceStale(path) && tryLock(path, mine))) return undefined;
    if (performance.now() >= deadline) return describe(path);
    // Spread the waiters, so that they do not wake in step.
    sleep(pause + (process.pid % 7));
  }
}

/**
 * Moves a stale lock out of the way. Its holder may let go in this very moment and another take it,
 * so what was moved is looked at again, and a lock that is somebody's is put back.
 */
function replaceStale(path: string): boolean {
  const content = contentOf(path);
  if (content === undefined) return true; // Released in this moment.
  if (!isStale(path, content) || contentOf(path) !== content) return false;
  const aside = besideName(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true; // Another waiter was faster.
    throw error;
  }
  if (contentOf(aside) !== content) putBack(aside, path);
  rmSync(aside, { recursive: true, force: true });
  return true;
}

function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    // Somebody has taken it meanwhile; two holders are only a void step for one of them.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Nobody makes a lock that is no file: a pull brought it, and what a link leads to is not read. */
const NO_FILE = '\0no file';

function contentOf(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) return NO_FILE;
  return readLock(path);
}

function isStale(path: string, content: string): boolean {
  if (content === NO_FILE) return true;
  const stat = statSync(path, { throwIfNoEntry: false });
  // Either direction: a clock that jumped must not wedge the lock.
  const age = stat ? Math.abs(Date.now() - stat.mtimeMs) : 0;
  if (age > FROZEN_AFTER_MS) return true;
  const holder = parse(content);
  if (!holder) return age > EMPTY_AFTER_MS;
  return holder.host === hostName() && !isAlive({ pid: holder.pid, started: null });
}

function parse(content: string): { host: string; pid: number } | undefined {
  try {
    const value = JSON.parse(content);
    return typeof value?.pid === 'number' ? value : undefined;
  } catch {
    return undefined; // Its holder is writing it, or died at that.
  }
}

function describe(path: string): LockHolder {
  const holder = parse(contentOf(path) ?? '');
  if (!holder) return { name: 'another process', elsewhere: false };
  const { pid, host } = holder;
  return { name: `process ${pid} on ${host}`, elsewhere: host !== hostName() };
}

type LockSeen = Readonly<{ holder: LockHolder; stale: boolean }>;

/** Who holds a lock, for those who only look; undefined if nobody does. */
export function lookAtLock(path: string): LockSeen | undefined {
  const content = contentOf(path);
  if (content === undefined) return undefined;
  return { holder: describe(path), stale: isStale(path, content) };
}
