// Lanes that no fact names: the client was killed when it had made one and nobody had called anything in it yet, or
// the log that knew of them is gone (`git clean -fdx`). Looked for when a person collects what is left, and only then.

import { join } from 'node:path';
import { ignoredIn } from '../../evidence/lanes/ignored-in.ts';
import { commonFolder, entryOf, markOf } from '../../evidence/lanes/lane-entry.ts';
import {
  laneInUse,
  lanesOfOtherLogs,
  lockOf,
  removeLane,
} from '../../evidence/lanes/remove-lane.ts';
import { gitSaid } from '../../evidence/lanes/why.ts';
import { namesIn } from '../../files/folders.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';
import {
  agentOf,
  agentsKnown,
  dropClientFolder,
  folderOfClient,
  isAgentGone,
  type LaneAt,
} from './client-lanes.ts';
import { ownChanges } from './remove-lanes.ts';

type Known = Pick<State, 'log_id' | 'goals' | 'retired' | 'executors'>;

/** `of`: of whom it was, as it says itself. */
export type StrayAt = LaneAt & Readonly<{ of?: string | undefined }>;

export type Stray = StrayAt &
  Readonly<{
    /** The tree it holds, if that is nothing of its own. */
    tree?: string;
    /** Why it stays, else. */
    why?: string;
  }>;

/** Of the client's working trees those that were ours, or whose client is gone; it makes them for agents of others, too. */
export async function strayPlaces(ws: Workspace, state: Known): Promise<readonly StrayAt[]> {
  const known = new Set(agentsKnown(ws, state).map(({ path }) => path));
  const common = await commonFolder(ws.root);
  if (!common.ok) return [];
  const ofClient = namesIn(folderOfClient(ws)).flatMap((name) => {
    const path = join(folderOfClient(ws), name);
    const agent = agentOf(name);
    const isOurs = known.has(path) || state.executors.active[agent ?? ''] !== undefined;
    const entry = agent === undefined || isOurs ? undefined : entryOf(common.value, path);
    const of = entry && markOf(entry);
    return entry && (of || isAgentGone(lockOf(entry.folder))) ? [{ path, name, of }] : [];
  });
  return [...ofClient, ...(await lanesOfOtherLogs(ws.root, state.log_id))];
}

export async function strayLanes(ws: Workspace, state: Known): Promise<readonly Stray[]> {
  const found: Stray[] = [];
  for (const lane of await strayPlaces(ws, state)) {
    const why = await laneInUse({ worktree: ws.root, path: lane.path, isGone: isAgentGone });
    const empty = why === undefined ? await treeIfEmpty(ws, lane.path) : fail(why);
    found.push(empty.ok ? { ...lane, tree: empty.value } : { ...lane, why: empty.error });
  }
  return found;
}

/** Those with nothing of their own. The others stay: nobody knows whose they are. */
export async function removeStrays(
  ws: Workspace,
  strays: readonly Stray[],
): Promise<readonly Stray[]> {
  const left: Stray[] = [];
  for (const { tree, why, ...lane } of strays) {
    const { path } = lane;
    const place = { worktree: ws.root, path, objectsDir: files.objects(ws), isGone: isAgentGone };
    const removed = tree === undefined ? undefined : await removeLane({ ...place, expect: tree });
    if (removed?.is !== 'removed') left.push({ ...lane, why: removed?.why ?? why ?? '' });
  }
  dropClientFolder(ws);
  return left;
}

async function treeIfEmpty(ws: Workspace, path: string): Promise<Result<string, string>> {
  const taken = await takeTree(ws, path);
  if (!taken.ok) return taken;
  const theirs = await ownChanges(ws, path, taken.value);
  if (!theirs.ok) return theirs;
  const ignored = await ignoredIn({ path, main: ws.root });
  if (!ignored.ok) return fail(gitSaid(ignored.error));
  return theirs.value.paths.length + ignored.value.length === 0
    ? ok(taken.value)
    : fail('what was done there is nowhere else');
}
