// What differs between two trees, with what each has there.

import { fields, git } from '../trees/git.ts';
import type { FileOfTree, TreePlace } from '../trees/overlay.ts';
import { type Result, success } from '../trees/result.ts';
import { openRepository } from '../trees/tree-store.ts';

/** Null: that one does not have it. */
export type Difference = Readonly<{ path: string; from: FileOfTree | null; to: FileOfTree | null }>;

/** In the order of the paths. A rename is two of them. */
export async function differences(
  { worktree, objectsDir }: TreePlace,
  from: string,
  to: string,
): Promise<Result<readonly Difference[]>> {
  const opened = await openRepository(worktree, objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  const what = [
    '--no-renames',
    '--ignore-submodules=none',
    '--no-ext-diff',
    '--raw',
    '--no-abbrev',
  ];
  const output = await git({ cwd: top, env, args: ['diff-tree', '-r', '-z', ...what, from, to] });
  if (!output.ok) return output;
  const parts = fields(output.value.stdout);
  const found: Difference[] = [];
  // `:100644 100644 <id> <id> M`, then the path.
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [was = '', is = '', before = '', after = ''] = (parts[at] ?? '').slice(1).split(' ');
    const side = (mode: string, id: string) => (mode === '000000' ? null : { mode, id });
    found.push({ path: parts[at + 1] ?? '', from: side(was, before), to: side(is, after) });
  }
  return success(found);
}
