import type { Run } from '../../model/state/run.ts';

/** Where a run works that has a lane of its own: from the tree it lands in, where it is below that. */
export function laneShown({ lane, ended }: Run): string | undefined {
  const { worktree, lands_in, awaited } = lane;
  if (ended || awaited || lands_in === undefined) return undefined;
  return worktree.startsWith(`${lands_in}/`) ? worktree.slice(lands_in.length + 1) : worktree;
}
