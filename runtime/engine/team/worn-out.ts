// Trees that nobody needs any more go from the remote, where what is not committed lies in them, and from here.

import type { Goal } from '../../model/state/goal.ts';
import { readState } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { dropHere, dropRefs, refsAt, refsHere } from './carry-tree.ts';

/** What cannot go now goes the next time. */
export async function dropWornOut(
  ws: Workspace,
  worktree: string,
  remote: string,
  log: string,
): Promise<void> {
  const there = await refsAt(worktree, remote, log);
  const here = await refsHere(worktree, log);
  // In this order: whose ref lies there was given out before, so that none at work is unknown.
  const now = readState(ws);
  if (!now.ok) return;
  await dropHere(worktree, wornOut(here, now.state));
  if (there.ok) await dropRefs(worktree, remote, wornOut(there.value, now.state));
}

type Goals = Readonly<Record<string, Pick<Goal, 'runs'>>>;

/**
 * Of an open goal stay those of its last run, of each at work, of the one that left a tree last, for whoever takes the
 * goal, and what failed runs gave back: where it could not be laid, its person was told that it is there. Pure.
 */
export function wornOut(refs: readonly string[], { goals }: Readonly<{ goals: Goals }>): string[] {
  return refs.filter((ref) => {
    const [, , , goal = '', run = '', what] = ref.split('/');
    const runs = Object.values(goals[goal]?.runs ?? {});
    const one = runs.find(({ id }) => id === run);
    if (!one) return true;
    const left = runs.findLast(({ outputs }) => outputs?.tree);
    const isGivenBack = what === 'result' && one.ended?.outcome === 'failed';
    return !(one === runs.at(-1) || one === left || one.ended === null || isGivenBack);
  });
}
