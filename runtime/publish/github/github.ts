import { isObject } from '../../files/parse-json.ts';
import type { Answer, NoAnswer } from './answer.ts';
import {
  type Comment,
  type Pull,
  pullOfBranch,
  readComment,
  readComments,
  readDefaultBranch,
  readLogin,
  readPull,
} from './entities.ts';
import { type Environment, ghAt, type Request } from './gh-call.ts';
import type { Reply } from './read-answer.ts';

/** Where code is shown to others. One repository there, with the login of a person. */
export type CodeHost = Readonly<{
  /** Why nothing can be sent from here. Looks at this machine alone. */
  lack(): Promise<NoAnswer | undefined>;
  /** Whose comments are ours. The token of an app or of a workflow has no person: refused, 403. */
  login(): Promise<Answer<string>>;
  defaultBranch(): Promise<Answer<string>>;
  pullOf(branch: string): Promise<Answer<Pull | null>>;
  /** Where there are no drafts it is refused, 422: the caller decides. */
  createPull(pull: NewPull): Promise<Answer<Pull>>;
  updatePull(number: number, change: PullChange): Promise<Answer<Pull>>;
  readyPull(nodeId: string): Promise<Answer<Readonly<{ isDraft: boolean }>>>;
  /** Changed since then, the oldest first. */
  commentsSince(issue: number, since: string): Promise<Answer<Comments>>;
  createComment(issue: number, body: string): Promise<Answer<Comment>>;
}>;

export type NewPull = Readonly<{
  branch: string;
  base: string;
  title: string;
  body: string;
  draft: boolean;
}>;

export type PullChange = Readonly<{ title?: string; body?: string }>;

/** `isAll`: there are no more than these. */
export type Comments = Readonly<{ comments: readonly Comment[]; isAll: boolean }>;

export type Place = Readonly<{ host: string; owner: string; repo: string }>;

/** As many as are looked at in one issue. */
const MAX_COMMENTS = 1_000;
const PAGE = 100;

const READY =
  'mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }';

/** `limitMs`: of one call. */
export function gitHub(place: Place, env: Environment, limitMs?: number): CodeHost {
  const { host, owner, repo } = place;
  const { lack, call } = ghAt(host, env, limitMs);
  const base = `repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;

  async function ask<T>(
    request: Request,
    read: (body: unknown) => T | undefined,
  ): Promise<Answer<T>> {
    return readFrom(await call(request), (reply) => read(reply.body));
  }

  return {
    lack,
    login: () => ask({ method: 'GET', path: 'user' }, readLogin),
    defaultBranch: () => ask({ method: 'GET', path: base }, readDefaultBranch),
    pullOf: (branch) => {
      const head = encodeURIComponent(`${owner}:${branch}`);
      const path = `${base}/pulls?head=${head}&state=all&sort=created&direction=desc&per_page=${PAGE}`;
      return ask({ method: 'GET', path }, (body) => pullOfBranch(body, owner, branch));
    },
    createPull: ({ branch, ...rest }) =>
      ask({ method: 'POST', path: `${base}/pulls`, body: { ...rest, head: branch } }, readPull),
    updatePull: (number, change) =>
      ask({ method: 'PATCH', path: `${base}/pulls/${number}`, body: change }, readPull),
    readyPull: (nodeId) =>
      ask(
        { method: 'POST', path: 'graphql', body: { query: READY, variables: { id: nodeId } } },
        readReady,
      ),
    commentsSince: async (issue, since) => {
      const found: Comment[] = [];
      for (let page = 1; page <= MAX_COMMENTS / PAGE; page += 1) {
        const query = `since=${encodeURIComponent(since)}&per_page=${PAGE}&page=${page}`;
        const path = `${base}/issues/${issue}/comments?${query}`;
        const answer = readFrom(await call({ method: 'GET', path }), ({ body, hasNext }) => {
          const comments = readComments(body);
          return comments && { comments, hasNext };
        });
        if (answer.kind !== 'ok') return answer;
        found.push(...answer.value.comments);
        if (!answer.value.hasNext) return { kind: 'ok', value: { comments: found, isAll: true } };
      }
      return { kind: 'ok', value: { comments: found, isAll: false } };
    },
    createComment: (issue, body) =>
      ask(
        { method: 'POST', path: `${base}/issues/${issue}/comments`, body: { body } },
        readComment,
      ),
  };
}

function readFrom<T>(answer: Answer<Reply>, read: (reply: Reply) => T | undefined): Answer<T> {
  if (answer.kind !== 'ok') return answer;
  const value = read(answer.value);
  // A write that was led to another address comes back as a list, and was not carried out: that is not known here.
  if (value === undefined) return { kind: 'unknown', why: 'the answer is not what was asked for' };
  return { kind: 'ok', value };
}

function readReady(body: unknown): Readonly<{ isDraft: boolean }> | undefined {
  const data = isObject(body) ? body.data : undefined;
  const done = isObject(data) ? data.markPullRequestReadyForReview : undefined;
  const pull = isObject(done) ? done.pullRequest : undefined;
  return isObject(pull) && typeof pull.isDraft === 'boolean'
    ? { isDraft: pull.isDraft }
    : undefined;
}
