// What is judged: what a goal changed up to one tree, for one report or for its end.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Redact } from '../../privacy/redact.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** One report, or the end of a goal, for which something is to be proven. */
export type Subject = Readonly<{
  ws: Workspace;
  goal: Goal;
  worktree: string;
  /** The tree that is judged. */
  tree: string;
  /** Against which; left out: that of before the first change of the goal. */
  base?: string | undefined;
  /** Where the logs go. */
  folder: string;
  clean: Redact;
  /** Of a report; missing at the end of a goal. */
  run?: string | undefined;
  /** Ends what runs (node-gates.ts). */
  stop?: AbortSignal | undefined;
  /** A copy that a run left as it was, for the next one. */
  spare?: SpareCopy | undefined;
}>;

export function placeOf({ ws, worktree }: Pick<Subject, 'ws' | 'worktree'>) {
  return { worktree, objectsDir: files.objects(ws) };
}

/** `red.log`, then `red-2.log`: what a check that proved nothing printed is kept beside the one that did. */
export function freeLog(folder: string, name: string): string {
  const plain = name.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? `${plain}.log` : `${plain}-${n}.log`);
    if (!existsSync(path)) return path;
  }
}
