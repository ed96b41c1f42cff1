// Trees travel by git, through a remote that the person named: as a commit on what is checked out here, so that only
// what is missing there is sent, and under refs/wukong/, which no branch and no clone shows.

import { git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { openRepository, type Repository } from '../../evidence/trees/tree-store.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { bringHome } from '../../publish/branch/bring-home.ts';
import { personal, saidBy } from '../../publish/branch/persons-git.ts';

/** What a ref of the remote leads to. */
export type Carried = Readonly<{ ref: string; commit: string; tree: string }>;

const LIMIT_MS = 600_000;
/** Nobody's: what it holds is in no history of the person. The same tree makes the same commit, which is sent once. */
const NOBODY = {
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  GIT_AUTHOR_NAME: 'wukong',
  GIT_AUTHOR_EMAIL: 'wukong@localhost',
  GIT_COMMITTER_NAME: 'wukong',
  GIT_COMMITTER_EMAIL: 'wukong@localhost',
};

/** What came of an order has one for each lease: who lost theirs and pushes late must not take the place of who has it. */
export function refOf(
  { log, goal, run }: Readonly<{ log: string; goal: string; run: string }>,
  what: 'order' | 'tree' | `result/${number}`,
): string {
  return `refs/wukong/${log}/${goal}/${run}/${what}`;
}

type Push = Readonly<{ remote: string; ref: string; tree: string; parent: string | null }>;

/** Whatever the ref led to before. Fails with git's own words. */
export async function pushTree(
  { worktree, objectsDir }: TreePlace,
  { remote, ...push }: Push,
): Promise<Result<Carried, string>> {
  const opened = await openRepository(worktree, objectsDir);
  if (!opened.ok) return fail(saidBy(opened.error));
  const { top, env } = opened.value;
  const made = await commitOf(opened.value, push);
  if (!made.ok) return made;
  const { ref, commit } = made.value;
  const person = personal(LIMIT_MS);
  const pushed = await git({
    cwd: top,
    ...person,
    env: { ...person.env, ...env },
    // A hook of the person would be asked of a branch that is none of theirs.
    args: ['push', '--porcelain', '--no-verify', '--force', '--', remote, `${commit}:${ref}`],
  });
  return pushed.ok ? made : fail(saidBy(pushed.error));
}

async function commitOf(
  { top, env }: Repository,
  { ref, tree, parent }: Omit<Push, 'remote'>,
): Promise<Result<Carried, string>> {
  const on = parent === null ? [] : ['-p', parent];
  const made = await git({
    cwd: top,
    env: { ...env, ...NOBODY },
    args: ['commit-tree', tree, ...on, '-m', ref],
  });
  if (!made.ok) return fail(saidBy(made.error));
  return ok({ ref, commit: made.value.stdout.toString('utf8').trim(), tree });
}

/** The same into this repository, where it is among objects of ours alone: the person's own git finds it from then on. */
export async function keepHere(
  place: TreePlace,
  push: Omit<Push, 'remote'>,
): Promise<Result<Carried, string>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return fail(saidBy(opened.error));
  const made = await commitOf(opened.value, push);
  if (!made.ok) return made;
  const { ref, commit } = made.value;
  const home = await bringHome(place, commit, push.parent);
  if (!home.ok) return fail(home.error.said);
  const set = await git({ cwd: place.worktree, args: ['update-ref', ref, commit] });
  return set.ok ? made : fail(saidBy(set.error));
}

/** What is missing of it. Fails also where something else lies there. */
export async function fetchTree(
  worktree: string,
  remote: string,
  { ref, commit, tree }: Carried,
): Promise<Result<'there', string>> {
  const fetched = await fetchRefs(worktree, remote, ref);
  if (!fetched.ok) return fetched;
  const asked = await git({
    cwd: worktree,
    args: ['rev-parse', '--verify', '-q', `${commit}^{tree}`],
    expect: [0, 1, 128],
  });
  if (!asked.ok) return fail(saidBy(asked.error));
  const is = asked.value.stdout.toString('utf8').trim();
  return is === tree ? ok('there') : fail(`${ref} does not lead to what was said`);
}

/** All refs of a goal, into this repository. */
export async function fetchGoal(
  worktree: string,
  remote: string,
  { log, goal }: Readonly<{ log: string; goal: string }>,
): Promise<Result<'there', string>> {
  const refs = `refs/wukong/${log}/${goal}`;
  return fetchRefs(worktree, remote, `+${refs}/*:${refs}/*`);
}

async function fetchRefs(
  worktree: string,
  remote: string,
  refs: string,
): Promise<Result<'there', string>> {
  const how = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const args = ['fetch', ...how, '--', remote, refs];
  const fetched = await git({ cwd: worktree, ...personal(LIMIT_MS), args });
  return fetched.ok ? ok('there') : fail(saidBy(fetched.error));
}

/** Of what is wanted no more; what is gone already is no fault. */
export async function dropRefs(
  worktree: string,
  remote: string,
  refs: readonly string[],
): Promise<Result<'gone', string>> {
  if (refs.length === 0) return ok('gone');
  const gone = refs.map((ref) => `:${ref}`);
  const args = ['push', '--porcelain', '--no-verify', '--', remote, ...gone];
  const dropped = await git({ cwd: worktree, ...personal(LIMIT_MS), args, expect: [0, 1] });
  return dropped.ok ? ok('gone') : fail(saidBy(dropped.error));
}

/** The refs of a log that lie there. */
export async function refsAt(
  worktree: string,
  remote: string,
  log: string,
): Promise<Result<readonly string[], string>> {
  const args = ['ls-remote', '--', remote, `refs/wukong/${log}/*`];
  const asked = await git({ cwd: worktree, ...personal(LIMIT_MS), args });
  if (!asked.ok) return fail(saidBy(asked.error));
  const lines = asked.value.stdout.toString('utf8').split('\n').filter(Boolean);
  return ok(lines.map((line) => line.split('\t')[1] ?? ''));
}

/** The same of this repository, where a log was taken with the trees of its goals. */
export async function refsHere(worktree: string, log: string): Promise<readonly string[]> {
  const args = ['for-each-ref', '--format=%(refname)', `refs/wukong/${log}/`];
  const asked = await git({ cwd: worktree, args });
  return asked.ok ? asked.value.stdout.toString('utf8').split('\n').filter(Boolean) : [];
}

export async function dropHere(worktree: string, refs: readonly string[]): Promise<void> {
  for (const ref of refs) await git({ cwd: worktree, args: ['update-ref', '-d', ref] });
}
