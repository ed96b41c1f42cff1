import { runsOf } from '../../kernel/graph/graph.ts';
import { gatesOfGoal, proofOf } from '../../kernel/graph/proof.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Change, ChangedFile } from '../../proof/change.ts';
import { readChange } from '../../proof/read-change.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';
import { lookedFor } from './looked-for.ts';
import { placeOf } from './subject.ts';

/**
 * Files that judge the program and differ at this moment, where the node was last worked at; or git's own words.
 * Of prose a check may read what it says: only a person knows whether it should.
 */
export async function changedTests(
  ws: Workspace,
  goal: Goal,
  nodeId: string,
): Promise<Result<readonly ChangedFile[], string>> {
  const run = runsOf(goal, nodeId).at(-1);
  const found = run ? await changeNow(ws, goal, run) : ok(undefined);
  if (!found.ok) return found;
  const open = (found.value?.files ?? []).filter(
    (file) => file.meaning !== 'program' && !file.accepted,
  );
  return ok(open.filter(({ meaning, status }) => meaning !== 'prose' || status !== 'A'));
}

/** All that the goal changed where this run was. Undefined: nobody began to write. */
export async function changeNow(
  ws: Workspace,
  goal: Goal,
  { lane: { worktree } }: Run,
): Promise<Result<Change | undefined, string>> {
  const { first, accepted } = proofOf(goal);
  if (first === null) return ok(undefined);
  const taken = await takeTree(ws, worktree);
  if (!taken.ok) return taken;
  const found = await readChange({
    ...placeOf({ ws, worktree }),
    base: first.tree,
    tree: taken.value,
    product: goal.pinned?.product ?? [],
    checks: gatesOfGoal(goal).map((gate) => ({ gate })),
    accepted,
    looked: lookedFor(ws, goal),
    isWatched: true,
  });
  if (!found.ok) return fail('stderr' in found.error ? found.error.stderr : found.error.kind);
  return ok(found.value);
}
