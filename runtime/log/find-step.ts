import { readFrom } from '../files/reading.ts';
import type { Workspace } from '../workspace/paths.ts';
import { readHistory } from './history.ts';
import { closeLog, openLog } from './open-log.ts';
import { readTail } from './read-tail.ts';
import { type Cursor, MARK_BYTES, markOf } from './record.ts';
import { dropNext } from './replace-log.ts';

/** `voidSteps`: of those that stand between it and the last counted one before. */
type StepEnd = Readonly<{ bytes: number; crc: string; voidSteps: number }>;

/**
 * Whether a step that was appended beside another writer is counted, and where it ends. Undefined:
 * it is void. `bytes` is 0 if the file it stands in was sealed meanwhile: a cache that says so is made
 * again.
 */
export function findStep(ws: Workspace, before: Cursor, crc: string): StepEnd | undefined {
  // First: else a log could take its place that the step is not in.
  dropNext(ws);
  const log = openLog(ws);
  try {
    const tail = readTail(log, before);
    if (tail.kind === 'elsewhere') {
      return isCounted(ws, crc) ? { bytes: 0, crc, voidSteps: 0 } : undefined;
    }
    // A damaged log is reported by the next attempt, which reads it again.
    if (tail.kind === 'failed' || !tail.records.some((record) => record.crc === crc)) {
      return undefined;
    }
    const at = readFrom(log.fd, before.bytes).indexOf(markOf(crc));
    const bytes = before.bytes + at + MARK_BYTES;
    return { bytes, crc, voidSteps: tail.voids.filter(({ byte }) => byte < bytes).length };
  } finally {
    closeLog(log);
  }
}

function isCounted(ws: Workspace, crc: string): boolean {
  let found = false;
  readHistory(ws, (record) => {
    found = record.crc === crc;
    return !found;
  });
  return found;
}
