// What came into the tree of the goal since a lane began is brought into the lane.

import { moveLane } from '../../evidence/lanes/make-lane.ts';
import { mergeTrees, type Unasked } from '../../evidence/lanes/merge-trees.ts';
import { whyFull } from '../../evidence/lanes/why.ts';
import { landedSince, laneMoved } from '../../kernel/requests/lane.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import type { Cause } from '../../model/reason.ts';
import { runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { ownerHere } from '../../workspace/processes.ts';
import { takeTree } from '../changes/changes.ts';
import { approvalsFor } from '../gates/gate-settings.ts';

export type Conflict = Readonly<{
  is: 'conflict';
  because: Extract<Cause, { kind: 'lane-conflict' }>;
  /** What its work is held against, and the tree of its lane. */
  base: string;
  theirs: string;
}>;

type Caught =
  | Readonly<{ is: 'same' }>
  | Readonly<{ is: 'moved'; unasked: readonly Unasked[] }>
  | Conflict
  | Readonly<{ is: 'failed'; why: string }>;

const PATIENT = { waitMs: 30_000 } as const;
const MOST_NAMED = 20;

/** Throws on a full disk: nothing is wrong with the work, and whoever comes next goes on. */
export async function catchUp(ws: Workspace, at: RunAt): Promise<Caught> {
  const caught = await bringTogether(ws, at);
  if (caught.is !== 'failed') return caught;
  const full = whyFull(caught.why, [at.run.lane.worktree, files.objects(ws)]);
  if (full === undefined) return caught;
  throw Object.assign(new Error(full), { code: 'ENOSPC', syscall: 'write' });
}

async function bringTogether(ws: Workspace, { goal, run }: RunAt): Promise<Caught> {
  const { worktree: path, base, lands_in: worktree } = run.lane;
  if (base === null || worktree === undefined) return { is: 'same' };
  const now = await takeTree(ws, worktree);
  if (!now.ok) return { is: 'failed', why: now.error };
  const ours = now.value;
  if (ours === base && !run.lane.landing) return { is: 'same' };
  const taken = await takeTree(ws, path);
  if (!taken.ok) return { is: 'failed', why: taken.error };
  const theirs = taken.value;
  const objectsDir = files.objects(ws);
  const drivers = { approvals: approvalsFor(ws, goal), owner: ownerHere() };
  const merged = await mergeTrees({ worktree, objectsDir }, { base, ours, theirs }, drivers);
  if (merged.is === 'failed') return merged;
  const unasked = merged.unasked ?? [];
  if (merged.is === 'conflict') {
    const paths = merged.paths.slice(0, MOST_NAMED);
    const nodes = landedSince(goal, run, paths);
    const names = [...new Set(unasked.map(({ driver }) => driver))].slice(0, MOST_NAMED);
    const because = {
      kind: 'lane-conflict',
      paths,
      nodes,
      ...(names[0] && { unasked: names }),
    } as const;
    return { is: 'conflict', because, base, theirs };
  }
  const moved = await moveLane({ path, objectsDir, from: theirs, to: merged.tree });
  if (!moved.ok) return { is: 'failed', why: moved.why };
  const about = { goal: goal.id, run: run.id };
  const noted = runStep(ws, (step) => laneMoved(step, about, ours), PATIENT);
  return noted.ok ? { is: 'moved', unasked } : { is: 'failed', why: noted.failure.kind };
}
