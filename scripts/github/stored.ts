// What a GitHub in memory keeps, and how the real one shows it in JSON.

export type User = Readonly<{ login: string; id: number }>;

export type RepositoryOptions = Readonly<{
  owner: string;
  name: string;
  /** Logins that may push. */
  writers?: readonly string[];
  defaultBranch?: string;
  isArchived?: boolean;
  /** False: a pull request cannot be a draft there, as on some plans. */
  hasDrafts?: boolean;
  /** Whether a branch was pushed; all of them, if left out. */
  hasBranch?: (name: string) => boolean;
}>;

export type StoredComment = {
  readonly id: number;
  readonly issue: number;
  readonly user: User;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
};

export type StoredPull = {
  readonly number: number;
  readonly nodeId: string;
  readonly user: User;
  readonly branch: string;
  readonly base: string;
  title: string;
  body: string;
  isDraft: boolean;
  state: 'open' | 'closed';
  mergedAt: string | null;
};

export type StoredRepository = RepositoryOptions & {
  /** Numbers of issues without a pull request. */
  readonly issues: Set<number>;
  readonly pulls: StoredPull[];
  readonly comments: StoredComment[];
};

export function repositoryJson(repository: StoredRepository, user: User): unknown {
  const { owner, name, defaultBranch = 'main', isArchived = false, writers = [] } = repository;
  return {
    full_name: `${owner}/${name}`,
    default_branch: defaultBranch,
    archived: isArchived,
    permissions: { admin: false, push: writers.includes(user.login), pull: true },
  };
}

export function pullJson({ owner, name }: StoredRepository, pull: StoredPull): unknown {
  const { number, nodeId, isDraft, state, mergedAt, user, title, body, branch, base } = pull;
  return {
    ...{ number, state, title, body, user, draft: isDraft, node_id: nodeId, merged_at: mergedAt },
    html_url: `https://github.com/${owner}/${name}/pull/${number}`,
    head: { ref: branch, label: `${owner}:${branch}`, user: { login: owner } },
    base: { ref: base },
  };
}

export function commentJson({ owner, name }: StoredRepository, comment: StoredComment): unknown {
  const { id, issue, user, body, createdAt, updatedAt } = comment;
  return {
    ...{ id, user, body, created_at: createdAt, updated_at: updatedAt },
    html_url: `https://github.com/${owner}/${name}/issues/${issue}#issuecomment-${id}`,
  };
}
