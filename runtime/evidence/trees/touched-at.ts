// When something in a working tree was last touched: by the change time that the system keeps (ctime),
// which no program can set back as it can the other times.

import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** For what is gone the nearest folder counts, which changed with it or later. Infinity: nobody can say. */
export function touchedAt(worktree: string, path: string): number {
  try {
    for (let name = path; ; name = dirname(name)) {
      const stat = lstatSync(join(worktree, name), { throwIfNoEntry: false });
      if (stat) return stat.ctimeMs;
      if (name === '.' || name === dirname(name)) return Infinity;
    }
  } catch {
    return Infinity;
  }
}

/** The folders around files, without the top. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (let name = dirname(path); name !== '.' && !found.has(name); name = dirname(name)) {
      found.add(name);
    }
  }
  return [...found];
}

/**
 * When a folder was last moved; 0 if nothing shows that. What is in it keeps its times, and so does the
 * folder its time of writing: where files come and go, both of its times change.
 */
export function movedAt(worktree: string, folder: string): number {
  const stat = lstatSync(join(worktree, folder), { throwIfNoEntry: false });
  return stat && stat.ctimeMs !== stat.mtimeMs ? stat.ctimeMs : 0;
}
