// A goal is published: first the plan, which a person is shown, then step by step what leaves the machine, each once.
//
//   branch ──► pull request (draft) ──► its text ──► ready, where all is shown          comments, one a run

import { noteBranch } from '../../kernel/requests/posts.ts';
import { entry } from '../../kernel/state/queries.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Branch, Published } from '../../model/state/published.ts';
import type { Redact } from '../../privacy/redact.ts';
import { bringHome, setBranch } from '../../publish/branch/bring-home.ts';
import type { CodeHost } from '../../publish/github/github.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { renderBody } from '../../words/goal/summary.ts';
import { pullTitle, titleOf } from '../../words/publish/commit-message.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { placeOf } from '../checks/subject.ts';
import { worktreeOf } from '../goal/final-check.ts';
import type { BranchPlan } from './plan-branch.ts';
import {
  bodyHash,
  bodyPost,
  branchPost,
  lastText,
  type PullPlan,
  pullPost,
  readyPost,
} from './posts-of.ts';
import { type Sender, type Sent, sendOnce } from './send.ts';
import type { Target } from './target.ts';

export function pullPlan(
  goal: Goal,
  result: GoalResult,
  { branch, judged }: BranchPlan,
  clean: Redact,
): PullPlan {
  const { verdict, failed, same } = judged;
  const { base, tip: head, doubts = [] } = branch;
  const about = { base, head, verdict, failed, doubts, same };
  const holds = verdict === 'shown' || verdict === 'same' || verdict === 'nothing';
  return {
    title: pullTitle(clean(titleOf(goal))),
    body: clean(renderBody(result, about)),
    isReady:
      goal.status === 'completed' && result.verdict === 'whole' && holds && failed.length === 0,
  };
}

export type Step = Readonly<{ what: 'branch' | 'pull' | 'body' | 'ready'; sent: Sent }>;
/** Its branch here, which is the person's as well. */
export type Local = 'set' | Readonly<{ why: string }>;
export type Carried = Readonly<{ local: Local; steps: readonly Step[] }>;

type Outward = Readonly<{
  ws: Workspace;
  goal: Goal;
  sender: Sender;
  host: CodeHost;
  target: Target;
}>;

/** Nothing after a step that did not get there. */
export async function carryOut(about: Outward, plan: BranchPlan, pull: PullPlan): Promise<Carried> {
  const { ws, goal, sender, host, target } = about;
  const place = placeOf({ ws, worktree: worktreeOf(ws, goal) });
  const { branch } = plan;
  const before = publishedOf(ws, goal.id);
  const home = await bringHome(place, branch.tip, before.branch?.tip ?? branch.base);
  if (!home.ok) return { local: { why: home.error.said }, steps: [] };
  const made = runStep(ws, (step) => noteBranch(step, goal.id, branch, plan.on), {
    now: sender.now,
  });
  if (!made.ok) throw notRecorded('the branch', made.failure);
  if (!made.value) return { local: { why: 'it was published by somebody meanwhile' }, steps: [] };
  const set = await setBranch(place, branch.name, branch.tip, plan.on);
  const local: Local = set.ok ? 'set' : { why: notSet(branch.name, set.error) };
  const steps: Step[] = [];
  const out = { place, target, host, branch };
  const one = async (what: Step['what'], [intent, sending]: ReturnType<typeof branchPost>) => {
    const sent = await sendOnce(sender, intent, sending);
    steps.push({ what, sent });
    return sent.is === 'sent';
  };
  if (!(await one('branch', branchPost(out, before.pushed)))) return { local, steps };
  if (!(await one('pull', pullPost(out, pull)))) return { local, steps };
  const known = publishedOf(ws, goal.id);
  if (!known.pull) return { local, steps };
  const at = { ...out, known, pull: known.pull };
  const body = bodyPost(at, pull);
  // A text that somebody changed stays, and says nothing against being ready.
  const isStuck = body && !(await one('body', body)) && !isLeftAlone(steps.at(-1)?.sent);
  if (isStuck) return { local, steps };
  const isLeft = !pull.isReady || !known.pull.draft;
  if (!isLeft) await one('ready', readyPost(at));
  return { local, steps };
}

function isLeftAlone(sent: Sent | undefined): boolean {
  return sent?.is === 'failed' && sent.isLeft === true;
}

/** As far as is known here. */
export function isPullThere(published: Published, { tip }: Branch, plan: PullPlan): boolean {
  const { pushed, pull } = published;
  const isSaid = lastText(published) === bodyHash(plan.body);
  return pushed === tip && pull !== undefined && isSaid && !(plan.isReady && pull.draft);
}

export function publishedOf(ws: Workspace, goal: string): Published {
  const now = readState(ws, ({ published }) => entry(published ?? {}, goal));
  return (now.ok && now.value) || { posts: {} };
}

type NotSet = Extract<Awaited<ReturnType<typeof setBranch>>, { ok: false }>['error'];

function notSet(name: string, error: NotSet): string {
  switch (error.kind) {
    case 'checked-out':
      return `${name} is checked out in ${error.worktree}: it stays where it is`;
    case 'elsewhere':
      return error.at === null
        ? `${name} is not here any more, and is not made again`
        : `${name} has other commits here than were published: it stays where it is`;
    case 'git':
      return error.said;
  }
}
