// Files that gates in the working tree find otherwise than a tree has them: those that git was told to ignore, those
// that it was told are not checked out, and those of inner repositories that are not as in their commit, or not tracked.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandGate } from '../../model/gate.ts';
import { ignoredPaths, touchedSince, untrackedRepositories } from '../trees/dependencies.ts';
import { fields, git } from '../trees/git.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { type Result, success } from '../trees/result.ts';
import { touchedAt } from '../trees/touched-at.ts';
import { filesLedTo } from './gate-scripts.ts';
import { canSway, isConftest, isGateFolder, isSealed, isTestMaterial } from './sealed-files.ts';

type HiddenRequest = TreePlace &
  Readonly<{ first: string; tree: string; gates: readonly CommandGate[]; sinceMs: number }>;

/** Paths of such files, and of such repositories, that were touched after a moment: only then can the work have done it. */
export async function hiddenFiles(request: HiddenRequest): Promise<Result<readonly string[]>> {
  const { worktree, first, tree, sinceMs } = request;
  const named = (await filesLedTo(request, first, request.gates)).all;
  const listed = await entriesOf(request, tree);
  if (!listed.ok) return listed;
  const ignored = await ignoredFiles(worktree);
  if (!ignored.ok) return ignored;
  const isTouched = (path: string): boolean => touchedAt(worktree, path) > sinceMs;
  const unseen = ignored.value.filter((path) => isLoaded(path, named) && isTouched(path));
  const left = listed.value.filter(
    ({ path }) =>
      isSealed(path, named) &&
      !lstatSync(join(worktree, path), { throwIfNoEntry: false }) &&
      isTouched(path),
  );
  const inner = listed.value.filter(
    ({ path, mode }) => mode === '160000' && isSealed(`${path}/x`, named),
  );
  const dirty: string[] = [];
  for (const { path } of inner) {
    const changed = await changedInside(join(worktree, path));
    if (changed.some((name) => isTouched(`${path}/${name}`))) dirty.push(path);
  }
  const untracked = await untrackedRepositories(worktree);
  if (!untracked.ok) return untracked;
  const young = untracked.value.filter(
    (path) => isSealed(`${path}/x`, named) && touchedSince(worktree, [path], sinceMs).count > 0,
  );
  return success([...left.map(({ path }) => path), ...unseen, ...dirty, ...young]);
}

/** Of what lies beside tests only what is loaded by its name: tests may write there whatever they like. */
function isLoaded(path: string, named: ReadonlySet<string>): boolean {
  return canSway(path, named) && (!isTestMaterial(path) || isConftest(path));
}

/** Of an inner repository its commit is in the tree, and not what differs from that. */
async function changedInside(cwd: string): Promise<readonly string[]> {
  const status = await git({ cwd, args: ['status', '--porcelain', '-z', '--no-renames'] });
  return status.ok ? fields(status.value.stdout).map((entry) => entry.slice(3)) : [];
}

/** Of what is in ignored folders only what lies at the top of those that build tools read. */
async function ignoredFiles(cwd: string): Promise<Result<readonly string[]>> {
  const ignored = await ignoredPaths(cwd);
  if (!ignored.ok) return ignored;
  return success(
    ignored.value.flatMap((path) => {
      if (!path.endsWith('/')) return [path];
      return isGateFolder(path) ? filesIn(cwd, path.slice(0, -1), FOLDERS_DEEP) : [];
    }),
  );
}

/** `.mvn/wrapper/x`, and not the packages in `.cargo/registry`. */
const FOLDERS_DEEP = 1;

/** A folder that can't be read stands for what is in it. */
function filesIn(top: string, folder: string, deep: number): string[] {
  try {
    return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return deep > 0 ? filesIn(top, path, deep - 1) : [];
    });
  } catch {
    return [`${folder}/`];
  }
}
