// Comments on the issue of a goal, one a run, by this program alone.

import { dirname, join } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import { entry } from '../../kernel/state/queries.ts';
import type { Post, Published } from '../../model/state/published.ts';
import type { Redact } from '../../privacy/redact.ts';
import type { RepositoryName } from '../../publish/branch/repository-of.ts';
import type { CodeHost } from '../../publish/github/github.ts';
import type { ThreadEntry } from '../../result/thread-of.ts';
import { commentText } from '../../words/publish/comment.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Trust } from '../../workspace/trust.ts';
import { commentPost } from './posts-of.ts';
import { type Sender, type Sent, sendOnce } from './send.ts';

export type Commented = Readonly<{ run: string; sent: Sent }>;

/** What is to be said of a run, and whether it has been. */
export type ThreadLine = Readonly<{ entry: ThreadEntry; text: string; post: Post | undefined }>;

export function threadLines(
  entries: readonly ThreadEntry[],
  published: Published,
  { ws, artifacts, logId, clean }: Kept & Readonly<{ logId: string; clean: Redact }>,
): ThreadLine[] {
  return entries.map((one) => {
    const post = entry(published.posts, `comment:${one.run}`);
    const isOut = post !== undefined && post.stands !== 'failed';
    const sent = isOut ? readIfThere(fileOf({ ws, artifacts }, one))?.toString('utf8') : undefined;
    return { entry: one, text: sent ?? clean(commentText(one, logId)), post };
  });
}

type Kept = Readonly<{ ws: Workspace; artifacts: string }>;

/** As it was sent: what is known of the run may be more by now. */
function fileOf({ ws, artifacts }: Kept, { node, run }: ThreadEntry): string {
  return join(files.orderFolder(ws, artifacts, node, run), 'comment.md');
}

export type Issue = Readonly<{
  place: RepositoryName;
  to: string;
  number: number;
  isForDaemon: boolean;
}>;

/** `org/repo#12` at a host a person trusts. Undefined: it is of no such repository, or `local#1`. */
export function issueAt(ref: string, trust: Trust | undefined): Issue | undefined {
  const [, owner = '', repo = '', number = ''] = GITHUB_REF.exec(ref) ?? [];
  const path = `/${owner}/${repo}`.toLowerCase();
  const all = (trust?.publish ?? []).filter(({ to }) => to.toLowerCase().endsWith(path));
  // Of two hosts that have such a one, that to which a remote leads.
  const known = all.find(({ remote }) => remote !== null) ?? all[0];
  if (!known || owner === '') return undefined;
  const host = known.to.slice(0, -path.length);
  return {
    place: { host, owner, repo },
    to: known.to,
    number: Number(number),
    isForDaemon: known.daemon === true,
  };
}

const GITHUB_REF = /^([\w.-]+)\/([\w.-]+)#(\d+)$/;

/** The oldest first; nothing after one that is not there, so that a thread reads in order. */
export async function postThread(
  sender: Sender,
  host: CodeHost,
  { to, number }: Issue,
  {
    lines,
    logId,
    artifacts,
  }: Readonly<{
    lines: readonly ThreadLine[];
    logId: string;
    artifacts: string;
  }>,
): Promise<readonly Commented[]> {
  const done: Commented[] = [];
  // What takes time and sends nothing, before any intent: whoever is killed in it leaves no question to a person.
  if (lines.some(({ post }) => post?.stands !== 'sent')) await host.lack();
  for (const { entry: one, text } of lines) {
    const kept = fileOf({ ws: sender.ws, artifacts }, one);
    makeFolder(sender.ws, dirname(kept));
    const [intent, sending] = commentPost({ host, to, number, logId }, one, text);
    const send: typeof sending.send = () => {
      replaceFile(kept, text, false);
      return sending.send();
    };
    const sent = await sendOnce(sender, intent, { ...sending, send });
    done.push({ run: one.run, sent });
    if (sent.is !== 'sent') break;
  }
  return done;
}
