// Installed folders of a clone into which a run of a check was seen to write through a link: copies get them as copies
// from then on. Kept beside git's own files, for all working trees of the repository.

import { dirname, join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { readIfThere } from '../../files/reading.ts';

/** `common`: the git directory of all working trees. */
export function writtenFolders(common: string): ReadonlySet<string> {
  try {
    const { folders } = JSON.parse(readIfThere(fileOf(common))?.toString('utf8') ?? '{}');
    return new Set(Array.isArray(folders) ? folders.filter((one) => typeof one === 'string') : []);
  } catch (error) {
    if (error instanceof SyntaxError) return new Set();
    throw error;
  }
}

export function rememberWritten(common: string, folders: readonly string[]): void {
  const all = new Set([...writtenFolders(common), ...folders]);
  makeFolders(dirname(fileOf(common)));
  putFile(fileOf(common), `${JSON.stringify({ version: 1, folders: [...all].sort() })}\n`);
}

function fileOf(common: string): string {
  return join(common, 'wukong', 'copied-folders.json');
}
