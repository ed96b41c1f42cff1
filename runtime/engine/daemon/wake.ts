// When a daemon looks again: something it goes by has changed, or it is time.

import { lstatSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { State } from '../../model/state/state.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { savedStamp } from '../../workspace/saved-result.ts';

const LOOK_EVERY_MS = 500;

/** The log, what a person trusted and set, and what they may have saved: sizes and times of a few files. */
export function stampOf(ws: Workspace, { handed = {} }: Partial<Pick<State, 'handed'>>): string {
  const saved = Object.values(handed).map(({ dir }) => savedStamp(dir) ?? '');
  return [stampOfFile(files.log(ws)), settingsStamp(ws), ...saved].join('\n');
}

/** What a person trusted, set, and confirmed of what they set. */
export function settingsStamp(ws: Workspace): string {
  return [files.trust(ws), files.config(ws), files.localConfig(ws), files.confirmedConfig(ws)]
    .map(stampOfFile)
    .join('\n');
}

/** By device and time, so that a program replaced by its next version is another one. Empty where there is none. */
export function stampOfFile(path: string): string {
  try {
    const { ino, size, mtimeMs } = lstatSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    // Not to be read is as good as not there: whoever reads it says why.
    return '';
  }
}

/**
 * By the clock, which may jump and stands still while the machine sleeps: no timer is set for longer than a moment, and
 * a clock that was set back is a reason to look, too.
 */
export async function untilWoken(
  stamp: () => string,
  before: string,
  dueMs: number,
  stop: AbortSignal,
): Promise<void> {
  for (let last = Date.now(); !stop.aborted; last = Date.now()) {
    // Rejects when it is stopped, which ends the loop. First, so that what is due again and again is no hurry.
    await delay(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
    const now = Date.now();
    if (now < last || now >= dueMs || stamp() !== before) return;
  }
}
