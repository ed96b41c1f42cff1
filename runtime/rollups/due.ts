// Whether the roll-up of the last day is still to be written: the first hook or command after the hour does.

import { closeSync, readSync } from 'node:fs';
import { openToRead, readIfThere } from '../files/reading.ts';
import { listSegments } from '../log/segments.ts';
import type { CompiledConfig } from '../model/state/compiled-config.ts';
import { rollupMarkOf, type Workspace } from '../workspace/paths.ts';
import { hourOf, localDay } from './local-day.ts';

/** Two small reads at the most. `now` in milliseconds. */
export function isRollupDue(
  ws: Workspace,
  config: Pick<CompiledConfig, 'daily_rollup_hour'>,
  now: number,
): boolean {
  const today = localDay(now);
  if (hourOf(now) < config.daily_rollup_hour) return false;
  if (readIfThere(rollupMarkOf(ws))?.toString() === today) return false;
  const began = firstDay(ws);
  return began !== undefined && began < today;
}

const ENOUGH_BYTES = 512;

/** On which the log begins; undefined if there is nothing in it. */
export function firstDay(ws: Workspace): string | undefined {
  const listed = listSegments(ws);
  const [first] = listed.ok ? listed.segments : [];
  if (!first) return undefined;
  const fd = openToRead(first.path);
  try {
    const bytes = Buffer.alloc(ENOUGH_BYTES);
    const line = bytes.toString('utf8', 0, readSync(fd, bytes, 0, ENOUGH_BYTES, 0));
    const began = /"timestamp":"([^"]+)"/.exec(line)?.[1];
    return began === undefined ? undefined : localDay(Date.parse(began));
  } finally {
    closeSync(fd);
  }
}
