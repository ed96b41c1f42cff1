// Which files of a fresh copy a command opened, by the times of reading that the system keeps. Setting
// them moves the inode time, so it is done to files of copies alone, never through a link.

import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFile } from '../../files/atomic-write.ts';
import { removeFile, setTimes } from '../../files/changing.ts';

/** Before the time of any writing: then `relatime` moves it at the first read. In seconds. */
const LONG_AGO = 1;

export function forgetReads(copy: string, files: readonly string[]): void {
  for (const file of files) {
    const path = join(copy, file);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // In a copy that is used again most of them were not opened.
    if (stat?.isFile() && stat.atimeMs !== LONG_AGO * 1000)
      setTimes(path, LONG_AGO, stat.mtimeMs / 1000);
  }
}

/** Those of the files that were opened since, as far as they are still there. */
export function readsSince(copy: string, files: readonly string[]): string[] {
  return files.filter((file) => {
    const stat = lstatSync(join(copy, file), { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.atimeMs > LONG_AGO * 1000;
  });
}

/** Whether the file system of this folder keeps times of reading at all (`noatime` does not). */
export function keepsReadTimes(folder: string): boolean {
  const probe = join(folder, 'read-probe');
  createFile(probe, 'x');
  try {
    forgetReads(folder, ['read-probe']);
    readFileSync(probe);
    return readsSince(folder, ['read-probe']).length > 0;
  } finally {
    removeFile(probe);
  }
}
