// Where a folder's repository is, found without starting git.

import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { readText } from '../files/reading.ts';
import { realPath } from '../files/real-path.ts';
import { relativeInside } from '../files/relative-inside.ts';
import type { Workspace } from './paths.ts';

/**
 * Finds the repository a folder belongs to, through `.git` and `commondir`, without starting git.
 * Links on the way are resolved, so that one repository has one name.
 */
export function findRepository(start: string): Workspace | undefined {
  const folder = realPath(start);
  return folder === undefined ? undefined : locateRepository(folder);
}

/** The same by the name it was reached by, for hooks that only need to get there. */
export function locateRepository(start: string): Workspace | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const dotGit = join(folder, '.git');
    const kind = lstatSync(dotGit, { throwIfNoEntry: false });
    if (kind?.isDirectory()) return workspace(folder, folder, dotGit);
    if (kind?.isFile()) return linked(folder, dotGit);
    if (dirname(folder) === folder) return undefined;
  }
}

export function isSameRepository(a: Workspace, b: Workspace): boolean {
  return a.commonDir === b.commonDir || realPath(a.commonDir) === realPath(b.commonDir);
}

function linked(worktree: string, dotGit: string): Workspace | undefined {
  const target = /^gitdir: (.+)$/m.exec(readText(dotGit))?.[1];
  if (!target) return undefined;
  const gitDir = resolve(worktree, target.trim());
  const commonFile = join(gitDir, 'commondir');
  // A submodule's git directory has no `commondir`: it is a repository of its own.
  if (!existsSync(commonFile)) return workspace(worktree, worktree, gitDir);
  const common = readText(commonFile).trim();
  const commonDir = isAbsolute(common) ? common : resolve(gitDir, common);
  if (!existsSync(commonDir)) return undefined;
  return workspace(dirname(realpathSync.native(commonDir)), worktree, commonDir);
}

function workspace(root: string, worktree: string, commonDir: string): Workspace {
  return { root, worktree, commonDir, dir: join(root, '.wukong') };
}

/** `.wukong` is there and is a real folder of this repository: a link could lead the log anywhere. */
export function isInstalled(ws: Workspace): boolean {
  return (
    lstatSync(ws.dir, { throwIfNoEntry: false })?.isDirectory() === true && !isOwnRepository(ws)
  );
}

/**
 * `.wukong` is a repository of its own, a submodule for instance: whatever is in it may have come from elsewhere,
 * and this repository's git says of none of it that it is in git.
 */
export function isOwnRepository({ dir }: Workspace): boolean {
  return lstatSync(`${dir}/.git`, { throwIfNoEntry: false }) !== undefined;
}

/** Of `isOwnRepository`, and of one that this repository's git lists as a submodule. */
export const OWN_REPOSITORY = {
  why: 'is a repository of its own, or a submodule: what is in it could be by anybody',
  hint: 'Take it out: move .wukong away (a submodule: git rm --cached .wukong). Then run `wukong init`.',
} as const;

/**
 * The name of the folder that a place lies in, where no command writes what a person asks for: what the
 * guard keeps from agents. Undefined: it is free.
 */
export function keptFolderOf(ws: Workspace, place: string): string | undefined {
  const roots = [ws.root, ws.worktree].map((root) => realPath(root) ?? root);
  const kept = [
    ...roots.flatMap((root) => ['.wukong', '.git', '.claude'].map((name) => join(root, name))),
    realPath(ws.commonDir) ?? ws.commonDir,
  ];
  const inside = kept.find((root) => relativeInside(root, place) !== undefined);
  return inside === undefined ? undefined : basename(inside);
}
