import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { addName, besideName, writeAll } from '../files/atomic-write.ts';
import { syncFolder } from '../files/sync.ts';
import type { FactOf, Timed } from '../model/facts/fact.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { encodeStep, START } from './record.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Makes the log with its first record, or returns undefined when there is one already. It gets its name
 * when it is complete: an empty file does not show whose it is.
 */
export function createLog(ws: Workspace): { logId: string } | undefined {
  mkdirSync(ws.dir, { recursive: true, mode: 0o700 });
  const logId = `L-${Array.from(randomBytes(8), (byte) => BASE32[byte % 32]).join('')}`;
  const created: Timed<FactOf<'log.created'>> = {
    type: 'log.created',
    timestamp: new Date().toISOString(),
    payload: { log_id: logId },
  };
  const step = encodeStep([created], START);
  if (!step.ok) throw new Error('the first record does not fit');
  const whole = besideName(files.log(ws));
  try {
    writeNew(whole, step.bytes);
    const isNew = addName(whole, files.log(ws));
    syncFolder(ws.dir);
    return isNew ? { logId } : undefined;
  } finally {
    rmSync(whole, { force: true });
  }
}

function writeNew(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeAll(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
