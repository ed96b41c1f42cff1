// The branch of a goal as it would be: its own patches on the commit it began on, judged by itself. Nothing of it is
// in the person's repository yet.

import { git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { goalFacts } from '../../inspect/goal-facts.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Branch, Published } from '../../model/state/published.ts';
import type { Redact } from '../../privacy/redact.ts';
import { commitTrees } from '../../publish/branch/commit-trees.ts';
import { layPatches, type NotLaid } from '../../publish/branch/lay-patches.ts';
import type { Refused } from '../../publish/branch/recorded.ts';
import { type GoalResult, nodeOf } from '../../result/goal-result.ts';
import { branchName, commitMessage, titleOf } from '../../words/publish/commit-message.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { placeOf } from '../checks/subject.ts';
import { worktreeOf } from '../goal/final-check.ts';
import { type BranchJudged, type HowToJudge, judgeBranch } from './judge-branch.ts';
import { inCommits, type PatchStep, STEP_FACTS, startOf, stepsOf } from './steps-of.ts';

export type BranchPlan = Readonly<{
  branch: Branch;
  /** Its tip before; null: there was none. */
  on: string | null;
  judged: BranchJudged;
  /** Of these commits nothing is there yet. */
  fresh: ReadonlyArray<
    Branch['commits'][number] & Readonly<{ subject: string; paths: readonly string[] }>
  >;
}>;

export type NoBranch =
  /** No run has changed anything yet. */
  | Readonly<{ kind: 'nothing' }>
  /** The repository had no commit to begin on. */
  | Readonly<{ kind: 'no-commit' }>
  /** It stands on a commit that this clone does not have any more. */
  | Readonly<{ kind: 'gone'; commit: string }>
  | Readonly<{ kind: 'refused'; node: string; refused: readonly Refused[] }>
  | Readonly<{ kind: 'log'; failure: Failure }>
  | Readonly<{ kind: 'identity' | 'signature' | 'git'; said: string }>;

type About = Readonly<{
  goal: Goal;
  result: GoalResult;
  published: Published;
  clean: Redact;
}>;

/** Throws `Stopped`. */
export async function planBranch(
  ws: Workspace,
  { goal, result, published, clean }: About,
  how: HowToJudge,
): Promise<Result<BranchPlan, NoBranch>> {
  const facts = goalFacts(ws, goal.id, STEP_FACTS, () => undefined);
  if (!facts.ok) return fail({ kind: 'log', failure: facts.error });
  const before = published.branch;
  const known = new Set(before?.commits.flatMap(({ steps }) => steps));
  const steps = stepsOf(goal, facts.value, known).filter(({ key }) => !known.has(key));
  if (steps.length === 0 && !before) return fail({ kind: 'nothing' });
  const start = before ? { commit: before.base, onto: before.onto } : startOf(goal);
  if (!start) return fail({ kind: 'no-commit' });
  const place = placeOf({ ws, worktree: worktreeOf(ws, goal) });
  const from = before?.tip ?? start.commit;
  const base = await treeOf(place, start.commit);
  const tip = await treeOf(place, from);
  if (base === undefined || tip === undefined) {
    return fail({ kind: 'gone', commit: base === undefined ? start.commit : from });
  }
  const laid = await layPatches(place, from, steps);
  if (!laid.ok) return fail(notLaid(laid.error, steps));
  const trees = new Map(steps.map(({ key }, at) => [key, laid.value[at] ?? '']));
  const groups = inCommits(steps).map((group) => ({
    group,
    tree: trees.get(group.at(-1)?.key ?? '') ?? '',
  }));
  const head = groups.at(-1)?.tree ?? tip;
  // What was judged once is not judged again for the same commits.
  const isJudged = before !== undefined && groups.length === 0 && before.verdict !== 'open';
  const judged: BranchJudged = isJudged
    ? before
    : await judgeBranch(ws, { goal, result }, { base, head }, how);
  const messages = groups.map(({ group, tree }) => ({
    ...{ tree, at: group.at(-1)?.at ?? goal.created_at },
    message: messageOf({ goal, result, clean }, group, tree, judged),
  }));
  const made = await commitTrees(place, from, messages);
  if (!made.ok) return fail(made.error);
  const commits = groups.map(({ group, tree }, at) => ({
    node: group[0]?.node ?? '',
    steps: group.map(({ key }) => key),
    id: made.value[at] ?? from,
    tree,
  }));
  const branch: Branch = {
    // A mark that stands for a secret is no name of a branch.
    name: before?.name ?? branchName(goal.id, clean(titleOf(goal))),
    base: start.commit,
    ...(start.onto !== undefined && { onto: start.onto }),
    tip: commits.at(-1)?.id ?? from,
    commits: [...(before?.commits ?? []), ...commits],
    verdict: judged.verdict,
    failed: [...judged.failed],
    ...(judged.doubts?.length && { doubts: judged.doubts.map(clean) }),
    same: judged.same,
  };
  const fresh = commits.map((commit, at) => ({
    ...commit,
    subject: messages[at]?.message.split('\n')[0] ?? '',
    paths: [...new Set(groups[at]?.group.flatMap(({ paths }) => paths))],
  }));
  return ok({ branch, on: before?.tip ?? null, judged, fresh });
}

async function treeOf({ worktree }: TreePlace, commit: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`];
  const found = await git({ cwd: worktree, args });
  return found.ok ? found.value.stdout.toString('utf8').trim() : undefined;
}

function notLaid(error: NotLaid, steps: readonly PatchStep[]): NoBranch {
  if (error.kind === 'git') return error;
  return { kind: 'refused', node: steps[error.patch]?.node ?? '', refused: error.refused };
}

/** Secrets go first: of one that was cut in two each half passes for a word. */
function messageOf(
  { goal, result, clean }: Omit<About, 'published'>,
  group: readonly PatchStep[],
  tree: string,
  { verdict }: BranchJudged,
): string {
  const node = group[0]?.node ?? '';
  const runs = group.map(({ key }) => key).filter((key) => !isBack(key));
  const nodeTitle = clean(nodeOf(result, node).title);
  const about = { goal: goal.id, title: clean(titleOf(goal)), node, nodeTitle };
  return commitMessage({ ...about, runs, isBack: runs.length === 0, verdict, tree });
}

function isBack(key: string): boolean {
  return key.startsWith('back:');
}
