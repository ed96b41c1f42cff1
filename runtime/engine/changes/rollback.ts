// The tree back to before the work of a node: what it and the runs after it changed, and nothing of anybody
// else's.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import type { Change } from '../../model/evidence.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal, Run } from '../../model/state.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from './changes.ts';

export type RollbackPlan = Readonly<{
  worktree: string;
  /** The trees before its work, and of now. */
  base: string;
  now: string;
  /** What is put back, as the runs changed it. */
  changed: readonly Change[];
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
  const recorded = later.flatMap(({ outputs }) => outputs?.tree ?? []).at(-1) ?? base;
  const foreign = await changes({ ...place, before: recorded, after: now });
  if (!since.ok || !foreign.ok) return fail('git cannot compare the trees');
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
  return ok({ worktree, base, now, changed, kept });
}

function patchedBy({ outputs }: Run): readonly string[] {
  return outputs?.patch_files ?? [];
}

/** Keeps what is taken back as a patch, below .wukong/, and puts the files back: all of them, or none. */
export async function putBack(
  ws: Workspace,
  goal: Goal,
  nodeId: string,
  { worktree, base, now, changed }: RollbackPlan,
): Promise<Result<string, string>> {
  const place = { worktree, objectsDir: files.objects(ws), paths: changed.map(({ path }) => path) };
  const forth = await patch({ ...place, before: base, after: now });
  const back = await patch({ ...place, before: now, after: base });
  if (!forth.ok || !back.ok) return fail('git cannot compare the trees');
  const folder = files.artifacts(ws, goal.artifacts);
  makeFolder(ws, folder);
  const name = `rollback-${nodeId}-${now.slice(0, 8)}.patch`;
  writeFileSync(join(folder, name), forth.value, { mode: 0o600 });
  const args = ['apply', '--whitespace=nowarn', '-'];
  const applied = await git({ cwd: worktree, args, input: back.value });
  if (applied.ok) return ok(`artifacts/${goal.artifacts}/${name}`);
  const { error } = applied;
  return fail(`git apply: ${'stderr' in error ? error.stderr.trim() : error.kind}`);
}
