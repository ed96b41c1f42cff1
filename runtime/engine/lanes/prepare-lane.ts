// The lane of a node, made or found again before a run of it is dispatched.

import { lanePath, makeLanesFolder } from '../../evidence/lanes/lane-place.ts';
import { makeLane } from '../../evidence/lanes/make-lane.ts';
import { isDirectory } from '../../files/folders.ts';
import { runsOf } from '../../kernel/graph/graph.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

type Lane = Readonly<{ worktree: string; base: string }>;

/** `tree`: that of the working tree it lands in, as it is now. */
export async function prepareLane(
  ws: Workspace,
  logId: string,
  { goal, node }: Readonly<{ goal: Goal; node: string }>,
  { worktree, tree }: Readonly<{ worktree: string; tree: string }>,
): Promise<Result<Lane, string>> {
  const place = await makeLanesFolder(worktree, logId);
  if (!place.ok) return fail(place.why);
  const path = lanePath(logId, `${goal.id}-${node}`);
  const before = runsOf(goal, node).at(-1);
  // What an earlier run left there belongs to the node.
  const base = before && goesOn(before, path) ? before.lane.base : null;
  if (base !== null && isDirectory(path)) return ok({ worktree: path, base });
  const made = await makeLane({ worktree, objectsDir: files.objects(ws), tree, path });
  return made.ok ? ok({ worktree: path, base: tree }) : fail(made.why);
}

function goesOn({ lane, ended }: Run, path: string): boolean {
  const isApart = lane.lands_in !== undefined && lane.worktree === path;
  return isApart && ended?.because.kind !== 'lane-conflict';
}
