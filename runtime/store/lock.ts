// The lock only keeps writers from repeating their steps; the chain in the log is the fence (a step
// that lost the race is void for every reader). So a take-over may be wrong without any harm.

import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { besideName, codeOf, sleep } from './atomic.ts';
import { isAlive } from './process-ref.ts';

const FROZEN_AFTER_MS = 10_000;

export type Held = Readonly<{ release: () => void; isMine: () => boolean }>;
export type LockAttempt =
  | Readonly<{ ok: true; held: Held }>
  | Readonly<{ ok: false; holder: string }>;

/** Waits up to `waitMs` for the lock; a dead holder is replaced at once, a frozen one after 10 s. */
export function takeLock(path: string, waitMs: number): LockAttempt {
  // Without its start time, which costs a hook a look into /proc: a pid that was reused is waited for
  // like a frozen holder.
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, at: Date.now() });
  const temporary = besideName(path);
  const fd = openSync(temporary, 'wx', 0o600);
  writeSync(fd, mine);
  closeSync(fd);
  const deadline = Date.now() + waitMs;
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
      if (tryLink(temporary, path)) return { ok: true, held: held(path, mine) };
      if (replaceStale(path)) continue;
      if (Date.now() >= deadline) return { ok: false, holder: describe(path) };
      // Spread the waiters, so that they do not wake in step.
      sleep(pause + (process.pid % 7));
    }
  } finally {
    unlinkSync(temporary);
  }
}

function tryLink(from: string, path: string): boolean {
  try {
    linkSync(from, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function held(path: string, mine: string): Held {
  const isMine = () => read(path) === mine;
  return {
    isMine,
    release() {
      if (isMine()) unlinkSync(path);
    },
  };
}

/**
 * Moves a stale lock out of the way. Its holder may let go in this very moment and another take it,
 * so what was moved is looked at again, and a lock that is somebody's is put back.
 */
function replaceStale(path: string): boolean {
  const content = read(path);
  if (content === undefined) return true; // Released in this moment: try again at once.
  if (!isStale(path, content) || read(path) !== content) return false;
  const aside = besideName(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true; // Another waiter was faster.
    throw error;
  }
  if (read(aside) !== content) tryLink(aside, path);
  unlinkSync(aside);
  return true;
}

function isStale(path: string, content: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  // Either direction: a clock that jumped must not wedge the lock.
  if (stat && Math.abs(Date.now() - stat.mtimeMs) > FROZEN_AFTER_MS) return true;
  const holder = parse(content);
  return holder?.host === hostname() && !isAlive({ pid: holder.pid, started: null });
}

function parse(content: string): { host: string; pid: number } | undefined {
  try {
    const value = JSON.parse(content);
    return typeof value?.pid === 'number' ? value : undefined;
  } catch {
    return undefined; // Half a lock file: its writer died; age decides.
  }
}

function describe(path: string): string {
  const holder = parse(read(path) ?? '');
  return holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
