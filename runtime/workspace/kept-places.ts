import { basename, join } from 'node:path';
import { realPath } from '../files/real-path.ts';
import { relativeInside } from '../files/relative-inside.ts';
import type { Workspace } from './paths.ts';

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
