// Sealed files that are not what the recorded tree says of them. A tree is what git tells, and git can be
// told to tell something else: by filters, by marks in its index, by rules what to ignore. A gate in the
// working tree reads the files themselves.

import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandGate } from '../model/gate.ts';
import { withScripts } from './gate-scripts.ts';
import { fields, git } from './git.ts';
import { entriesOf, type TreePlace } from './overlay.ts';
import { type Result, success } from './result.ts';
import { hasContentOf } from './same-content.ts';
import { canSway, isSealed, isTestMaterial } from './sealed-files.ts';

export type HiddenRequest = TreePlace &
  Readonly<{ first: string; tree: string; gates: readonly CommandGate[]; sinceMs: number }>;

/**
 * Paths whose file is another than that of the tree, or is in no tree, and was touched after a moment:
 * only then can the work have done it. Sealed files are few, and those touched are fewer.
 */
export async function hiddenFiles(request: HiddenRequest): Promise<Result<readonly string[]>> {
  const { worktree, first, tree, sinceMs } = request;
  const gates = await withScripts(request, first, request.gates);
  const listed = await entriesOf(request, tree);
  if (!listed.ok) return listed;
  const ignored = await ignoredFiles(worktree);
  if (!ignored.ok) return ignored;
  const isTouched = (path: string): boolean => touchedAt(worktree, path) > sinceMs;
  const other = listed.value.filter(
    (entry) =>
      isSealed(entry.path, gates) &&
      isTouched(entry.path) &&
      !hasContentOf(join(worktree, entry.path), entry),
  );
  // Whatever a test writes may lie beside it.
  const unseen = ignored.value.filter(
    (path) => canSway(path, gates) && !isTestMaterial(path) && isTouched(path),
  );
  const inner = listed.value.filter(
    ({ path, line }) => line.startsWith('160000') && isSealed(`${path}/x`, gates),
  );
  const dirty: string[] = [];
  for (const { path } of inner) {
    const changed = await changedInside(join(worktree, path));
    if (changed.some((name) => isTouched(`${path}/${name}`))) dirty.push(path);
  }
  return success([...other.map(({ path }) => path), ...unseen, ...dirty]);
}

/** Of an inner repository its commit is in the tree, and not what differs from that. */
async function changedInside(cwd: string): Promise<readonly string[]> {
  const status = await git({ cwd, args: ['status', '--porcelain', '-z', '--no-renames'] });
  return status.ok ? fields(status.value.stdout).map((entry) => entry.slice(3)) : [];
}

/** Not what is in ignored folders. */
async function ignoredFiles(cwd: string): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git({ cwd, args });
  if (!listed.ok) return listed;
  return success(fields(listed.value.stdout).filter((path) => !path.endsWith('/')));
}

/** Of what is gone the nearest folder tells, which changed with it or later. */
function touchedAt(worktree: string, path: string): number {
  for (let name = path; ; name = dirname(name)) {
    const stat = lstatSync(join(worktree, name), { throwIfNoEntry: false });
    if (stat) return stat.ctimeMs;
    if (name === '.') return 0;
  }
}
