// Where to go from a folder without a working tree.

import { dirname, join, resolve } from 'node:path';
import { namesIn } from '../files/folders.ts';
import { readIfThere } from '../files/reading.ts';
import { realPath } from '../files/real-path.ts';
import type { Failure } from '../model/failure.ts';
import { bareAround } from './repository.ts';

/** Why no repository was found: there is none, or it is bare; then with the working trees that were added to it. */
export function noRepository(folder: string): Failure {
  const bare = bareAround(folder);
  if (bare === undefined) return { kind: 'not-a-repository', folder };
  return { kind: 'no-working-tree', folder, worktrees: worktreesOf(bare) };
}

function worktreesOf(bare: string): readonly string[] {
  const entries = join(bare, 'worktrees');
  return namesIn(entries).flatMap((name) => {
    const said = readIfThere(join(entries, name, 'gitdir'))
      ?.toString('utf8')
      .trim();
    const path = said && realPath(dirname(resolve(entries, name, said)));
    return path ? [path] : [];
  });
}
