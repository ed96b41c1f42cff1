// Files of a working tree made what a recorded tree has of them. Each is one or the other at any moment,
// never half: whoever is killed in between can do it once more.

import { lstatSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import { fillPointers, notFetched } from '../../evidence/trees/lfs.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { inRawDirectory } from '../../evidence/trees/raw-directory.ts';
import { success } from '../../evidence/trees/result.ts';
import { makeFolders, moveWhole, removeIfEmpty, removeIfThere } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { fail, ok, type Result } from '../../model/failure.ts';

type PutRequest = TreePlace &
  Readonly<{
    tree: string;
    /** Files of the tree. */
    paths: readonly string[];
    /** What it does not have. */
    gone: readonly string[];
  }>;

/** Why it cannot be, as a sentence without its full stop. */
export async function putFiles(request: PutRequest): Promise<Result<void, string>> {
  const done = await inRawDirectory(request, async ({ repository, folder, env: raw }) => {
    const { top } = repository;
    const behindLink = [...request.paths, ...request.gone].find((path) => isBehindLink(top, path));
    if (behindLink !== undefined) return success(fail(`${behindLink} is behind a link`));
    const staged = join(folder, 'files');
    makeFolders(staged);
    const env = { ...raw, GIT_WORK_TREE: staged };
    const names = request.paths.map((path) => `${path}\0`).join('');
    for (const [args, input] of [
      [['read-tree', '--no-sparse-checkout', request.tree], ''],
      [['checkout-index', '--force', '--quiet', '-z', '--stdin'], names],
    ] as const) {
      const written = await git({ cwd: staged, env, args, input });
      if (written.ok) continue;
      const { error } = written;
      return success(fail('stderr' in error ? error.stderr.trim() : error.kind));
    }
    const { missing } = await fillPointers(repository, staged, {
      ...env,
      GIT_DIR: repository.gitDir,
    });
    if (missing.length > 0) return success(fail(notFetched(missing)));
    return success(move(top, staged, request));
  });
  return done.ok ? done.value : fail('git cannot read the repository');
}

function move(top: string, staged: string, { paths, gone }: PutRequest): Result<void, string> {
  for (const path of gone) {
    const done = attempt(path, () => remove(top, path));
    if (!done.ok) return done;
  }
  for (const path of paths) {
    const done = attempt(path, () => replace(join(staged, path), join(top, path)));
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function attempt(path: string, act: () => void): Result<void, string> {
  try {
    act();
    return ok(undefined);
  } catch (error) {
    return fail(`${path} cannot be put back (${codeOf(error) || String(error)})`);
  }
}

/** With the folders that are empty without it, as git has none. */
function remove(top: string, path: string): void {
  removeIfThere(join(top, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      if (!removeIfEmpty(join(top, folder))) return;
    } catch {
      return; // It may not go: somebody works in it.
    }
  }
}

function replace(from: string, to: string): void {
  makeFolders(dirname(to), 0o777);
  moveWhole(from, to);
}

/** A link on the way could lead anywhere. */
function isBehindLink(top: string, path: string): boolean {
  const parts = path.split('/').slice(0, -1);
  return parts.some((_, i) => {
    const folder = join(top, parts.slice(0, i + 1).join(sep));
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  });
}
