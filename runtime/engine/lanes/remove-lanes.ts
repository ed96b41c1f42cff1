// Lanes go with their goal. What was done in one and has not come into the tree of the goal is kept as a patch.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commitOfLane } from '../../evidence/lanes/lane-commits.ts';
import { dropLanesFolder } from '../../evidence/lanes/lane-place.ts';
import { laneInUse, lanesOf, removeLane } from '../../evidence/lanes/remove-lane.ts';
import { gitSaid, whyNot } from '../../evidence/lanes/why.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { putFile } from '../../files/atomic-write.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';
import {
  agentsKnown,
  dropClientFolder,
  isAgentGone,
  type LaneAt,
  lanesOfClient,
} from './client-lanes.ts';

type Left = Pick<State, 'log_id' | 'goals' | 'retired'>;

export type Removal = Readonly<{
  /** Lanes that are still there. */
  left: ReadonlyArray<Readonly<{ path: string; why: string }>>;
  /** Patches of what was done in those that are gone, and is nowhere else. */
  kept: readonly string[];
}>;

/** Of a goal that has just ended, as it was then. */
export async function removeLanes(ws: Workspace, logId: string, goal: Goal): Promise<Removal> {
  // What it began with, and what has landed: work that failed is to be had nowhere else.
  const known = new Set(
    Object.values(goal.runs).flatMap(({ lane, outputs, ended }) => [
      lane.base,
      ended?.outcome === 'success' ? (outputs?.tree ?? null) : null,
    ]),
  );
  const own = await lanesOf(ws.root, logId);
  const lanes = own.filter(({ name }) => name.startsWith(`${goal.id}-`));
  const all = [...lanes, ...lanesOfClient(ws, goal)];
  if (all.length === 0) return { left: [], kept: [] };
  return removeAll(ws, logId, all, (tree) => known.has(tree));
}

/** Of goals that are over: whoever closed them was killed before it came to that, or its driver was there still. */
export async function removeLeftLanes(ws: Workspace, state: Left): Promise<Removal> {
  return removeAll(ws, state.log_id, await leftLanes(ws, state), () => false);
}

/** Without a place for what was done in them: those where something was stay. */
export async function removeEmptyLanes(ws: Workspace, state: Left): Promise<Removal> {
  const { log_id } = state;
  const all = [...(await lanesOf(ws.root, log_id)), ...agentsKnown(ws, state)];
  return removeAll(ws, log_id, all, () => false, 'leave');
}

export async function leftLanes(
  ws: Workspace,
  { log_id, goals, retired }: Left,
): Promise<readonly LaneAt[]> {
  const own = await lanesOf(ws.root, log_id);
  const over = own.filter(({ name }) => goals[GOAL.exec(name)?.[0] ?? ''] === undefined);
  return [...over, ...agentsKnown(ws, { goals: {}, retired })];
}

const GOAL = /^G-\d+/;

const POLL_MS = 250;
const LEAVE_MS = 120_000;

/** Of agents that have reported and have their last words: until then nobody takes it from them. */
export async function removeWhenLeft(ws: Workspace, lanes: readonly LaneAt[]): Promise<void> {
  const until = Date.now() + LEAVE_MS;
  for (const { path } of lanes) {
    const lane = { worktree: ws.root, path, isGone: isAgentGone };
    while (Date.now() < until && (await laneInUse(lane)) !== undefined) await delay(POLL_MS);
  }
  await removeAll(ws, undefined, lanes, () => false);
}

async function removeAll(
  ws: Workspace,
  logId: string | undefined,
  lanes: readonly LaneAt[],
  isKnown: (tree: string) => boolean,
  own: 'keep' | 'leave' = 'keep',
): Promise<Removal> {
  const left: Array<Removal['left'][number]> = [];
  const kept: string[] = [];
  for (const lane of lanes) {
    const { why, patch } = await removeOne(ws, lane, isKnown, own);
    if (why !== undefined) left.push({ path: lane.path, why });
    if (patch !== undefined) kept.push(patch);
  }
  if (logId !== undefined) dropLanesFolder(logId);
  dropClientFolder(ws);
  return { left, kept };
}

/** Why it stays, or the patch of what was only there. */
type Gone = Readonly<{ why?: string; patch?: string }>;

/** Never rejects for what a disk may be like. */
async function removeOne(
  ws: Workspace,
  lane: LaneAt,
  isKnown: (tree: string) => boolean,
  own: 'keep' | 'leave',
): Promise<Gone> {
  try {
    return await removeOrLeave(ws, lane, isKnown, own);
  } catch (error) {
    return { why: whyNot(error) };
  }
}

async function removeOrLeave(
  ws: Workspace,
  { path, name }: LaneAt,
  isKnown: (tree: string) => boolean,
  own: 'keep' | 'leave',
): Promise<Gone> {
  const place = { worktree: ws.root, path, objectsDir: files.objects(ws), isGone: isAgentGone };
  if (!existsSync(path)) return gone(await removeLane(place));
  const taken = await takeTree(ws, path);
  if (!taken.ok) return { why: taken.error };
  const tree = taken.value;
  const theirs = isKnown(tree) ? ok({ since: tree, paths: [] }) : await ownChanges(ws, path, tree);
  if (!theirs.ok) return { why: theirs.error };
  const { since, paths } = theirs.value;
  if (paths.length === 0) return gone(await removeLane({ ...place, expect: tree }));
  if (own === 'leave') return { why: 'what was done there is nowhere else' };
  const pair = { worktree: path, objectsDir: files.objects(ws), before: since, after: tree };
  const text = await patch({ ...pair, paths });
  if (!text.ok) return { why: `what was done there cannot be kept: ${gitSaid(text.error)}` };
  const kept = join(files.lanesKept(ws), name);
  makeFolder(ws, files.lanesKept(ws));
  putFile(`${kept}.patch`, text.value);
  return gone(await removeLane({ ...place, expect: tree, kept }), `${kept}.patch`);
}

function gone(removed: Awaited<ReturnType<typeof removeLane>>, patch?: string): Gone {
  if (removed.is === 'left') return { why: removed.why };
  return patch === undefined ? {} : { patch };
}

type Own = Readonly<{
  /** The commit, or the tree, to which they were made. */
  since: string;
  paths: readonly string[];
}>;

/** What differs from the commit it was made at, and is not in the working tree of the person as well. */
export async function ownChanges(
  ws: Workspace,
  worktree: string,
  after: string,
): Promise<Result<Own, string>> {
  const objectsDir = files.objects(ws);
  const now = await takeTree(ws, ws.root);
  if (!now.ok) return now;
  const since = await commitOfLane(ws.root, worktree);
  const done = await changes({ worktree, objectsDir, before: since, after });
  if (!done.ok) return fail(gitSaid(done.error));
  const apart = await changes({ worktree, objectsDir, before: now.value, after });
  if (!apart.ok) return fail(gitSaid(apart.error));
  const differs = new Set(apart.value.map(({ path }) => path));
  const paths = done.value.map(({ path }) => path).filter((path) => differs.has(path));
  return ok({ since, paths });
}
