// A branch brings along the commits it stands on: those of the person that were never pushed leave with it.

import { git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { type Result, success } from '../../evidence/trees/result.ts';

export type OwnCommits = Readonly<{ count: number; newest: readonly string[] }>;

const MOST_SHOWN = 10;

/** Below `base`, as far as this clone knows what is there: `1a2b3c4 Its subject`. */
export async function ownCommits(
  { worktree: cwd }: TreePlace,
  base: string,
  remote: string,
): Promise<Result<OwnCommits>> {
  const args = ['log', '--format=%h %s', base, '--not', `--remotes=${remote}`];
  const listed = await git({ cwd, args });
  if (!listed.ok) return listed;
  const all = listed.value.stdout.toString('utf8').split('\n').filter(Boolean);
  return success({ count: all.length, newest: all.slice(0, MOST_SHOWN) });
}
