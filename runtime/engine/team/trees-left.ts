// What open goals have changed so far: trees, which travel by git, and only where a remote is set for that. At home
// they are sent beside what is mirrored; whoever takes the log finds them there.

import { isDeepStrictEqual } from 'node:util';
import { git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { headOf, takeTree } from '../changes/changes.ts';
import { type Carried, fetchGoal, keepHere, pushTree, refOf } from './carry-tree.ts';
import { secretsIn } from './secrets-in.ts';
import type { TeamHere } from './team-here.ts';
import { dropWornOut } from './worn-out.ts';

export type LastTree = Readonly<{
  goal: string;
  tree: string;
  /** In the repository of this clone, where its person's git finds it. */
  isHere: boolean;
  /** It is what the working tree is. */
  isLaid?: true;
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
  let now: Result<string, string> | undefined;
  for (const goal of openGoals(state)) {
    const tree = lastTree(goal);
    if (tree === undefined) continue;
    now ??= await takeTree(ws, ws.worktree);
    const isLaid = now.ok && now.value === tree;
    const isOurs = (await isHere(ws, tree)) || (await isBrought(ws, state.log_id, goal, tree));
    if (isOurs) found.push({ goal: goal.id, tree, isHere: true, ...(isLaid && { isLaid }) });
    else if (remote === undefined) found.push({ goal: goal.id, tree, isHere: false });
    else {
      // What does not come is said as not here.
      await fetchGoal(ws.worktree, remote, { log: state.log_id, goal: goal.id });
      found.push({ goal: goal.id, tree, isHere: await isHere(ws, tree), from: remote });
    }
  }
  return found;
}

/** That a run left last. Pure. */
export function lastTree(goal: Pick<Goal, 'runs'>): string | undefined {
  return lastRun(goal)?.outputs?.tree ?? undefined;
}

function lastRun({ runs }: Pick<Goal, 'runs'>): Run | undefined {
  return Object.values(runs).findLast(({ outputs }) => outputs?.tree);
}

async function isHere(ws: Workspace, tree: string): Promise<boolean> {
  return (await git({ cwd: ws.worktree, args: ['cat-file', '-e', `${tree}^{tree}`] })).ok;
}

/** Where it was made here, before somebody else took the log: it lies among our own objects. */
async function isBrought(ws: Workspace, log: string, goal: Goal, tree: string): Promise<boolean> {
  const ref = refOf({ log, goal: goal.id, run: lastRun(goal)?.id ?? '' }, 'tree');
  const parent = (await headOf(ws.worktree)).split(' ')[1] ?? null;
  return (await keepHere(placeIn(ws), { ref, tree, parent })).ok;
}

function placeIn(ws: Workspace): TreePlace {
  return { worktree: ws.worktree, objectsDir: files.objects(ws) };
}

/** Why the tree of a goal did not go along. */
export type Unsent = Readonly<{ goal: string; why: string }>;

/** `sent`: by goal, the ref by which its last tree went, of what this process looked at before. */
export async function sendTrees(
  ws: Workspace,
  { remote }: TeamHere,
  state: State,
  sent: ReadonlyMap<string, string> | undefined,
): Promise<Readonly<{ unsent: Unsent[]; sent: ReadonlyMap<string, string> }>> {
  const unsent: Unsent[] = [];
  const now = new Map<string, string>();
  if (remote === undefined) return { unsent, sent: now };
  for (const goal of openGoals(state)) {
    const last = lastRun(goal);
    const tree = last?.outputs?.tree;
    if (!last || !tree) continue;
    const ref = refOf({ log: state.log_id, goal: goal.id, run: last.id }, 'tree');
    const isThere = sent?.get(goal.id) === ref;
    const pushed = isThere ? ok(ref) : await sendOne(ws, remote, ref, tree);
    if (pushed.ok) now.set(goal.id, ref);
    else unsent.push({ goal: goal.id, why: pushed.error });
  }
  const isNews = !sent || !isDeepStrictEqual(sent, now);
  if (isNews) await dropWornOut(ws, ws.worktree, remote, state.log_id);
  return { unsent, sent: now };
}

async function sendOne(
  ws: Workspace,
  remote: string,
  ref: string,
  tree: string,
): Promise<Result<Carried, string>> {
  const place = placeIn(ws);
  const parent = (await headOf(ws.worktree)).split(' ')[1] ?? null;
  const secret = await secretsIn(place, parent, tree);
  if (!secret.ok) return secret;
  if (secret.value !== undefined) return fail(`${secret.value} looks like a secret`);
  return pushTree(place, { remote, ref, tree, parent });
}
