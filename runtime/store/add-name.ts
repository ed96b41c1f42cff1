import { constants, copyFileSync, linkSync } from 'node:fs';
import { codeOf } from './code-of.ts';
import { syncFile } from './sync.ts';

/**
 * One more name for a whole file, so that under it nobody ever sees half of one; a copy where the file
 * system knows no such thing. False: something has that name already, and keeps it.
 */
export function addName(path: string, name: string): boolean {
  try {
    linkSync(path, name);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
  return true;
}
