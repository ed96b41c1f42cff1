import { closeSync, readSync } from 'node:fs';
import { codeOf } from '../files/file-failure.ts';
import { openToRead } from '../files/reading.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { readLine } from './record.ts';

/** The first record of a file of the log is short, and holds the id. */
const ENOUGH_BYTES = 4096;

/** The log's id from its first line, if the checksum of that holds; damage further down does not matter here. */
export function readLogId(ws: Workspace): string | 'unreadable' | undefined {
  let fd: number;
  try {
    fd = openToRead(files.log(ws));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(ENOUGH_BYTES);
    const first = readLine(bytes.subarray(0, readSync(fd, bytes, 0, ENOUGH_BYTES, 0)), 0);
    const begins =
      first.ok && (first.record.type === 'log.created' || first.record.type === 'log.sealed');
    const id = begins ? first.record.payload?.log_id : undefined;
    return typeof id === 'string' ? id : 'unreadable';
  } finally {
    closeSync(fd);
  }
}
