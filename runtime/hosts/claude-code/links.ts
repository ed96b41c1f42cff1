import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** The first component of `path` below `root` that is a symbolic link, as a path below `root`. */
export function linkOnTheWay(root: string, path: string): string | undefined {
  const parts = path.split('/');
  for (let n = 1; n <= parts.length; n += 1) {
    const below = parts.slice(0, n).join('/');
    const kind = lstatSync(join(root, below), { throwIfNoEntry: false });
    if (!kind) return undefined;
    if (kind.isSymbolicLink()) return below;
  }
  return undefined;
}
