// A process of its own that publishes by the ways of the runtime: node poster.cjs <PostTask as JSON>. It prints what
// became of each thing it sent, and is killed before it does.

import type { BranchPlan } from '../../runtime/engine/publish/plan-branch.ts';
import { postThread, threadLines } from '../../runtime/engine/publish/post-thread.ts';
import type { PullPlan } from '../../runtime/engine/publish/posts-of.ts';
import { carryOut, publishedOf } from '../../runtime/engine/publish/publish-goal.ts';
import type { Sender, Sent } from '../../runtime/engine/publish/send.ts';
import type { Target } from '../../runtime/engine/publish/target.ts';
import { readGoals } from '../../runtime/inspect/read-goals.ts';
import type { Branch } from '../../runtime/model/state/published.ts';
import { redactor } from '../../runtime/privacy/redact.ts';
import { gitHub } from '../../runtime/publish/github/github.ts';
import type { ThreadEntry } from '../../runtime/result/thread-of.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';

export type PostTask = Readonly<{
  repo: string;
  goal: string;
  /** Its clock before that of this machine. */
  aheadMs: number;
  /** Of one call of gh. */
  limitMs: number;
  target: Target;
  branch: Branch;
  pull: PullPlan;
  /** The comments, or else the branch and its pull request. */
  thread: Readonly<{ number: number; logId: string; entries: readonly ThreadEntry[] }> | null;
}>;

const task: PostTask = JSON.parse(process.argv[2] ?? '{}');
process.stdout.write(JSON.stringify(await sentOf(task)));

async function sentOf(about: PostTask): Promise<readonly Sent[]> {
  const { target, branch, pull, thread } = about;
  const ws = findRepository(about.repo);
  if (!ws) throw new Error(`${about.repo} is no repository`);
  const goals = readGoals(ws, about.goal, () => undefined);
  if (!goals.ok || !goals.named) throw new Error(`there is no ${about.goal}`);
  const goal = goals.named;
  const sender: Sender = {
    ...{ ws, goal: goal.id, me: processRef(process.pid), said: { by: 'ann@here' } },
    now: () => new Date(Date.now() + about.aheadMs).toISOString(),
  };
  const host = gitHub(target.place, process.env, about.limitMs);
  if (!thread) {
    const carried = await carryOut(
      { ws, goal, sender, host, target },
      planOf(branch, publishedOf(ws, goal.id).branch?.tip ?? null),
      pull,
    );
    return carried.steps.map(({ sent }) => sent);
  }
  const { number, logId, entries } = thread;
  const { artifacts } = goal;
  const clean = redactor(process.env);
  const kept = { ws, artifacts, logId, clean };
  const lines = threadLines(entries, publishedOf(ws, goal.id), kept);
  const issue = { place: target.place, to: target.to, number, isForDaemon: false };
  const commented = await postThread(sender, host, issue, { lines, logId, artifacts });
  return commented.map(({ sent }) => sent);
}

/** What a person is shown beforehand of it is not asked for here. */
function planOf(branch: Branch, on: string | null): BranchPlan {
  return { branch, on, judged: branch, fresh: [] };
}
