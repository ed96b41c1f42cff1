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
  body: string;
}>;

/** `author`: a login; `ghost` where the account is gone. `body` as of a pull request. */
export type Comment = Readonly<{ url: string; author: string; body: string }>;

export function readLogin(value: unknown): string | undefined {
  return isObject(value) && typeof value.login === 'string' ? value.login : undefined;
}

export function readDefaultBranch(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.default_branch !== 'string') return undefined;
  return value.default_branch;
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
  if (!isObject(value) || typeof value.html_url !== 'string') return undefined;
  const author = (isObject(value.user) && textOf(value.user.login)) || 'ghost';
  return { url: value.html_url, author, body: textOf(value.body) };
}

export function readComments(value: unknown): readonly Comment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const comments = value.map(readComment);
  return comments.every((comment) => comment !== undefined) ? comments : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
