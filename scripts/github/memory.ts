// A GitHub in memory: who there is, repositories with their issues, comments and pull requests, and what it
// answers. Its words are those of the real one. No HTTP here.

import {
  commentJson,
  pullJson,
  type RepositoryOptions,
  repositoryJson,
  type StoredComment,
  type StoredPull,
  type StoredRepository,
  type User,
} from './stored.ts';
import { invalid, page, type Told, texts, told } from './told.ts';

export type Asked = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}>;

export class Memory {
  /** By token; without a person for the token of an app. */
  readonly users = new Map<string, User | null>();
  readonly repositories: StoredRepository[] = [];
  /** Of the first comment, and so on. */
  #nextId = 1;

  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  addRepository(options: RepositoryOptions): StoredRepository {
    const made = { ...options, issues: new Set<number>(), pulls: [], comments: [] };
    this.repositories.push(made);
    return made;
  }

  openIssue(repository: StoredRepository): number {
    const number = nextNumber(repository);
    repository.issues.add(number);
    return number;
  }

  /** As somebody else does, by another way than a request. */
  addComment(
    repository: StoredRepository,
    { issue, user, body }: Readonly<{ issue: number; user: User; body: string }>,
  ): StoredComment {
    const at = this.#time();
    const comment = { id: this.#nextId++, issue, user, body, createdAt: at, updatedAt: at };
    repository.comments.push(comment);
    return comment;
  }

  editComment(comment: StoredComment, body: string): void {
    comment.body = body;
    comment.updatedAt = this.#time();
  }

  /** `token`: undefined where none was sent. */
  answer(token: string | undefined, asked: Asked): Told {
    // Of a program that was ended while it wrote.
    if (asked.body instanceof SyntaxError) return told(400, 'Problems parsing JSON');
    if (token === undefined) return told(401, 'Requires authentication');
    const user = this.users.get(token);
    if (user === undefined) return told(401, 'Bad credentials');
    if (asked.path === '/user') {
      return user
        ? { status: 200, body: user }
        : told(403, 'Resource not accessible by integration');
    }
    if (asked.path === '/graphql') return this.#ready(asked.body);
    const [, owner, name, rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(asked.path) ?? [];
    const repository = this.repositories.find(
      (one) => one.owner === owner && one.name === decodeURIComponent(name ?? ''),
    );
    if (!repository) return told(404, 'Not Found');
    const writer = user ?? { login: 'github-actions[bot]', id: 41898282 };
    if (rest === '') return { status: 200, body: repositoryJson(repository, writer) };
    if (repository.isArchived && asked.method !== 'GET') {
      return told(403, 'Repository was archived so is read-only.');
    }
    const comments = /^\/issues\/(\d+)\/comments$/.exec(rest)?.[1];
    if (comments) return this.#comments(repository, writer, Number(comments), asked);
    if (rest === '/pulls') {
      return asked.method === 'POST'
        ? createPull(repository, writer, asked.body)
        : listPulls(repository, asked.query);
    }
    const pull = repository.pulls.find(({ number }) => rest === `/pulls/${number}`);
    if (!pull) return told(404, 'Not Found');
    if (asked.method === 'PATCH') Object.assign(pull, texts(asked.body, ['title', 'body']));
    return { status: 200, body: pullJson(repository, pull) };
  }

  #comments(repository: StoredRepository, user: User, issue: number, asked: Asked): Told {
    const isThere =
      repository.issues.has(issue) || repository.pulls.some(({ number }) => number === issue);
    if (!isThere) return told(404, 'Not Found');
    if (asked.method === 'POST') {
      const { body = '' } = texts(asked.body, ['body']);
      if (body === '') return invalid('IssueComment', "Body can't be blank");
      if ([...body].length > MOST_CHARACTERS) {
        return invalid(
          'IssueComment',
          `Body is too long (maximum is ${MOST_CHARACTERS} characters)`,
        );
      }
      const comment = this.addComment(repository, { issue, user, body });
      return { status: 201, body: commentJson(repository, comment) };
    }
    const since = asked.query.get('since') ?? '';
    const found = repository.comments.filter(
      (comment) => comment.issue === issue && comment.updatedAt >= since,
    );
    return page(found, asked.query, (comment) => commentJson(repository, comment));
  }

  #ready(body: unknown): Told {
    const { variables } = Object(body) as { variables?: { id?: string } };
    const pull = this.repositories
      .flatMap(({ pulls }) => pulls)
      .find(({ nodeId }) => nodeId === variables?.id);
    const field = 'markPullRequestReadyForReview';
    if (!pull) {
      const message = `Could not resolve to a node with the global id of '${variables?.id}'.`;
      const errors = [{ type: 'NOT_FOUND', path: [field], message }];
      return { status: 200, body: { data: { [field]: null }, errors } };
    }
    pull.isDraft = false;
    return { status: 200, body: { data: { [field]: { pullRequest: { isDraft: false } } } } };
  }

  /** Whole seconds, as GitHub has them. */
  #time(): string {
    return this.#now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
  }
}

const MOST_CHARACTERS = 65_536;

function createPull(repository: StoredRepository, user: User, body: unknown): Told {
  const {
    head = '',
    base = '',
    title = '',
    body: text = '',
  } = texts(body, [...['head', 'base', 'title', 'body']]);
  const isDraft = (Object(body) as { draft?: unknown }).draft === true;
  const branch = head.replace(/^[^:]*:/, '');
  const hasBranch = repository.hasBranch ?? (() => true);
  for (const [field, name] of [['head', branch] as const, ['base', base] as const]) {
    if (name === '' || !hasBranch(name)) {
      const errors = [{ resource: 'PullRequest', field, code: 'invalid' }];
      return { status: 422, body: { message: 'Validation Failed', errors } };
    }
  }
  if (isDraft && repository.hasDrafts === false) {
    return told(422, 'Draft pull requests are not supported in this repository.');
  }
  if (repository.pulls.some((pull) => pull.state === 'open' && pull.branch === branch)) {
    const label = `${repository.owner}:${branch}`;
    return invalid('PullRequest', `A pull request already exists for ${label}.`);
  }
  const number = nextNumber(repository);
  const nodeId = `PR_${repository.owner}_${repository.name}_${number}`;
  const made = { number, nodeId, user, branch, base, title, body: text, isDraft };
  const pull: StoredPull = { ...made, state: 'open', mergedAt: null };
  repository.pulls.push(pull);
  return { status: 201, body: pullJson(repository, pull) };
}

function listPulls(repository: StoredRepository, query: URLSearchParams): Told {
  const head = query.get('head');
  const state = query.get('state') ?? 'open';
  const found = repository.pulls.filter(
    (pull) =>
      (state === 'all' || pull.state === state) &&
      (head === null || head === `${repository.owner}:${pull.branch}`),
  );
  return page(found.toReversed(), query, (pull) => pullJson(repository, pull));
}

/** Issues and pull requests are counted together. */
function nextNumber({ issues, pulls }: StoredRepository): number {
  return issues.size + pulls.length + 1;
}
