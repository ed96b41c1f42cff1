// Files that a person may have open in an editor: read whole or not at all, and replaced only if they are
// still what was read.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import { takeLock } from '../../log/lock.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

const MAX_BYTES = 1024 * 1024;

/** No file is an empty one. */
export function readPeopleText(path: string, name: string): Result<string> {
  const bytes = readIfThere(path) ?? Buffer.alloc(0);
  const text = bytes.toString('utf8');
  if (bytes.length > MAX_BYTES) {
    const message = `${name} is larger than 1 MB, so that it is not read to its end.`;
    return fail({ kind: 'refused', message, hint: 'Take out what nobody needs.' });
  }
  if (!Buffer.from(text).equals(bytes)) {
    const message = `${name} is not UTF-8, so that it cannot be written without loss.`;
    return fail({ kind: 'refused', message, hint: 'Save it as UTF-8.' });
  }
  return ok(text);
}

const WAIT_MS = 2000;

/**
 * One at a time reads and replaces these files: of two who both read and then both replaced, one would take
 * back what the other wrote. People need no lock; what they save is compared.
 */
export function oneAtATime<T>(ws: Workspace, body: () => Result<T>): Result<T> {
  const path = files.anchorsLock(ws);
  makeFolder(ws, dirname(path));
  const lock = takeLock(path, WAIT_MS);
  if (!lock.ok) {
    const message = `anchors.md and its candidates are being written by ${lock.holder.name}.`;
    return fail({ kind: 'refused', message, hint: 'Try again in a moment.' });
  }
  try {
    return body();
  } finally {
    lock.held.release();
  }
}

/** False: somebody changed it since, and it stays as it is. */
export function replaceIfSame(ws: Workspace, path: string, before: string, after: string): boolean {
  if ((readIfThere(path)?.toString('utf8') ?? '') !== before) return false;
  if (before === after) return true;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  makeFolder(ws, dirname(path));
  replaceFile(path, after, true, mode === undefined ? undefined : mode & 0o777);
  return true;
}
