import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, mkdirSync, openSync } from 'node:fs';
import type { Draft } from '../model/event.ts';
import { writeAll } from './atomic.ts';
import { codeOf } from './code-of.ts';
import { files, type Workspace } from './paths.ts';
import { encodeStep, START } from './record.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Makes the log with its first record, or returns undefined when there is one already. */
export function createLog(ws: Workspace): { logId: string } | undefined {
  mkdirSync(ws.dir, { recursive: true, mode: 0o700 });
  const logId = `L-${Array.from(randomBytes(8), (byte) => BASE32[byte % 32]).join('')}`;
  const created: Draft = {
    type: 'log.created',
    timestamp: new Date().toISOString(),
    payload: { log_id: logId },
  };
  const step = encodeStep([created], START);
  if (!step.ok) throw new Error('the first record does not fit');
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  let fd: number;
  try {
    fd = openSync(files.log(ws), flags, 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
  try {
    writeAll(fd, step.bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return { logId };
}
