// A GitHub of one repository, and the port to it as a person has it.

import { spawnSync } from 'node:child_process';
import { lackOf } from '../../../runtime/publish/github/gh-call.ts';
import { type CodeHost, gitHub, type Place } from '../../../runtime/publish/github/github.ts';
import { type GitHubServer, startGitHub } from '../../../scripts/github/server.ts';
import type { StoredRepository, User } from '../../../scripts/github/stored.ts';

export const ANN: User = { login: 'ann', id: 101 };
export const TOKEN = 'gho_0123456789abcdefghijklmnopqrstuvwxyz';
export const PLACE: Place = { host: 'github.com', owner: 'acme', repo: 'decoder' };

/** Whether the GitHub CLI is here, and new enough. */
export const HAS_GH =
  process.platform !== 'win32' &&
  lackOf(spawnSync('gh', ['--version'], { encoding: 'utf8' }).stdout ?? '') === undefined;

export type Acme = AsyncDisposable &
  Readonly<{ server: GitHubServer; repository: StoredRepository; issue: number; host: CodeHost }>;

type Wanted = Readonly<{
  token?: string | null;
  place?: Place;
  limitMs?: number;
  hasDrafts?: boolean;
  isArchived?: boolean;
}>;

export async function startAcme(wanted: Wanted = {}): Promise<Acme> {
  const { token = TOKEN, place = PLACE, limitMs, ...options } = wanted;
  const server = await startGitHub();
  server.memory.users.set(TOKEN, ANN);
  const repository = server.memory.addRepository({
    ...{ owner: 'acme', name: 'decoder', writers: ['ann'], defaultBranch: 'trunk' },
    ...options,
  });
  const issue = server.memory.openIssue(repository);
  const env = { PATH: process.env.PATH, ...server.environment(token ?? undefined, place.host) };
  return {
    ...{ server, repository, issue },
    host: gitHub(place, env, limitMs),
    [Symbol.asyncDispose]: server.close,
  };
}
