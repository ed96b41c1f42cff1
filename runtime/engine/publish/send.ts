// One thing leaves this machine, once: its intent stands in the log before, and where no answer came it is looked for.

import { type Came, type Intent, intend, noteCame } from '../../kernel/requests/posts.ts';
import { afterLook } from '../../kernel/state/posts.ts';
import { entry } from '../../kernel/state/queries.ts';
import type { Said } from '../../kernel/state/said.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Post } from '../../model/state/published.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, othersThan } from '../../workspace/processes.ts';

export type Sender = Readonly<{
  ws: Workspace;
  goal: string;
  me: ProcessRef;
  said: Said;
  /** ISO time. */
  now: () => string;
}>;

/**
 * What became of it, or `lost`: no answer came. `waitSec`: nothing more is taken for so long. `isLeft`: others have it
 * otherwise, and it stays so.
 */
export type Outcome = (Came | Readonly<{ is: 'lost'; why: string }>) &
  Readonly<{ waitSec?: number; isLeft?: true }>;

export type Found =
  | Readonly<{ is: 'found' } & Omit<Extract<Came, { is: 'sent' }>, 'is'>>
  | Readonly<{ is: 'absent' }>
  /** Nobody could be asked, or not all of it could be seen. */
  | Readonly<{ is: 'not-seen'; why: string }>;

export type Sending = Readonly<{
  send: () => Promise<Outcome>;
  /** `intendedAt`: ISO time. */
  find: (post: Post) => Promise<Found>;
}>;

export type Sent =
  | Readonly<{ is: 'sent'; isNew: boolean }>
  | Readonly<{ is: 'failed'; why: string; waitSec?: number; isLeft?: true }>
  /** It may arrive yet: it is looked for again. */
  | Readonly<{ is: 'waits'; why: string; since: string }>
  | Readonly<{ is: 'busy' }>
  | Readonly<{ is: 'person'; why: string }>;

const MOST_LOST = 2;

export async function sendOnce(
  sender: Sender,
  intent: Intent,
  { send, find }: Sending,
): Promise<Sent> {
  for (let isNew = false, lost = 0; ; ) {
    const { next, post } = intended(sender, intent);
    if (next === 'done') return { is: 'sent', isNew };
    if (next === 'busy') return { is: 'busy' };
    if (next === 'person' || !post) return { is: 'person', why: post?.why ?? '' };
    if (next === 'look') {
      const seen = await find(post);
      const ended = looked(sender, intent.key, post, seen);
      if (ended) return ended;
      isNew = true;
      continue;
    }
    isNew = true;
    const { waitSec, isLeft, ...came } = await send();
    // It is looked for at once: most often it is there.
    if (came.is === 'lost') {
      lost += 1;
      if (lost < MOST_LOST) continue;
      return { is: 'waits', why: came.why, since: sender.now() };
    }
    note(sender, intent.key, came);
    if (came.is !== 'failed') continue;
    const more = { ...(waitSec !== undefined && { waitSec }), ...(isLeft && { isLeft }) };
    return { is: 'failed', why: came.why, ...more };
  }
}

/** Undefined: what is next is asked again. */
function looked(sender: Sender, key: string, post: Post, seen: Found): Sent | undefined {
  if (seen.is === 'not-seen') return { is: 'waits', why: seen.why, since: post.intended_at };
  const { is, ...more } = seen;
  switch (afterLook(post, is, sender.now())) {
    case 'sent':
      note(sender, key, { is: 'sent', ...more, found: true });
      return undefined;
    case 'send':
      note(sender, key, { is: 'failed', why: 'it was looked for and is not there' });
      return undefined;
    case 'wait':
      return { is: 'waits', why: 'no answer came', since: post.intended_at };
    case 'unsure': {
      const why = 'no answer came, and it is not there';
      note(sender, key, { is: 'unsure', why });
      return { is: 'person', why };
    }
  }
}

function intended({ ws, goal, me, said, now }: Sender, intent: Intent) {
  // What this process began and has no answer to is looked for as that of one that is gone.
  const others = othersThan(me);
  const asked = runStep(
    ws,
    (step) => ({
      next: intend(step, goal, intent, {
        ...said,
        sender: me,
        isAlive: (one) => others(one) && isAlive(one),
      }),
      post: entry(entry(step.state.published ?? {}, goal)?.posts ?? {}, intent.key),
    }),
    { now },
  );
  if (!asked.ok) throw notRecorded('what is about to be sent', asked.failure);
  return asked.value;
}

function note({ ws, goal, now }: Sender, key: string, came: Came): void {
  const noted = runStep(ws, (step) => noteCame(step, goal, key, came), { now });
  if (!noted.ok) throw notRecorded('what was sent', noted.failure);
}
