// The daemon publishes what it carried out, where a person said that it may: with nobody there, the same way.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAll, temporaryFolder } from '../../files/changing.ts';
import type { Said } from '../../kernel/state/said.ts';
import { readHistory } from '../../log/history.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { counted } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { ownerHere } from '../../workspace/processes.ts';
import { readTrust } from '../../workspace/trust.ts';
import { noBranchText } from './no-branch.ts';
import { prepare, readGoal } from './prepare.ts';
import { publishNow } from './publish-now.ts';
import type { Sent } from './send.ts';
import { targetOf } from './target.ts';

/** `why`: something is left to be sent; `waitSec`: nothing is taken there before. */
export type ByDaemon =
  | Readonly<{ is: 'done' }>
  | Readonly<{ is: 'left'; why: string; waitSec?: number }>;

export function mayDaemonPublish(ws: Workspace): boolean {
  return readTrust(ws)?.publish?.some(({ daemon }) => daemon === true) === true;
}

/** Throws `Stopped`. */
export async function publishByDaemon(
  ws: Workspace,
  goalId: string,
  { me, said, stop }: Readonly<{ me: ProcessRef; said: Said; stop: AbortSignal }>,
): Promise<ByDaemon> {
  const read = readGoal(ws, goalId);
  if (!read.ok) return { is: 'left', why: 'its log cannot be read' };
  // Called as copies are, so that the next one removes it if this process is killed.
  const own = temporaryFolder(join(tmpdir(), `wukong-copy-${ownerHere()}-`));
  try {
    const target = await targetOf(ws, readTrust(ws));
    const isMine = target.ok && target.value.trusted?.daemon === true;
    const how = isMine ? { own, stop, onRun: () => undefined } : undefined;
    const prepared = await prepare(ws, read.value, target, how);
    const { branch } = prepared;
    const unpushed = prepared.own?.count ?? 0;
    // A person is shown them, and says yes: here nobody is.
    if (unpushed > 0) {
      const what = `${counted(unpushed, 'commit')} of yours that ${unpushed === 1 ? 'was' : 'were'} never pushed would go along`;
      return { is: 'left', why: `${what}: push them, or type wukong publish ${goalId}` };
    }
    const now = await publishNow(ws, prepared, { me, said, byDaemon: true });
    if (branch && !branch.ok && branch.error.kind !== 'nothing') {
      return { is: 'left', why: noBranchText(branch.error) };
    }
    const { carried } = now;
    if (carried && carried.steps.length === 0 && carried.local !== 'set') {
      return { is: 'left', why: carried.local.why };
    }
    const sent = [...(carried?.steps ?? []), ...now.comments].map((one) => one.sent);
    return leftOf(sent.at(-1));
  } finally {
    removeAll(own, 5);
  }
}

/** Nothing is sent behind what did not get there, so the last one says it. */
function leftOf(last: Sent | undefined): ByDaemon {
  switch (last?.is) {
    case undefined:
    case 'sent':
      return { is: 'done' };
    case 'failed':
      return {
        is: 'left',
        why: last.why,
        ...(last.waitSec !== undefined && { waitSec: last.waitSec }),
      };
    case 'waits':
      return { is: 'left', why: last.why };
    case 'busy':
      return { is: 'left', why: 'somebody else is sending it' };
    case 'person':
      return { is: 'left', why: `only a person can say whether it is there: ${last.why}` };
  }
}

const DAY_MS = 24 * 3_600_000;

/** Goals that were queued and ended in the last day, of which nothing was sent since: who was to do it was killed. */
export function leftUnpublished(ws: Workspace, nowMs: number): readonly string[] {
  const queued = new Set<string>();
  const ended = new Map<string, number>();
  readHistory(
    ws,
    ({ type, goal_id: goal = '', timestamp, payload }) => {
      if (type === 'goal.created' && 'queued' in payload) queued.add(goal);
      if (type === 'graph.completed' || type === 'graph.aborted')
        ended.set(goal, Date.parse(timestamp));
      if (type === 'post.sent') ended.delete(goal);
      return true;
    },
    'count',
  );
  return [...ended].flatMap(([goal, at]) =>
    queued.has(goal) && nowMs - at < DAY_MS ? [goal] : [],
  );
}
