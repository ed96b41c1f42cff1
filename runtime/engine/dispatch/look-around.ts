// What the step of a dispatch has to know of what lies around it: looked at before, while nothing is locked.

import type { LeftBy } from '../../kernel/retries/switch-rule.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { type WorkGone, workGone } from '../changes/work-gone.ts';
import { collectHandover } from './collect-handover.ts';

export type Around = Readonly<{
  /** Finished work that is not in the tree any more. */
  gone?: WorkGone | undefined;
  /** By the run that another executor goes on from. */
  left?: LeftBy | undefined;
}>;

type Looking = Readonly<{
  goal: Goal;
  worktree: string;
  /** Of the working tree, where it was taken. */
  tree: string | null;
  hasWork: boolean;
  from: Run | undefined;
}>;

/** Readers take no tree, so one is taken only where a finished node changed something. */
export async function lookAround(ws: Workspace, looking: Looking): Promise<Around> {
  const { goal, worktree, tree, hasWork, from } = looking;
  const gone = hasWork ? await workGone(ws, goal, worktree, tree) : undefined;
  const left = from && { run: from.id, handover: await collectHandover(ws, goal, from) };
  return { gone, left };
}
