// Lanes go with their goal. What was done in one and has not come into the tree of the goal is kept as a patch.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dropLanesFolder } from '../../evidence/lanes/lane-place.ts';
import { laneInUse, lanesOf, removeLane } from '../../evidence/lanes/remove-lane.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { putFile } from '../../files/atomic-write.ts';
import { namesIn } from '../../files/folders.ts';
import { subagentOf } from '../../kernel/state/run-by.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { takeTree } from '../changes/changes.ts';

type Left = Pick<State, 'log_id' | 'goals' | 'retired'>;

/** A lane that is still there. */
export type LaneLeft = Readonly<{ path: string; why: string }>;

/** Of a goal that has just ended, as it was then. */
export async function removeLanes(
  ws: Workspace,
  logId: string,
  goal: Goal,
): Promise<readonly LaneLeft[]> {
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
  if (all.length === 0) return [];
  const left = await removeAll(ws, all, (tree) => known.has(tree));
  dropLanesFolder(logId);
  return left;
}

/** Of goals that are over: whoever closed them was killed before it came to that, or its driver was there still. */
export async function removeLeftLanes(ws: Workspace, state: Left): Promise<readonly LaneLeft[]> {
  const left = await removeAll(ws, await leftLanes(ws, state), () => false);
  dropLanesFolder(state.log_id);
  return left;
}

/** Without a place for what was done in them: those where something was stay. */
export async function removeEmptyLanes(ws: Workspace, logId: string): Promise<readonly LaneLeft[]> {
  const left = await removeAll(ws, await lanesOf(ws.root, logId), () => false, 'leave');
  dropLanesFolder(logId);
  return left;
}

export async function leftLanes(
  ws: Workspace,
  { log_id, goals, retired }: Left,
): Promise<readonly LaneAt[]> {
  const own = await lanesOf(ws.root, log_id);
  const over = own.filter(({ name }) => goals[GOAL.exec(name)?.[0] ?? ''] === undefined);
  const folder = worktreesOfClient(ws);
  const agents = namesIn(folder).flatMap((name) => {
    const run = retired[AGENT.exec(name)?.[1] ?? ''];
    return run === undefined ? [] : [{ path: join(folder, name), name: run }];
  });
  return [...over, ...agents];
}

const GOAL = /^G-\d+/;
const AGENT = /^agent-([\w-]+)$/;

function worktreesOfClient({ root }: Workspace): string {
  return join(root, '.claude', 'worktrees');
}

export type LaneAt = Readonly<{ path: string; name: string }>;

const POLL_MS = 250;
const LEAVE_MS = 120_000;

/** Of agents that have reported and have their last words: until then nobody takes it from them. */
export async function removeWhenLeft(ws: Workspace, lanes: readonly LaneAt[]): Promise<void> {
  const until = Date.now() + LEAVE_MS;
  for (const { path } of lanes) {
    const lane = { worktree: ws.root, path, isGone: isAgentGone };
    while (Date.now() < until && (await laneInUse(lane)) !== undefined) await delay(POLL_MS);
  }
  await removeAll(ws, lanes, () => false);
}

/** `claude agent agent-a1 (pid 4242 start 99)`: of a client that was killed, nobody takes it away. */
function isAgentGone(lock: string): boolean {
  const [, pid, started = null] = AGENT_LOCK.exec(lock) ?? [];
  return pid !== undefined && !isAlive({ pid: Number(pid), started });
}

const AGENT_LOCK = /^claude agent \S+ \(pid (\d+)(?: start (\d+))?\)/;

/** Those that the client made for agents of its runs. */
export function lanesOfClient(ws: Workspace, { id, runs }: Goal): readonly LaneAt[] {
  return Object.values(runs).flatMap((run) => {
    const agent = WRITING_ROLES.includes(run.role) ? subagentOf(run)?.agent_id : undefined;
    if (!agent) return [];
    const path = join(worktreesOfClient(ws), `agent-${agent}`);
    return existsSync(path) ? [{ path, name: `${id}-${run.node}-${run.number}` }] : [];
  });
}

async function removeAll(
  ws: Workspace,
  lanes: readonly LaneAt[],
  isKnown: (tree: string) => boolean,
  own: 'keep' | 'leave' = 'keep',
): Promise<readonly LaneLeft[]> {
  const left: LaneLeft[] = [];
  for (const lane of lanes) {
    const why = await removeOne(ws, lane, isKnown, own);
    if (why !== undefined) left.push({ path: lane.path, why });
  }
  return left;
}

async function removeOne(
  ws: Workspace,
  { path, name }: LaneAt,
  isKnown: (tree: string) => boolean,
  own: 'keep' | 'leave',
): Promise<string | undefined> {
  const place = { worktree: ws.root, path, objectsDir: files.objects(ws) };
  let expect: string | undefined;
  let kept: string | undefined;
  if (existsSync(path)) {
    const taken = await takeTree(ws, path);
    if (!taken.ok) return taken.error;
    expect = taken.value;
    const theirs = isKnown(expect) ? [] : await ownChanges(ws, path, expect);
    if (theirs.length > 0 && own === 'leave') return 'what was done there is nowhere else';
    if (theirs.length > 0) {
      kept = join(files.lanesKept(ws), name);
      await keepPatch(ws, { path, tree: expect, name }, theirs);
    }
  }
  const about = {
    isGone: isAgentGone,
    ...(expect !== undefined && { expect }),
    ...(kept !== undefined && { kept }),
  };
  const removed = await removeLane({ ...place, ...about });
  return removed.is === 'left' ? removed.why : undefined;
}

/** What differs from its commit there, and is not in the working tree of the person as well. */
async function ownChanges(ws: Workspace, worktree: string, after: string): Promise<string[]> {
  const objectsDir = files.objects(ws);
  const now = await takeTree(ws, ws.root);
  if (!now.ok) throw new Error(now.error);
  const since = await changes({ worktree, objectsDir, before: 'HEAD', after });
  const apart = await changes({ worktree, objectsDir, before: now.value, after });
  if (!since.ok || !apart.ok) throw new Error(`what was done in ${worktree} cannot be told`);
  const differs = new Set(apart.value.map(({ path }) => path));
  return since.value.map(({ path }) => path).filter((path) => differs.has(path));
}

async function keepPatch(
  ws: Workspace,
  { path, tree, name }: LaneAt & Readonly<{ tree: string }>,
  paths: readonly string[],
): Promise<void> {
  const objectsDir = files.objects(ws);
  const text = await patch({ worktree: path, objectsDir, before: 'HEAD', after: tree, paths });
  if (!text.ok) throw new Error(`what was done in ${path} cannot be kept`);
  makeFolder(ws, files.lanesKept(ws));
  putFile(join(files.lanesKept(ws), `${name}.patch`), text.value);
}
