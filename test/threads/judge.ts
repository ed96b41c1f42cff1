// What was promised of posts: each is there once, and the log says of each what became of it. Pure.

import type { EventRecord } from '../../runtime/model/event.ts';
import { isCommentOn } from '../../runtime/words/publish/comment.ts';
import type { StoredRepository } from '../../scripts/github/stored.ts';
import { keysOf, type Stage } from './stage.ts';

/** `commits`: of the branch there, the oldest first, without those it began on. */
export function lostThere(
  stages: readonly Stage[],
  { comments, pulls }: Pick<StoredRepository, 'comments' | 'pulls'>,
  { commits, logId }: Readonly<{ commits: readonly string[]; logId: string }>,
): string[] {
  const lost: string[] = [];
  const entries = stages.flatMap((stage) => stage.entries);
  for (const entry of entries) {
    const times = comments.filter(({ body }) => isCommentOn(body, entry, logId)).length;
    if (times !== 1) lost.push(`the comment on ${entry.run} is there ${times} times`);
  }
  if (comments.length !== entries.length) lost.push(`${comments.length} comments are there`);
  const [pull] = pulls;
  if (pulls.length !== 1) lost.push(`${pulls.length} pull requests are there`);
  if (pull?.body !== stages.at(-1)?.pull.body) lost.push(`its text is ${pull?.body}`);
  if (pull?.isDraft !== false) lost.push('it is a draft');
  const made = stages.map(({ branch }) => branch.tip);
  if (commits.join() !== made.join()) lost.push(`there are other commits: ${commits.join(', ')}`);
  return lost;
}

export function lostInLog(stages: readonly Stage[], records: readonly EventRecord[]): string[] {
  const lost: string[] = [];
  const open = new Set<string>();
  const sent = new Map<string, number>();
  for (const { type, payload } of records) {
    const { key } = payload as { key?: string };
    if (!type.startsWith('post.') || key === undefined) continue;
    if (type === 'post.intended') {
      if (open.has(key)) lost.push(`${key} was intended twice without an answer`);
      open.add(key);
      continue;
    }
    if (!open.has(key)) lost.push(`${type} of ${key} without an intent`);
    if (type !== 'post.unsure') open.delete(key);
    if (type === 'post.sent') sent.set(key, (sent.get(key) ?? 0) + 1);
  }
  for (const key of open) lost.push(`${key} has no end`);
  for (const key of keysOf(stages)) if (!sent.has(key)) lost.push(`${key} was never sent`);
  for (const [key, times] of sent) if (times !== 1) lost.push(`${key} was sent ${times} times`);
  return lost;
}
