// What is sent of a goal: what it is called in the log, how it is sent, and how it is found where no answer came.

import type { TreePlace } from '../../evidence/trees/overlay.ts';
import type { Intent } from '../../kernel/requests/posts.ts';
import type { Branch, Published, Pull } from '../../model/state/published.ts';
import { pushBranch, remoteBranch } from '../../publish/branch/remote.ts';
import type { Answer } from '../../publish/github/answer.ts';
import type { Pull as PullThere } from '../../publish/github/entities.ts';
import type { CodeHost } from '../../publish/github/github.ts';
import type { ThreadEntry } from '../../result/thread-of.ts';
import { isCommentOn } from '../../words/publish/comment.ts';
import { noAnswerText } from './no-answer.ts';
import type { Found, Outcome, Sending } from './send.ts';
import { hashOf, type Target } from './target.ts';

/** What a reader of the pull request is told. */
export type PullPlan = Readonly<{ title: string; body: string; isReady: boolean }>;

type Out = Readonly<{ place: TreePlace; target: Target; host: CodeHost; branch: Branch }>;
type ToSend = readonly [Intent, Sending];

/** `pushed`: the commit that is known to be there. Of a later one of ours the answer may have been lost. */
export function branchPost({ place, target, branch }: Out, pushed: string | undefined): ToSend {
  const { name, tip } = branch;
  const url = target.url.pushed;
  const intent: Intent = {
    key: `branch:${tip.slice(0, 12)}`,
    what: 'branch',
    to: target.to,
    about: tip,
    sha256: short(tip),
  };
  const there = () => remoteBranch(place, url, name);
  const send = async (): Promise<Outcome> => {
    const at = await there();
    if (!at.ok) return { is: 'failed', why: at.error.said };
    if (at.value === tip) return { is: 'sent' };
    if (at.value === null && pushed !== undefined) {
      // Most often after it was merged: nobody wants it back unasked.
      const push = `git push ${target.remote} ${name}`;
      return { is: 'failed', why: `${name} was deleted there; to have it back, type: ${push}` };
    }
    if (at.value !== null && !mayBeAt(branch, pushed).includes(at.value)) {
      const commit = at.value.slice(0, 12);
      return {
        is: 'failed',
        why: `others pushed to ${name}: it is at ${commit} there, and nothing is forced`,
      };
    }
    const sent = await pushBranch(place, url, name, tip);
    if (sent.ok) return { is: 'sent' };
    const { kind, said } = sent.error;
    return kind === 'unknown' ? { is: 'lost', why: said } : { is: 'failed', why: said };
  };
  const find = async (): Promise<Found> => {
    const at = await there();
    if (!at.ok) return { is: 'not-seen', why: at.error.said };
    return { is: at.value === tip ? 'found' : 'absent' };
  };
  return [intent, { send, find }];
}

function mayBeAt({ commits }: Branch, pushed: string | undefined): readonly string[] {
  const ids = commits.map(({ id }) => id);
  return pushed === undefined ? ids : [pushed, ...ids.slice(ids.lastIndexOf(pushed) + 1)];
}

export function pullPost(
  { target, host, branch }: Out,
  { title, body, isReady }: PullPlan,
): ToSend {
  const { name, onto } = branch;
  const intent: Intent = {
    key: 'pull',
    what: 'pull',
    to: target.to,
    about: name,
    sha256: bodyHash(body),
  };
  const there = async (): Promise<Found> => {
    const found = await host.pullOf(name);
    if (found.kind !== 'ok') return { is: 'not-seen', why: noAnswerText(found) };
    return found.value?.state === 'open'
      ? { is: 'found', ...sentPull(found.value) }
      : { is: 'absent' };
  };
  const send = async (): Promise<Outcome> => {
    const known = await host.pullOf(name);
    if (known.kind !== 'ok') return failed(known);
    if (known.value?.state === 'open') return { is: 'sent', ...sentPull(known.value) };
    if (known.value?.state === 'merged') {
      return { is: 'failed', why: endedText(known.value, name) };
    }
    const main: Answer<string> = onto ? { kind: 'ok', value: onto } : await host.defaultBranch();
    if (main.kind !== 'ok') return failed(main);
    const base = main.value;
    const asked = { branch: name, base, title, body };
    const made = await host.createPull({ ...asked, draft: true });
    const isWithout = made.kind === 'refused' && made.status === 422 && /draft/i.test(made.message);
    const again = isWithout && isReady ? await host.createPull({ ...asked, draft: false }) : made;
    if (again.kind === 'ok') return { is: 'sent', ...sentPull(again.value) };
    if (again.kind !== 'refused' || again.status !== 422) return failed(again);
    if (isWithout) {
      return { is: 'failed', why: `${noAnswerText(again)} It is made when all is shown.` };
    }
    return /\bbase\b/.test(again.message)
      ? { is: 'failed', why: `${base}, on which it began, is not there: push that first` }
      : failed(again);
  };
  return [intent, { send, find: there }];
}

function endedText({ url, state }: PullThere, branch: string): string {
  return state === 'merged'
    ? `${url} was merged there: what came since is on ${branch} alone`
    : `${url} was closed there, and stays so: open it again there, then type it again`;
}

type AtPull = Out & Readonly<{ known: Published; pull: Pull }>;

/**
 * Undefined: it has this text. What somebody else wrote into it stays. A text may come a second time, after another
 * one: so each has its number in its key.
 */
export function bodyPost(
  { target, host, branch, known, pull }: AtPull,
  { body }: PullPlan,
): ToSend | undefined {
  const sha256 = bodyHash(body);
  const ours = textsOf(known);
  if (lastText(known) === sha256) return undefined;
  const nth = ours.filter(({ stands }) => stands === 'sent').length;
  const intent = {
    key: `body:${nth}:${sha256}`,
    what: 'body',
    to: target.to,
    about: pull.url,
    sha256,
  } as const;
  const send = async (): Promise<Outcome> => {
    const now = await host.pullOf(branch.name);
    if (now.kind !== 'ok') return failed(now);
    if (now.value && now.value.state !== 'open') {
      return { is: 'failed', why: endedText(now.value, branch.name) };
    }
    const there = now.value && bodyHash(now.value.body);
    if (there === sha256) return { is: 'sent' };
    if (!ours.some((one) => one.sha256 === there)) {
      return {
        is: 'failed',
        isLeft: true,
        why: `the text of ${pull.url} was changed there, and is left as it is`,
      };
    }
    const sent = await host.updatePull(pull.number, { body });
    return sent.kind === 'ok' ? { is: 'sent' } : failed(sent);
  };
  return [intent, { send, find: async () => ({ is: 'absent' }) }];
}

/** With those of which no answer came: they may be there. */
function textsOf({ posts }: Published) {
  return Object.values(posts).filter(({ what }) => what === 'pull' || what === 'body');
}

/** What its readers have, as far as is known here. */
export function lastText(known: Published): string | undefined {
  const sent = textsOf(known).filter(({ stands }) => stands === 'sent');
  return sent.sort((one, other) => one.intended_at.localeCompare(other.intended_at)).at(-1)?.sha256;
}

export function readyPost({ target, host, pull }: AtPull): ToSend {
  const intent = {
    key: 'ready',
    what: 'ready',
    to: target.to,
    about: pull.url,
    sha256: '',
  } as const;
  const send = async (): Promise<Outcome> => {
    const done = await host.readyPull(pull.node_id);
    return done.kind === 'ok' ? { is: 'sent', pull: { ...pull, draft: false } } : failed(done);
  };
  return [intent, { send, find: async () => ({ is: 'absent' }) }];
}

type Thread = Readonly<{ host: CodeHost; to: string; number: number; logId: string }>;

export function commentPost(
  { host, to, number, logId }: Thread,
  entry: ThreadEntry,
  text: string,
): ToSend {
  const intent: Intent = {
    key: `comment:${entry.run}`,
    what: 'comment',
    to,
    about: entry.issue,
    sha256: bodyHash(text),
  };
  const send = async (): Promise<Outcome> => {
    const made = await host.createComment(number, text);
    return made.kind === 'ok' ? { is: 'sent', url: made.value.url } : failed(made);
  };
  const find: Sending['find'] = async ({ intended_at }) => {
    const me = await host.login();
    if (me.kind !== 'ok') return { is: 'not-seen', why: noAnswerText(me) };
    const since = new Date(Date.parse(intended_at) - CLOCKS_MS).toISOString();
    const listed = await host.commentsSince(number, since);
    if (listed.kind !== 'ok') return { is: 'not-seen', why: noAnswerText(listed) };
    const { comments, isAll } = listed.value;
    const ours = comments.find(
      ({ author, body }) => author === me.value && isCommentOn(body, entry, logId),
    );
    if (ours) return { is: 'found', url: ours.url };
    return isAll
      ? { is: 'absent' }
      : { is: 'not-seen', why: `${to}#${number} has too many comments to look through` };
  };
  return [intent, { send, find }];
}

/** Theirs and ours may differ so far. */
const CLOCKS_MS = 24 * 3_600_000;

function sentPull({ number, url, nodeId, isDraft }: PullThere) {
  return { url, pull: { number, url, node_id: nodeId, draft: isDraft } };
}

function failed(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Outcome {
  const why = noAnswerText(answer);
  if (answer.kind === 'unknown') return { is: 'lost', why };
  return { is: 'failed', why, ...(answer.kind === 'limited' && { waitSec: answer.waitSec }) };
}

/** A server may end lines otherwise. */
export function bodyHash(text: string): string {
  return short(hashOf(text.replaceAll('\r\n', '\n').trim()));
}

function short(hash: string): string {
  return hash.slice(0, 16);
}
