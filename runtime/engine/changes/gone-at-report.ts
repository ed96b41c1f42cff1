// Work that was taken out of the tree under a working agent, by a stash, a reset or a checkout of somebody
// else: its report can only lack it, and no further try of the agent brings it back.

import { realpathSync } from 'node:fs';
import { repositoryPath } from '../../evidence/transcript/attribution.ts';
import { editedFiles } from '../../evidence/transcript/edited-files.ts';
import { listFiles } from '../../evidence/trees/overlay.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Observation, Transcript } from '../../model/evidence.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { RunChanges } from './changes.ts';
import { NAMED, type WorkGone, workGone } from './work-gone.ts';

/** What other nodes had finished, or all that the run itself was seen to edit. */
export async function workGoneAtReport(
  ws: Workspace,
  goal: Goal,
  run: Run,
  seen: RunChanges,
  { observations }: Pick<Transcript, 'observations'>,
): Promise<WorkGone | undefined> {
  const { tree, changes } = seen;
  if (tree === null || observations.some(takesBack)) return undefined;
  const { worktree } = run.lane;
  const others = await workGone(ws, goal, worktree, tree, run.id);
  const byItself = changes.filter(({ attribution }) => attribution === 'own');
  const kept = others?.files.filter(({ path }) => !byItself.some((one) => one.path === path)) ?? [];
  const found = [...kept, ...(await ownGone(ws, goal, run, seen, observations))];
  if (found.length === 0) return undefined;
  const total = Math.max(found.length, kept.length > 0 ? (others?.total ?? 0) : 0);
  return { kind: 'work-gone', files: found.slice(0, NAMED), total };
}

/** Files that git had before it edited them, where nothing is left of all it did. */
async function ownGone(
  ws: Workspace,
  goal: Goal,
  { id, node, lane: { worktree, base } }: Run,
  { answersFor }: RunChanges,
  observations: readonly Observation[],
): Promise<WorkGone['files']> {
  if (base === null || answersFor.length > 0) return [];
  const roots = [worktree, realpathSync(worktree)];
  const edited = editedFiles(observations).map((path) => repositoryPath(path, roots));
  if (edited.length === 0) return [];
  const listed = await listFiles({ worktree, objectsDir: files.objects(ws), tree: base });
  if (!listed.ok) return [];
  const { gone: told = [] } = proofOf(goal);
  return [...new Set(edited)]
    .filter((path) => listed.value.includes(path))
    .filter((path) => !told.some((one) => one.path === path && one.run === id))
    .map((path) => ({ path, node, run: id }));
}

/** The agent did it itself. */
function takesBack({ command = '' }: Observation): boolean {
  return /\bgit\b[^;&|]*\b(?:stash|reset|checkout|restore|switch|clean)\b/.test(command);
}
