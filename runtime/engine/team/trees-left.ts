// What the goals of a log that was taken had changed so far: trees, which travel by git, and only where a remote is
// set for that.

import { git } from '../../evidence/trees/git.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { TeamHere } from './team-here.ts';

export type LastTree = Readonly<{
  goal: string;
  tree: string;
  /** In the repository of this clone. */
  isHere: boolean;
  /** The remote that was asked for it. */
  from?: string;
}>;

/** Of each open goal that has one. */
export async function lastTrees(
  ws: Workspace,
  { remote }: TeamHere,
  state: State,
): Promise<LastTree[]> {
  const found: LastTree[] = [];
  for (const goal of openGoals(state)) {
    const tree = lastTree(goal);
    if (tree === undefined) continue;
    if (await isHere(ws, tree)) found.push({ goal: goal.id, tree, isHere: true });
    else if (remote === undefined) found.push({ goal: goal.id, tree, isHere: false });
    else {
      await bring(ws, remote, `refs/wukong/${state.log_id}/${goal.id}`);
      found.push({ goal: goal.id, tree, isHere: await isHere(ws, tree), from: remote });
    }
  }
  return found;
}

/** That a run left last. Pure. */
export function lastTree({ runs }: Pick<Goal, 'runs'>): string | undefined {
  return Object.values(runs).findLast(({ outputs }) => outputs?.tree)?.outputs?.tree ?? undefined;
}

async function isHere(ws: Workspace, tree: string): Promise<boolean> {
  const args = ['cat-file', '-e', `${tree}^{tree}`];
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(files.objects(ws)) };
  return (await git({ cwd: ws.worktree, args, env })).ok;
}

/** What does not come is said as not here. */
async function bring(ws: Workspace, remote: string, refs: string): Promise<void> {
  await git({ cwd: ws.worktree, args: ['fetch', '--quiet', '--', remote, `+${refs}/*:${refs}/*`] });
}
