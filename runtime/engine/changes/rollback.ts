// The tree back to before the work of a node: what it and the runs after it changed, and nothing of anybody
// else's.

import { join } from 'node:path';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import type { Change } from '../../model/evidence.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from './changes.ts';
import { putFiles } from './put-files.ts';

export type RollbackPlan = Readonly<{
  worktree: string;
  /** The trees before its work, and of now. */
  base: string;
  now: string;
  /** What is put back, as the runs changed it. */
  changed: readonly Change[];
  /** All that they changed and is not there any more then, with what was put back before. */
  taken: readonly string[];
  /** The tree they left. */
  left: string;
  /** What others changed since, and stays. */
  kept: readonly string[];
}>;

/** Why it cannot be, as a sentence without its full stop. */
export async function planRollback(
  ws: Workspace,
  goal: Goal,
  nodeId: string,
): Promise<Result<RollbackPlan, string>> {
  const runs = Object.values(goal.runs);
  const at = runs.findIndex(({ node, lane }) => node === nodeId && lane.base !== null);
  const first = runs[at];
  const base = first?.lane.base;
  if (!first || !base) return fail(`${nodeId} has changed nothing: no run of it could write`);
  const { worktree } = first.lane;
  const later = runs.slice(at).filter(({ lane }) => lane.worktree === worktree);
  const taken = await takeTree(ws, worktree);
  if (!taken.ok) return fail(`git cannot take the working tree as it is: ${taken.error}`);
  const now = taken.value;
  const place = { worktree, objectsDir: files.objects(ws) };
  const since = await changes({ ...place, before: base, after: now });
  const left = later.flatMap(({ outputs }) => outputs?.tree ?? []).at(-1) ?? base;
  const foreign = await changes({ ...place, before: left, after: now });
  const work = await changes({ ...place, before: base, after: left });
  if (!since.ok || !foreign.ok || !work.ok) return fail('git cannot compare the trees');
  const own = new Set(later.flatMap(patchedBy));
  const changed = since.value.filter(({ path }) => own.has(path));
  const theirs = foreign.value.map(({ path }) => path);
  const over = changed.map(({ path }) => path).filter((path) => theirs.includes(path));
  if (over.length > 0) {
    const named = over.slice(0, 5).join(', ');
    return fail(
      `${named} was changed since the last report, by somebody else: commit or stash that`,
    );
  }
  const kept = since.value.map(({ path }) => path).filter((path) => !own.has(path));
  const takenBack = work.value.map(({ path }) => path).filter((path) => own.has(path));
  return ok({ worktree, base, now, changed, taken: takenBack, left, kept });
}

function patchedBy({ outputs }: Run): readonly string[] {
  return outputs?.patch_files ?? [];
}

/**
 * Keeps what is taken back as a patch, below .wukong/, and puts the files back. Where an earlier one was killed
 * in the middle, the rest of them: the patch is of the whole work all the same.
 */
export async function putBack(
  ws: Workspace,
  goal: Goal,
  nodeId: string,
  { worktree, base, now, changed, taken, left }: RollbackPlan,
): Promise<Result<string, string>> {
  const place = { worktree, objectsDir: files.objects(ws) };
  const forth = await patch({ ...place, before: base, after: left, paths: taken });
  if (!forth.ok) return fail('git cannot compare the trees');
  const folder = files.artifacts(ws, goal.artifacts);
  makeFolder(ws, folder);
  const name = `rollback-${nodeId}-${left.slice(0, 8)}.patch`;
  replaceFile(join(folder, name), forth.value, true);
  // A person thought about it meanwhile.
  const again = await takeTree(ws, worktree);
  if (!again.ok) return fail(`git cannot take the working tree as it is: ${again.error}`);
  const meanwhile = await changes({ ...place, before: now, after: again.value });
  if (!meanwhile.ok) return fail('git cannot compare the trees');
  const touched = meanwhile.value.find(({ path }) => taken.includes(path));
  if (touched) return fail(`${touched.path} was changed meanwhile`);
  const isNew = ({ status }: Change): boolean => status === 'A';
  const put = await putFiles({
    ...place,
    tree: base,
    paths: changed.filter((one) => !isNew(one)).map(({ path }) => path),
    gone: changed.filter(isNew).map(({ path }) => path),
  });
  return put.ok ? ok(`artifacts/${goal.artifacts}/${name}`) : put;
}
