// What the user is told when a goal is complete.

import { lineCounts, patch } from '../../evidence/trees/tree-changes.ts';
import { hoursOf, spentOf } from '../../kernel/budget/spent.ts';
import { caughtIn, changedIn, passedGates, secondsBetween } from '../../kernel/graph/ended-node.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import type { LineCount } from '../../model/evidence.ts';
import type { Notice } from '../../model/notice.ts';
import type { Beside, Fault } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { GoalUsage } from '../../model/usage/usage.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { type FinalCheck, worktreeOf } from './final-check.ts';
import type { MemoryAtEnd } from './memory-at-end.ts';

/** A record has its limit; the summary has them all. */
const NAMED = 100;
const NAMED_GATES = 10;

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

export function endNotice(
  goal: Goal,
  end: Readonly<{
    summary: string;
    memory: MemoryAtEnd;
    fault: Fault | undefined;
    beside: Beside | undefined;
    final: FinalCheck;
    lines: readonly LineCount[];
    /** What takes it all back, below .wukong/. */
    patch: string | undefined;
  }>,
): Notice {
  const { summary, memory, fault, beside, final, lines, patch: file } = end;
  const accepted = memory.accepted.map(({ run_id, payload }) => ({ id: payload.id, run: run_id }));
  const nodes = goal.specs.slice(0, NAMED).map(({ id }) => {
    const node = nodeState(goal, id);
    return { id, end: node.status === 'done' ? node.level : node.status };
  });
  const now = new Date().toISOString();
  const caught = caughtIn(goal);
  const gates = passedGates(goal, final).slice(0, NAMED_GATES);
  return {
    kind: 'goal-completed',
    goal: goal.id,
    nodes,
    total: goal.specs.length,
    summary,
    candidates: memory.waiting.length,
    ...(accepted.length > 0 && { accepted }),
    ...(memory.removals.length > 0 && { removals: memory.removals.length }),
    ...(fault && { fault }),
    ...(beside && { beside }),
    seconds: secondsBetween(goal.created_at, now),
    ...(lines.length > 0 && { changed: changedIn(lines) }),
    ...(file !== undefined && { patch: file }),
    ...(gates.length > 0 && { gates }),
    ...(final.hunks && { hunks: final.hunks }),
    ...(caught.length > 0 && { caught }),
    ...(goal.usage && { usage: usedAtEnd(goal, goal.usage, now) }),
  };
}

function usedAtEnd(goal: Goal, { models, main }: GoalUsage, now: string) {
  const { claimed } = spentOf(goal);
  const hours = hoursOf(goal, now);
  return { models, ...(claimed && { claimed }), hours, ...(main && { read: main.read }) };
}
