import { lineCounts, patch } from '../../evidence/trees/tree-changes.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { LineCount } from '../../model/evidence.ts';
import type { Goal } from '../../model/state/goal.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { worktreeOf } from './final-check.ts';

export type GoalChange = Readonly<{ lines: readonly LineCount[]; patch: Buffer }>;

const NOTHING: GoalChange = { lines: [], patch: Buffer.alloc(0) };

/** What the runs of a goal changed, from before the first of them to now; of others’ files nothing. */
export async function changeOfGoal(
  ws: Workspace,
  goal: Goal,
  after: string | null,
): Promise<GoalChange> {
  const before = proofOf(goal).first?.tree;
  const paths = new Set(Object.values(goal.runs).flatMap((run) => run.outputs?.patch_files ?? []));
  if (before === undefined || after === null || paths.size === 0) return NOTHING;
  const trees = { worktree: worktreeOf(ws, goal), objectsDir: files.objects(ws), before, after };
  const mine = { ...trees, paths: [...paths].sort() };
  const [lines, text] = await Promise.all([lineCounts(mine), patch(mine)]);
  return lines.ok && text.ok ? { lines: lines.value, patch: text.value } : NOTHING;
}
