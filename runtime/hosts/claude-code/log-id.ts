import { closeSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../../store/code-of.ts';
import { files, type Workspace } from '../../store/paths.ts';

/** The first record of a file of the log is short, and holds the id. */
const ENOUGH_BYTES = 4096;

/** The log's id from its first line; damage further down does not matter here. */
export function readLogId(ws: Workspace): string | 'unreadable' | undefined {
  let fd: number;
  try {
    fd = openSync(files.log(ws), 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(ENOUGH_BYTES);
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, ENOUGH_BYTES, 0));
    const first = JSON.parse(text.split('\n', 1)[0] ?? '');
    const begins = first?.type === 'log.created' || first?.type === 'log.sealed';
    const id = begins ? first.payload?.log_id : undefined;
    return typeof id === 'string' ? id : 'unreadable';
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  } finally {
    closeSync(fd);
  }
}
