// How long a daemon leaves a goal alone of which it could not do more, where nothing becomes of it meanwhile.

import type { DriveEnd } from '../drive/drive.ts';

const FIRST_MS = 5_000;

/** Nothing but what becomes of them makes others go on. */
const WAITING: readonly DriveEnd['kind'][] = ['waits', 'for-session', 'taken-over'];
/** A full disk, a lock that was lost, a program that was missing: it may be over in a moment. */
const FAILED: readonly DriveEnd['kind'][] = ['cannot', 'not-recorded'];

/** `failures`: how often in a row that was so before. `everyMs`: a heartbeat. */
export function restMs(kind: DriveEnd['kind'], failures: number, everyMs: number): number {
  if (WAITING.includes(kind)) return Infinity;
  return FAILED.includes(kind) ? Math.min(FIRST_MS * 2 ** failures, everyMs) : everyMs;
}

export function hasFailed(kind: DriveEnd['kind']): boolean {
  return FAILED.includes(kind);
}
