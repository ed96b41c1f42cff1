// All that would leave the machine for a goal, before anybody is asked: files, commits, texts.

import { goalFacts } from '../../inspect/goal-facts.ts';
import { readGoals } from '../../inspect/read-goals.ts';
import { readResult } from '../../inspect/read-result.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { threadOf } from '../../result/thread-of.ts';
import { readState } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import type { HowToJudge } from './judge-branch.ts';
import { writeOutbox } from './outbox.ts';
import { type OwnCommits, ownCommits } from './own-commits.ts';
import { type BranchPlan, type NoBranch, planBranch } from './plan-branch.ts';
import { type Issue, issueAt, type ThreadLine, threadLines } from './post-thread.ts';
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
  const own = isFirst ? await ownCommits(placeIn(ws), base, target.value.remote) : undefined;
  return { ...about, branch, pull, own };
}

export type ThreadPlan = Readonly<{
  issue: Issue | undefined;
  lines: readonly ThreadLine[];
  logId: string;
  /** The file of the outbox, as it was just written. */
  file: string;
}>;

/** What the issue of a goal was told and will be; the file says it of all goals that have this issue. */
export function prepareThread(
  ws: Workspace,
  goal: Goal,
  result: GoalResult,
): Result<ThreadPlan, Failure> {
  const now = readState(ws, ({ log_id }) => log_id);
  if (!now.ok) return fail(now.failure);
  const logId = now.value;
  const clean = redactor(process.env);
  const issue = issueAt(goal.issue_ref, readTrust(ws));
  const linesOf = (one: Goal, of: GoalResult): ThreadLine[] =>
    threadLines(threadOf(one, of, publishedOf(ws, one.id)), publishedOf(ws, one.id), {
      ws,
      artifacts: one.artifacts,
      logId,
      clean,
    });
  const own = linesOf(goal, result);
  const others = goalsOfIssue(ws, goal.issue_ref).filter((id) => id !== goal.id);
  const told = others.flatMap((id) => {
    const read = readGoal(ws, id);
    return read.ok
      ? [{ goal: read.value.goal, lines: linesOf(read.value.goal, read.value.result) }]
      : [];
  });
  const all = [...told, { goal, lines: own }]
    .sort((one, other) => one.goal.id.localeCompare(other.goal.id))
    .map(({ goal: { id, title }, lines }) => ({ goal: id, title: clean(title), lines }));
  const file = writeOutbox(ws, goal.issue_ref, issue, all);
  return ok({ issue, lines: own, logId, file });
}

/** A `local#` issue is of one goal. */
function goalsOfIssue(ws: Workspace, issue: string): readonly string[] {
  if (issue.startsWith('local#')) return [];
  const goals = readGoals(ws, undefined, () => undefined);
  if (!goals.ok) return [];
  return goals.ids.filter((id) => {
    const facts = goalFacts(ws, id, ['goal.created'], () => undefined);
    const [created] = facts.ok ? facts.value : [];
    return created?.type === 'goal.created' && created.payload.issue_ref === issue;
  });
}
