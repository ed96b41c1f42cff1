// outbox/<issue>.md: what was said in the thread of an issue and what will be, to read and to grep.

import type { Post } from '../../model/state/published.ts';
import type { ThreadEntry } from '../../result/thread-of.ts';
import { quotedSpan } from '../quoting.ts';

type Line = Readonly<{ entry: ThreadEntry; text: string; post: Post | undefined }>;

export type OutboxGoal = Readonly<{ goal: string; title: string; lines: readonly Line[] }>;

/** `to`: where comments go; null: nowhere, and `why`. */
export function outboxText(
  issue: string,
  to: Readonly<{ to: string } | { to: null; why: string }>,
  goals: readonly OutboxGoal[],
): string {
  const where = to.to === null ? to.why : `Comments go to ${to.to}.`;
  return [
    `# ${issue}`,
    `${where} This file is written by Wukong; the assignee of the issue is left as it is.`,
    ...goals.flatMap(({ goal, title, lines }) => [
      `## ${goal}: ${quotedSpan(title, 300)}`,
      ...(lines.length === 0 ? ['No run has ended yet.'] : lines.map(lineText)),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function lineText({ entry: { run }, text, post }: Line): string {
  return `### ${run}: ${standsText(post)}\n\n${text}`;
}

export function standsText(post: Post | undefined): string {
  switch (post?.stands) {
    case undefined:
      return 'not posted yet';
    case 'intended':
      return `being posted since ${post.intended_at}`;
    case 'sent':
      return post.url === undefined ? 'posted' : `posted, ${post.url}`;
    case 'failed':
      return `not posted: ${quotedSpan(post.why ?? '', 300)}`;
    case 'unsure':
      return `nobody knows whether it was posted: ${quotedSpan(post.why ?? '', 300)}`;
  }
}
