// Goals that a daemon carried out leave the machine, one after the other, where a person said that it may.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { judgeInTurn } from '../drive/in-turn.ts';
import { mayDaemonPublish, publishByDaemon } from '../publish/by-daemon.ts';

export type ToPublish = {
  /** Goals of which something may be left to be sent, when it is tried next, and how often it was. */
  readonly unpublished: Map<string, Readonly<{ dueMs: number; tries: number }>>;
  publishing?: Promise<void> | undefined;
};

type Publisher = Readonly<{
  me: ProcessRef;
  /** Who started the daemon. */
  by: string;
  stop: AbortSignal;
  tell: Readonly<{ failed: (error: unknown) => void }>;
}>;

const DAY_MS = 24 * 3_600_000;

export function toPublish({ unpublished }: ToPublish, goal: string): void {
  unpublished.set(goal, { dueMs: 0, tries: 0 });
}

/** None while one is being published: that wakes the daemon when it has ended. */
export function dueOf({ unpublished, publishing }: ToPublish): readonly number[] {
  return publishing ? [] : [...unpublished.values()].map(({ dueMs }) => dueMs);
}

/** One at a time, and where it did not get there once more with a later heartbeat. */
export function publishNext(
  ws: Workspace,
  { me, by, tell, stop }: Publisher,
  work: ToPublish,
  everyMs: number,
): void {
  const { unpublished } = work;
  if (!mayDaemonPublish(ws)) unpublished.clear();
  const [goal, { tries } = { tries: 0 }] =
    [...unpublished].find(([, { dueMs }]) => dueMs <= Date.now()) ?? [];
  if (work.publishing || goal === undefined) return;
  // What a person has to see to first is not asked for at each heartbeat of a week.
  const again = (waitMs: number): void => {
    const restMs = Math.min(everyMs * 2 ** tries, DAY_MS);
    unpublished.set(goal, { dueMs: Date.now() + Math.max(restMs, waitMs), tries: tries + 1 });
  };
  const said = { by: `daemon of ${by}` };
  work.publishing = judgeInTurn(() => publishByDaemon(ws, goal, { me, said, stop }))
    .then((done) => {
      if (done.is === 'done') {
        unpublished.delete(goal);
        return;
      }
      tell.failed(`${goal} is not published: ${done.why}`);
      again((done.waitSec ?? 0) * 1000);
    })
    .catch((error: unknown) => {
      again(0);
      if (!stop.aborted) tell.failed(error);
    })
    .finally(() => {
      work.publishing = undefined;
    });
}
