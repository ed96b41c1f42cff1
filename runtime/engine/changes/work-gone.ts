// Finished work that a stash, a reset or a checkout took out of the tree: what comes after would be
// built on it, and the goal be called complete without it.

import { changes } from '../../evidence/trees/tree-changes.ts';
import { finishedWork, proofOf } from '../../kernel/graph/proof.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from './changes.ts';

export type WorkGone = Extract<Cause, { kind: 'work-gone' }>;

/** A record has its limit. */
export const NAMED = 20;

/**
 * Files that finished nodes had changed, and that are now as they were before the goal or not there any
 * more. Undefined if there are none, or git cannot say. `known`: the tree as it is.
 */
export async function workGone(
  ws: Workspace,
  goal: Goal,
  worktree: string,
  known: string | null = null,
  reporting?: string,
): Promise<WorkGone | undefined> {
  const done = finishedWork(goal, worktree, reporting);
  const { first } = proofOf(goal);
  if (done.length === 0 || first === null) return undefined;
  const now = known ?? (await treeNow(ws, worktree));
  if (now === undefined) return undefined;
  const isMade = await changed(ws, worktree, first.tree, now);
  const trees = new Set(done.flatMap(({ run }) => run.outputs?.tree ?? []));
  const gone = new Set<string>();
  for (const tree of trees) {
    if (tree === now || tree === first.tree) continue;
    const wasMade = await changed(ws, worktree, first.tree, tree);
    const since = await changed(ws, worktree, tree, now);
    if (!isMade || !wasMade || !since) return undefined;
    for (const { path, run } of done) {
      if (run.outputs?.tree !== tree || !wasMade.has(path) || !since.has(path)) continue;
      if (!isMade.has(path) || since.get(path) === 'D') gone.add(path);
    }
  }
  const files = done.filter(({ path }) => gone.has(path));
  if (files.length === 0) return undefined;
  const named = files.slice(0, NAMED).map(({ path, node, run, dir }) => {
    return { path, node, run: run.id, patch: `${dir}/patch.diff` };
  });
  return { kind: 'work-gone', files: named, total: files.length };
}

/** Of what a person was told of: the files that are as they were before the goal, or not there. */
export async function stillGone(
  ws: Workspace,
  goal: Goal,
  worktree: string,
  tree: string | null,
): Promise<readonly string[]> {
  const { first, gone = [] } = proofOf(goal);
  if (gone.length === 0 || first === null || tree === null) return [];
  const isMade = await changed(ws, worktree, first.tree, tree);
  const paths = [...new Set(gone.map(({ path }) => path))];
  return isMade ? paths.filter((path) => (isMade.get(path) ?? 'D') === 'D') : [];
}

async function treeNow(ws: Workspace, worktree: string): Promise<string | undefined> {
  const taken = await takeTree(ws, worktree);
  return taken.ok ? taken.value : undefined;
}

async function changed(ws: Workspace, worktree: string, before: string, after: string) {
  const found = await changes({ worktree, objectsDir: files.objects(ws), before, after });
  return found.ok ? new Map(found.value.map(({ path, status }) => [path, status])) : undefined;
}
