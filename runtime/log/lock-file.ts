import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { codeOf } from '../files/file-failure.ts';
import { readText } from '../files/reading.ts';
import { hostName } from '../workspace/host-name.ts';

/** What this process writes into a lock of its own. */
export function lockText(): string {
  // Without the start time of the process, which costs a hook a look into /proc: a pid that was reused
  // is waited for like a frozen holder.
  return JSON.stringify({ host: hostName(), pid: process.pid, at: Date.now() });
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
  } catch (error) {
    // The disk is full: the next writer need not wait for a lock that says nothing.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
  return true;
}

/** Lets go of it if it is still ours. */
export function dropLock(path: string, mine: string): void {
  if (readLock(path) !== mine) return;
  try {
    unlinkSync(path);
  } catch (error) {
    // In this very moment a waiter took it for a dead one's, and moved it away.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Undefined: there is none. Empty for a moment while its holder writes it. */
export function readLock(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
