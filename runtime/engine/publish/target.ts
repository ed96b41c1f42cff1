// Where a goal is published: the remote of this clone, and whether a person said that it may be.

import { createHash } from 'node:crypto';
import { git } from '../../evidence/trees/git.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { type PushUrl, pushUrlOf } from '../../publish/branch/push-url.ts';
import { type RepositoryName, repositoryOf } from '../../publish/branch/repository-of.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Publishing, Trust } from '../../workspace/trust.ts';

export type Target = Readonly<{
  /** github.com/org/repo */
  to: string;
  place: RepositoryName;
  remote: string;
  url: PushUrl;
  trusted: Publishing | undefined;
  /** A person said yes to another URL than it has now. */
  isMoved: boolean;
}>;

/** Why there is none, and what to type. */
export type NoTarget = Readonly<{ message: string; hint: string }>;

/** The remote that a person named, else `origin`, else the only one. */
export async function targetOf(
  ws: Workspace,
  trust: Trust | undefined,
): Promise<Result<Target, NoTarget>> {
  const named = trust?.publish?.find(({ remote }) => remote !== null)?.remote;
  const remotes = await remotesOf(ws);
  const remote = named ?? (remotes.includes('origin') ? 'origin' : remotes[0]);
  if (remote === undefined || (remotes.length > 1 && !named && remote !== 'origin')) {
    return fail({
      message:
        remote === undefined
          ? 'This repository has no remote.'
          : 'None of its remotes is called origin.',
      hint: 'Add one: git remote add origin <url>, or say which: wukong trust --publish github.com/org/repo',
    });
  }
  return targetAt(ws, trust, remote);
}

async function targetAt(
  ws: Workspace,
  trust: Trust | undefined,
  remote: string,
): Promise<Result<Target, NoTarget>> {
  const url = await pushUrlOf(placeIn(ws), remote);
  if (!url.ok) {
    const { error } = url;
    return fail({
      message:
        error.kind === 'several'
          ? `${remote} has several push URLs: ${error.shown.join(', ')}.`
          : `git knows no URL of ${remote}: ${error.said}`,
      hint: `Look at: git remote get-url --push --all ${remote}`,
    });
  }
  const place = repositoryOf(url.value.named);
  if (place === null) {
    const message = `${url.value.named}, the URL of ${remote}, names no repository of an owner at a host.`;
    return fail({ message, hint: 'Such a one is https://github.com/org/repo.git' });
  }
  const to = nameOfPlace(place);
  const known = trust?.publish?.find((one) => one.to === to && one.remote === remote);
  const isSame = known?.sha256 === hashOf(url.value.pushed);
  // Also where it names another repository than the one that was trusted.
  const isMoved = !isSame && (trust?.publish ?? []).some((one) => one.remote === remote);
  return ok({ to, place, remote, url: url.value, trusted: isSame ? known : undefined, isMoved });
}

/** The remote whose URL names this repository; undefined: none does, and only comments can go there. */
export async function targetNamed(
  ws: Workspace,
  trust: Trust | undefined,
  to: string,
): Promise<Target | undefined> {
  for (const remote of await remotesOf(ws)) {
    const found = await targetAt(ws, trust, remote);
    if (found.ok && found.value.to.toLowerCase() === to.toLowerCase()) return found.value;
  }
  return undefined;
}

/** `github.com/org/repo`, or a URL of it; null: neither. */
export function placeNamed(typed: string): RepositoryName | null {
  return repositoryOf(typed) ?? repositoryOf(`https://${typed}`);
}

export function nameOfPlace({ host, owner, repo }: RepositoryName): string {
  return `${host}/${owner}/${repo}`;
}

/** Of a push URL, which may hold a password. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function remotesOf({ worktree }: Workspace): Promise<readonly string[]> {
  const listed = await git({ cwd: worktree, args: ['remote'] });
  return listed.ok ? listed.value.stdout.toString('utf8').split('\n').filter(Boolean) : [];
}

export function placeIn(ws: Workspace) {
  return { worktree: ws.worktree, objectsDir: files.objects(ws) };
}
