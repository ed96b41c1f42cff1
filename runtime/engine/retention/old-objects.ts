// Trees of runs are git objects in .wukong/objects, next to what the repository has of its own. An object may go
// when no tree that is still asked for leads to it, and nobody wrote it for as long as artifacts are kept: git
// renews the time of an object instead of writing it once more, so what a step is about to name is young.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import type { VerifyFailure } from '../../evidence/trees/result.ts';
import { openRepository } from '../../evidence/trees/tree-store.ts';
import { namesIn } from '../../files/folders.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { linkOnTheWay } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { type Collectable, DAY_MS, type Retention } from './plan-collection.ts';

/** Nothing, or one for all objects; else what git says. `names`: of trees still asked for, and of other things. */
export async function oldObjects(
  ws: Workspace,
  names: ReadonlySet<string>,
  { artifactsDays, now }: Pick<Retention, 'artifactsDays' | 'now'>,
): Promise<Result<readonly Collectable[], string>> {
  // Whoever keeps nothing still leaves what is being written.
  const before_ms = now.getTime() - Math.max(1, artifactsDays) * DAY_MS;
  const old = looseObjects(ws).filter(({ mtimeMs }) => mtimeMs < before_ms);
  if (old.length === 0) return ok([]);
  const needed = await reachedFrom(ws, names);
  if (!needed.ok) return needed;
  const free = old.filter(({ id }) => !needed.value.has(id));
  if (free.length === 0) return ok([]);
  const only = { names: free.map(({ name }) => name), before_ms };
  const bytes = free.reduce((sum, { size }) => sum + size, 0);
  const nobody = { goal: null, ended_at: null, second: null, is_recorded: false };
  return ok([{ kind: 'objects', path: 'objects', files: free.length, bytes, only, ...nobody }]);
}

function looseObjects(ws: Workspace) {
  const folder = files.objects(ws);
  return namesIn(folder)
    .filter((first) => /^[0-9a-f]{2}$/.test(first))
    .filter((first) => linkOnTheWay(ws.dir, `objects/${first}`) === undefined)
    .flatMap((first) =>
      namesIn(join(folder, first))
        .filter((rest) => /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(rest))
        .map((rest) => ({ id: `${first}${rest}`, name: `${first}/${rest}` })),
    )
    .flatMap((one) => {
      const stat = lstatSync(join(folder, one.name), { throwIfNoEntry: false });
      return stat ? [{ ...one, mtimeMs: stat.mtimeMs, size: stat.size }] : [];
    });
}

/** The trees and all they lead to, as far as it is there. */
async function reachedFrom(
  ws: Workspace,
  names: ReadonlySet<string>,
): Promise<Result<ReadonlySet<string>, string>> {
  const opened = await openRepository(ws.root, files.objects(ws));
  if (!opened.ok) return why(opened.error);
  const { top: cwd, env } = opened.value;
  const asked = await git({
    cwd,
    env,
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)'],
    input: [...names].map((name) => `${name}\n`).join(''),
  });
  if (!asked.ok) return why(asked.error);
  const trees = [...asked.value.stdout.toString('utf8').matchAll(/^(\w+) tree$/gm)];
  if (trees.length === 0) return ok(names);
  const listed = await git({
    cwd,
    env,
    args: ['rev-list', '--objects', '--missing=allow-any', '--stdin'],
    input: trees.map(([, id]) => `${id}\n`).join(''),
  });
  if (!listed.ok) return why(listed.error);
  const ids = listed.value.stdout.toString('utf8').matchAll(/^[0-9a-f]{40,64}/gm);
  return ok(new Set([...names, ...[...ids].map(([id]) => id)]));
}

function why(error: VerifyFailure): Result<never, string> {
  return fail('stderr' in error ? error.stderr.trim() : error.kind);
}
