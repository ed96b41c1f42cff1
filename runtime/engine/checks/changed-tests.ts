import {
  otherChanges,
  type SealedChange,
  sealedChanges,
} from '../../evidence/seal/sealed-changes.ts';
import type { VerifyFailure } from '../../evidence/trees/result.ts';
import { runsOf } from '../../kernel/graph/graph.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';

/** Sealed files that differ at this moment, where the node was last worked at; or git's own words. */
export async function changedTests(
  ws: Workspace,
  goal: Goal,
  nodeId: string,
): Promise<Result<readonly SealedChange[], string>> {
  const run = runsOf(goal, nodeId).at(-1);
  const { first, accepted } = proofOf(goal);
  if (!run || first === null) return ok([]);
  const { worktree } = run.lane;
  const taken = await takeTree(ws, worktree);
  if (!taken.ok) return taken;
  const place = { worktree, objectsDir: files.objects(ws) };
  const gates = gatesOfGoal(goal);
  const byProduct = productAsked(goal);
  const request = { ...place, first: first.tree, tree: taken.value, gates, accepted, byProduct };
  const sealed = await sealedChanges(request);
  // One of the others may sway a check: only a person knows whether it should.
  const others = await otherChanges(request);
  if (!sealed.ok) return failed(sealed.error);
  return others.ok ? ok([...sealed.value, ...others.value]) : failed(others.error);
}

function failed(error: VerifyFailure): Result<never, string> {
  return fail('stderr' in error ? error.stderr : error.kind);
}
