// What was prepared leaves the machine, for a person who said yes to it or for the daemon that may.

import type { Said } from '../../kernel/state/said.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { gitHub } from '../../publish/github/github.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { type Commented, postThread } from './post-thread.ts';
import type { Prepared } from './prepare.ts';
import { prepareThread } from './prepare-thread.ts';
import { type Carried, carryOut } from './publish-goal.ts';
import type { Sender } from './send.ts';

export type PublishedNow = Readonly<{
  /** Null: nobody may push there, or there is no branch. */
  carried: Carried | null;
  comments: readonly Commented[];
}>;

export async function publishNow(
  ws: Workspace,
  prepared: Prepared,
  {
    me,
    said,
    byDaemon = false,
  }: Readonly<{
    me: ProcessRef;
    said: Said;
    /** Only where a person let the daemon do so. */
    byDaemon?: boolean;
  }>,
): Promise<PublishedNow> {
  const { goal, result, target, branch, pull } = prepared;
  const sender: Sender = { ws, goal: goal.id, me, said, now: () => new Date().toISOString() };
  const may = target.ok && target.value.trusted ? target.value : undefined;
  let carried: Carried | null = null;
  if (may && branch?.ok && pull) {
    const host = gitHub(may.place, process.env);
    carried = await carryOut({ ws, goal, sender, host, target: may }, branch.value, pull);
  }
  // Comments name its commits and the pull request, and are not changed afterwards: they wait for both.
  if (carried && !isOut(carried)) return { carried, comments: [] };
  const thread = prepareThread(ws, goal, result);
  if (!thread.ok) return { carried, comments: [] };
  const { issue, lines, logId } = thread.value;
  if (!issue || (byDaemon && !issue.isForDaemon)) return { carried, comments: [] };
  const { artifacts } = goal;
  const host = gitHub(issue.place, process.env);
  const comments = await postThread(sender, host, issue, { lines, logId, artifacts });
  // The file of the outbox says what became of them.
  prepareThread(ws, goal, result);
  return { carried, comments };
}

function isOut({ steps }: Carried): boolean {
  const isSent = (what: string) =>
    steps.some((step) => step.what === what && step.sent.is === 'sent');
  return isSent('branch') && isSent('pull');
}
