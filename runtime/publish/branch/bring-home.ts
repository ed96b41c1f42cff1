// The branch in the person's repository: until here nothing of it was in `.git`.

import { fields, git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { openRepository } from '../../evidence/trees/tree-store.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { saidBy } from './persons-git.ts';

type GitSaid = Readonly<{ kind: 'git'; said: string }>;

export type BranchNotSet =
  | Readonly<{ kind: 'checked-out'; worktree: string }>
  /** Null: there is no such branch. */
  | Readonly<{ kind: 'elsewhere'; at: string | null }>
  | GitSaid;

/** What the commits from `from` (not with it; null: from the first) to `tip` are made of becomes part of the repository's own objects. */
export async function bringHome(
  place: TreePlace,
  tip: string,
  from: string | null,
): Promise<Result<'home', GitSaid>> {
  if (tip === from) return ok('home');
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return fail({ kind: 'git', said: saidBy(opened.error) });
  const { top, env } = opened.value;
  const not = from === null ? '' : `^${from}\n`;
  const args = ['pack-objects', '--revs', '--stdout', '-q'];
  const packed = await git({ cwd: top, env, args, input: `${tip}\n${not}` });
  if (!packed.ok) return fail({ kind: 'git', said: saidBy(packed.error) });
  const input = packed.value.stdout;
  const unpacked = await git({ cwd: top, args: ['unpack-objects', '-q'], input });
  return unpacked.ok ? ok('home') : fail({ kind: 'git', said: saidBy(unpacked.error) });
}

/** `was`: where the branch has to be for it to be moved; null: it must not be there. One that is at `tip` stays. */
export async function setBranch(
  place: TreePlace,
  name: string,
  tip: string,
  was: string | null,
): Promise<Result<'set' | 'there', BranchNotSet>> {
  const cwd = place.worktree;
  const ref = `refs/heads/${name}`;
  const at = await whereIs(cwd, ref);
  if (!at.ok) return at;
  if (at.value === tip) return ok('there');
  if (at.value !== was) return fail({ kind: 'elsewhere', at: at.value });
  const listed = await git({ cwd, args: ['worktree', 'list', '--porcelain', '-z'] });
  if (!listed.ok) return fail({ kind: 'git', said: saidBy(listed.error) });
  let worktree = '';
  for (const line of fields(listed.value.stdout)) {
    if (line.startsWith('worktree ')) worktree = line.slice('worktree '.length);
    if (line === `branch ${ref}`) return fail({ kind: 'checked-out', worktree });
  }
  const old = was ?? '0'.repeat(tip.length);
  const set = await git({ cwd, args: ['update-ref', '-m', 'wukong publish', ref, tip, old] });
  if (set.ok) return ok('set');
  const now = await whereIs(cwd, ref);
  return now.ok && now.value !== was
    ? fail({ kind: 'elsewhere', at: now.value })
    : fail({ kind: 'git', said: saidBy(set.error) });
}

async function whereIs(cwd: string, ref: string): Promise<Result<string | null, GitSaid>> {
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', ref];
  const found = await git({ cwd, args });
  if (!found.ok) return fail({ kind: 'git', said: saidBy(found.error) });
  const lines = found.value.stdout.toString('utf8').split('\n');
  const line = lines.find((one) => one.startsWith(`${ref} `));
  return ok(line?.slice(ref.length + 1) ?? null);
}
