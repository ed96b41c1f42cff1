// git opens `.gitignore` and `.gitattributes` wherever it looks into a folder, and waits for one that is a pipe.

import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const NAMES = ['.gitignore', '.gitattributes'];
const MOST_ENTRIES = 500_000;

/**
 * The first of them in the working tree around a folder that is neither a file nor a folder, by its path there. What
 * cannot be looked into, or goes while it is looked at, holds none.
 */
export async function oddPatternFile(cwd: string): Promise<string | undefined> {
  const top = await topOf(cwd);
  const folders = [join(top, '.git', 'info'), top];
  for (let left = MOST_ENTRIES; left > 0; ) {
    const folder = folders.pop();
    if (folder === undefined) return undefined;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    left -= entries.length + 1;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') folders.push(path);
      const mayBeRead = NAMES.includes(entry.name) || folder === join(top, '.git', 'info');
      if (mayBeRead && (await isOdd(path))) return relative(top, path);
    }
  }
  return undefined;
}

async function isOdd(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** The folder itself, where no repository is around it. */
async function topOf(cwd: string): Promise<string> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const isTop = await lstat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isTop) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
