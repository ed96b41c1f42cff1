// What is done with something that shall leave this machine, so that nothing is ever there twice. Pure.
//
//   nothing known, failed ──► send      intended, its sender gone ──► look ──► found: sent
//   sent ──► done                                                      │       not there: wait a while, look again
//   unsure ──► a person                                                └─────► not there, and surely so: send

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Post } from '../../model/state/published.ts';

/** A request that was sent can still arrive for so long: until then nobody can say that it did not. */
export const UNDER_WAY_MS = 15 * 60_000;

export type NextOfPost =
  | 'send'
  | 'look'
  | 'done'
  /** Somebody is sending it at this moment. */
  | 'busy'
  | 'person';

type Now = Readonly<{
  isAlive: (process: ProcessRef) => boolean;
}>;

/** `sha256`: of what would be sent now. */
export function nextOfPost(post: Post | undefined, { isAlive }: Now): NextOfPost {
  switch (post?.stands) {
    case undefined:
    case 'failed':
      return 'send';
    case 'sent':
      return 'done';
    case 'unsure':
      return 'person';
    case 'intended':
      return isAlive(post.sender) ? 'busy' : 'look';
  }
}

export type AfterLook = 'sent' | 'send' | 'wait' | 'unsure';

/**
 * Of what can be there once only, as a branch or its pull request, not to be there is an answer: sent again it would be
 * refused. A comment can be there twice.
 */
export function afterLook(
  { what, intended_at }: Pick<Post, 'what' | 'intended_at'>,
  seen: 'found' | 'absent',
  now: string,
): AfterLook {
  if (seen === 'found') return 'sent';
  if (what !== 'comment') return 'send';
  return mayStillArrive(intended_at, now) ? 'wait' : 'unsure';
}

/** A clock that was set back says nothing: then it is waited for. */
function mayStillArrive(intendedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(intendedAt) < UNDER_WAY_MS;
}
