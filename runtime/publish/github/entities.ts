// What GitHub answers, as far as it is used. Undefined: it is not what was asked for.

import { isObject } from '../../files/parse-json.ts';

/**
 * `body` is as it stands there: it may be given back, so nothing was taken out. Redact what is written down. Of
 * control characters gh shows a caret and a letter.
 */
export type Pull = Readonly<{
  number: number;
  url: string;
  /** The name of it in GraphQL. */
  nodeId: string;
  isDraft: boolean;
  state: 'open' | 'merged' | 'closed';
  /** A login; `ghost` where the account is gone. */
  author: string;
  body: string;
}>;

/** Times as GitHub writes them: UTC, whole seconds. `body` as of a pull request. */
export type Comment = Readonly<{
  id: number;
  url: string;
  author: string;
  body: string;
  createdAt: string;
  updatedAt: string;
}>;

export type Login = Readonly<{ login: string; id: number }>;

export type Repository = Readonly<{
  defaultBranch: string;
  /** As the token may; false where GitHub does not say. */
  canPush: boolean;
  isArchived: boolean;
}>;

export function readLogin(value: unknown): Login | undefined {
  if (!isObject(value)) return undefined;
  const { login, id } = value;
  return typeof login === 'string' && typeof id === 'number' ? { login, id } : undefined;
}

export function readRepository(value: unknown): Repository | undefined {
  if (!isObject(value) || typeof value.default_branch !== 'string') return undefined;
  return {
    defaultBranch: value.default_branch,
    canPush: isObject(value.permissions) && value.permissions.push === true,
    isArchived: value.archived === true,
  };
}

export function readPull(value: unknown): Pull | undefined {
  if (!isObject(value)) return undefined;
  const { number, html_url: url, node_id: nodeId, state, merged_at: mergedAt } = value;
  if (typeof number !== 'number' || typeof url !== 'string' || typeof nodeId !== 'string') {
    return undefined;
  }
  if (state !== 'open' && state !== 'closed') return undefined;
  return {
    number,
    url,
    nodeId,
    isDraft: value.draft === true,
    state: typeof mergedAt === 'string' ? 'merged' : state,
    author: authorOf(value),
    body: textOf(value.body),
  };
}

/**
 * Of a list of pull requests the one of a branch: an open one before all others, then the newest. Looked at again,
 * since GitHub leaves a filter out that it does not understand.
 */
export function pullOfBranch(
  list: unknown,
  owner: string,
  branch: string,
): Pull | null | undefined {
  if (!Array.isArray(list)) return undefined;
  const pulls = list.filter((item) => isOf(item, owner, branch)).map(readPull);
  if (!pulls.every((pull) => pull !== undefined)) return undefined;
  const newest = pulls.sort((a, b) => b.number - a.number);
  return newest.find(({ state }) => state === 'open') ?? newest[0] ?? null;
}

function isOf(item: unknown, owner: string, branch: string): boolean {
  if (!isObject(item) || !isObject(item.head)) return false;
  const { ref, user } = item.head;
  const login = isObject(user) ? textOf(user.login) : '';
  return ref === branch && login.toLowerCase() === owner.toLowerCase();
}

export function readComment(value: unknown): Comment | undefined {
  if (!isObject(value)) return undefined;
  const { id, html_url: url, created_at: createdAt, updated_at: updatedAt } = value;
  if (typeof id !== 'number' || typeof url !== 'string') return undefined;
  if (typeof createdAt !== 'string' || typeof updatedAt !== 'string') return undefined;
  return { id, url, author: authorOf(value), body: textOf(value.body), createdAt, updatedAt };
}

export function readComments(value: unknown): readonly Comment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const comments = value.map(readComment);
  return comments.every((comment) => comment !== undefined) ? comments : undefined;
}

function authorOf({ user }: Record<string, unknown>): string {
  return (isObject(user) && textOf(user.login)) || 'ghost';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
