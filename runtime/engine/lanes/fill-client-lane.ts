// The working tree that the client made for an agent stands at the last commit. Before the agent does anything in it
// the files of the goal are put there, uncommitted work included; or what an earlier run of the node left in its lane.

import { markLane } from '../../evidence/lanes/lane-entry.ts';
import { layLane } from '../../evidence/lanes/make-lane.ts';
import { openRepository } from '../../evidence/trees/tree-store.ts';
import { isDirectory } from '../../files/folders.ts';
import { realPath } from '../../files/real-path.ts';
import { runsOf } from '../../kernel/graph/graph.ts';
import { inLane, laneReady } from '../../kernel/requests/lane.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';
import { lockTree } from '../gates/tree-lock.ts';
import { hideClientFolder } from './client-lanes.ts';

type At = Readonly<{ goal: string; run: string }>;

const PATIENT = { waitMs: 10_000 } as const;
const NEVER = new AbortController().signal;

/** `cwd`: where the agent is. Why it may not work there, if it may not. */
export async function fillClientLane(
  ws: Workspace,
  at: At,
  cwd: string,
): Promise<Result<void, string>> {
  const objectsDir = files.objects(ws);
  const opened = await openRepository(cwd, objectsDir);
  const top = opened.ok ? realPath(opened.value.top) : undefined;
  if (top === undefined) return fail(`${cwd} is in no git repository`);
  // Of several calls at once one does it, and the others wait.
  const lock = await lockTree(ws, { worktree: top, ...at }, NEVER);
  try {
    const now = readState(ws);
    const of = now.ok ? inLane(now.state, at) : undefined;
    if (!now.ok) return fail(`the log cannot be read (${now.failure.kind})`);
    if (!of?.run.lane.awaited) return ok(undefined);
    const main = of.run.lane.lands_in ?? '';
    if (top === realPath(main)) return fail('the client did not make a working tree for it');
    const from = await treesFor(ws, of, main);
    if (!from.ok) return from;
    const laid = await layLane({ path: top, objectsDir, tree: from.value.tree, main });
    if (!laid.ok) return fail(laid.why);
    hideClientFolder(top);
    await markLane(top, `${of.goal.id}-${of.run.node}`);
    const { base } = from.value;
    const noted = runStep(ws, (step) => laneReady(step, at, top, base), PATIENT);
    return noted.ok ? ok(undefined) : fail(`it could not be recorded (${noted.failure.kind})`);
  } finally {
    await lock?.release();
  }
}

type Trees = Readonly<{
  tree: string;
  /** From which its work counts. */
  base: string;
}>;

async function treesFor(
  ws: Workspace,
  { goal, run }: RunAt,
  main: string,
): Promise<Result<Trees, string>> {
  const before = runsOf(goal, run.node).findLast(({ id }) => id !== run.id);
  const { lands_in, awaited, base, worktree = '' } = before?.lane ?? {};
  const goesOn = lands_in !== undefined && !awaited && base && isDirectory(worktree);
  if (goesOn && before?.ended?.because.kind !== 'lane-conflict') {
    const left = await takeTree(ws, worktree);
    if (left.ok) return ok({ tree: left.value, base });
  }
  const now = await takeTree(ws, main);
  return now.ok ? ok({ tree: now.value, base: now.value }) : fail(now.error);
}
