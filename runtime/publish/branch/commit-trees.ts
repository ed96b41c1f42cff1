// Commits of the branch, by the person. The same trees, messages and times give the same ids, so that a publishing
// that was cut off does it again (but for signatures, of which most kinds have their own time).

import { asVariables, git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import type { VerifyFailure } from '../../evidence/trees/result.ts';
import { openRepository, type Repository } from '../../evidence/trees/tree-store.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { personal, saidBy, variables } from './persons-git.ts';

/** `at`: when it was made, as ISO time. */
export type ToCommit = Readonly<{ tree: string; message: string; at: string }>;

export type NotCommitted =
  /** git does not know who the person is. */
  | Readonly<{ kind: 'identity'; said: string }>
  /** Their configuration wants a signature, and there is none without asking. */
  | Readonly<{ kind: 'signature'; said: string }>
  | Readonly<{ kind: 'git'; said: string }>;

const SIGNING_MS = 30_000;
const GIT_MS = 120_000;
const IDENTITY = [
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
];

/** One on the other, on the commit `from`; their ids. A tree that its parent has makes no commit: then it is that id. */
export async function commitTrees(
  place: TreePlace,
  from: string,
  commits: readonly ToCommit[],
): Promise<Result<readonly string[], NotCommitted>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return fail(told(opened.error));
  const { top, env } = opened.value;
  const by = variables(IDENTITY);
  for (const name of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const known = await git({ cwd: top, env: { ...env, ...by }, args: ['var', name] });
    if (!known.ok) return fail({ kind: 'identity', said: saidBy(known.error) });
  }
  const asked = ['config', '--type=bool', '--get', 'commit.gpgSign'];
  const wanted = await git({ cwd: top, env, args: asked, expect: [0, 1] });
  if (!wanted.ok) return fail(told(wanted.error));
  const isSigned = wanted.value.stdout.toString('utf8').trim() === 'true';
  const base = await git({ cwd: top, env, args: ['rev-parse', '--verify', `${from}^{tree}`] });
  if (!base.ok) return fail(told(base.error));
  const ids: string[] = [];
  let parent = { id: from, tree: base.value.stdout.toString('utf8').trim() };
  for (const commit of commits) {
    if (commit.tree !== parent.tree) {
      const made = await commitOne(opened.value, parent.id, commit, { by, isSigned });
      if (!made.ok) return made;
      parent = { id: made.value, tree: commit.tree };
    }
    ids.push(parent.id);
  }
  return ok(ids);
}

type How = Readonly<{ by: Readonly<Record<string, string>>; isSigned: boolean }>;

async function commitOne(
  { top, env }: Repository,
  parent: string,
  { tree, message, at }: ToCommit,
  { by, isSigned }: How,
): Promise<Result<string, NotCommitted>> {
  const date = `@${Math.floor(Date.parse(at) / 1000)} +0000`;
  const theirs = personal(isSigned ? SIGNING_MS : GIT_MS);
  const made = await git({
    cwd: top,
    env: {
      ...env,
      ...theirs.env,
      ...by,
      ...asVariables([['i18n.commitEncoding', 'UTF-8']]),
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
    args: ['commit-tree', tree, '-p', parent, ...(isSigned ? ['-S'] : [])],
    input: message.endsWith('\n') ? message : `${message}\n`,
    others: { ...theirs.others, env: withoutScreens(process.env) },
  });
  if (made.ok) return ok(made.value.stdout.toString('utf8').trim());
  return fail(isSigned ? { kind: 'signature', said: saidBy(made.error) } : told(made.error));
}

/** What asks for a passphrase finds neither a terminal nor a window; an agent that knows it answers all the same. */
function withoutScreens(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const screens = ['DISPLAY', 'WAYLAND_DISPLAY', 'GPG_TTY'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !screens.includes(name)));
}

function told(error: VerifyFailure): NotCommitted {
  return { kind: 'git', said: saidBy(error) };
}
