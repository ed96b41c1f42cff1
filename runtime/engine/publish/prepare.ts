// All that would leave the machine for a goal, before anybody is asked: files, commits, texts.

import { readGoals } from '../../inspect/read-goals.ts';
import { readResult } from '../../inspect/read-result.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { saidBy } from '../../publish/branch/persons-git.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { HowToJudge } from './judge-branch.ts';
import { type OwnCommits, ownCommits } from './own-commits.ts';
import { type BranchPlan, type NoBranch, planBranch } from './plan-branch.ts';
import type { PullPlan } from './posts-of.ts';
import { publishedOf, pullPlan } from './publish-goal.ts';
import { type NoTarget, placeIn, type Target } from './target.ts';

export type Prepared = Readonly<{
  goal: Goal;
  result: GoalResult;
  target: Result<Target, NoTarget>;
  /** Undefined: only comments are meant. */
  branch: Result<BranchPlan, NoBranch> | undefined;
  /** With a branch. */
  pull: PullPlan | undefined;
  /** Commits of the person that leave with it. */
  own: OwnCommits | undefined;
}>;

export function readGoal(
  ws: Workspace,
  id: string,
): Result<Readonly<{ goal: Goal; result: GoalResult }>, Failure | undefined> {
  const goals = readGoals(ws, id, () => undefined);
  if (!goals.ok) return fail(goals.failure);
  if (!goals.named) return fail(undefined);
  const result = readResult(ws, goals.named, () => undefined);
  return result.ok ? ok({ goal: goals.named, result: result.value }) : fail(result.error);
}

/** Without `how` no branch is made, which its comments do not need. Throws `Stopped`. */
export async function prepare(
  ws: Workspace,
  { goal, result }: Readonly<{ goal: Goal; result: GoalResult }>,
  target: Prepared['target'],
  how: HowToJudge | undefined,
): Promise<Prepared> {
  const about = { goal, result, target, pull: undefined, own: undefined };
  if (!how) return { ...about, branch: undefined };
  const clean = redactor(process.env);
  const published = publishedOf(ws, goal.id);
  const branch = await planBranch(ws, { goal, result, published, clean }, how);
  if (!branch.ok) return { ...about, branch };
  const pull = pullPlan(goal, result, branch.value, clean);
  const { base } = branch.value.branch;
  const isFirst = target.ok && published.pushed === undefined;
  if (!isFirst) return { ...about, branch, pull };
  const own = await ownCommits(placeIn(ws), base, target.value.remote);
  // What nobody could list is not sent along unseen.
  return own.ok
    ? { ...about, branch, pull, own: own.value }
    : { ...about, branch: fail({ kind: 'git', said: saidBy(own.error) }) };
}
