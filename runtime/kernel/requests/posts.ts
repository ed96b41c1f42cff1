// What leaves this machine, as facts: the intent before it, and what became of it.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Branch } from '../../model/state/published.ts';
import { type NextOfPost, nextOfPost } from '../state/posts.ts';
import { entry } from '../state/queries.ts';
import { type Said, signed } from '../state/said.ts';
import type { Step } from './step.ts';

export type Intent = Pick<PayloadOf<'post.intended'>, 'key' | 'what' | 'to' | 'about' | 'sha256'>;

/** Written down only where it may be sent now: of two at once one does. */
export function intend(
  step: Step,
  goal: string,
  intent: Intent,
  {
    sender,
    isAlive,
    ...said
  }: Said & Readonly<{ sender: ProcessRef; isAlive: (process: ProcessRef) => boolean }>,
): NextOfPost {
  const next = nextOfPost(publishedIn(step, goal)?.posts[intent.key], { isAlive });
  if (next !== 'send') return next;
  const payload = { ...intent, sender, ...signed(said) };
  step.emit({ type: 'post.intended', goal_id: goal, payload });
  return 'send';
}

/** `on`: the tip it was planned on, null for none. False: it is another one by now, and the plan is worth nothing. */
export function noteBranch(step: Step, goal: string, branch: Branch, on: string | null): boolean {
  const known = publishedIn(step, goal)?.branch;
  const isThere = known?.tip === branch.tip;
  if (isThere && known.verdict === branch.verdict) return true;
  if (!isThere && (known?.tip ?? null) !== on) return false;
  step.emit({ type: 'branch.made', goal_id: goal, payload: branch });
  return true;
}

export type Came =
  | Readonly<{ is: 'sent' } & Omit<PayloadOf<'post.sent'>, 'key'>>
  | Readonly<{ is: 'failed' } & Omit<PayloadOf<'post.failed'>, 'key'>>
  | Readonly<{ is: 'unsure'; why: string }>;

/** What became of it; nothing where that is known already. */
export function noteCame(step: Step, goal: string, key: string, came: Came): void {
  const post = publishedIn(step, goal)?.posts[key];
  if (!post || post.stands === 'sent' || post.stands === came.is) return;
  const scope = { goal_id: goal };
  const { is: _, ...rest } = came;
  if (came.is === 'sent') {
    step.emit({ type: 'post.sent', ...scope, payload: { key, ...rest } });
    return;
  }
  const payload = { key, ...rest, why: came.why.slice(0, 500) };
  step.emit({ type: came.is === 'failed' ? 'post.failed' : 'post.unsure', ...scope, payload });
}

function publishedIn({ state }: Step, goal: string) {
  return entry(state.published ?? {}, goal);
}
