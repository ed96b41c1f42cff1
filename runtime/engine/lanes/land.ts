// The work of a run is laid into the tree of its goal: one at a time, and only if that is still the tree with which it
// was judged. What is to be done stands in the log before the first file changes.

import { setTimeout as delay } from 'node:timers/promises';
import { layOrTakeBack } from '../../evidence/lanes/lay-into.ts';
import { makeLane } from '../../evidence/lanes/make-lane.ts';
import { removeAll } from '../../files/changing.ts';
import { isDirectory } from '../../files/folders.ts';
import { beginLanding, inLane, writerWhereItLands } from '../../kernel/requests/lane.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { takeTree } from '../changes/changes.ts';
import { lockTree } from '../gates/tree-lock.ts';

type Landing =
  /** The tree is held until it is released. */
  | Readonly<{ is: 'landed'; release: () => Promise<void> }>
  /** It is another tree by now, or something is in the way (`why`): it is to be judged once more. */
  | Readonly<{ is: 'again'; why?: string }>
  /** Nobody waits for it any more. */
  | Readonly<{ is: 'over' }>;

const PATIENT = { waitMs: 30_000 } as const;
const POLL_MS = 500;
const NEVER = new AbortController().signal;

export async function land(
  ws: Workspace,
  {
    goal,
    run,
    stop = NEVER,
  }: Readonly<{ goal: string; run: string; stop?: AbortSignal | undefined }>,
  to: string,
): Promise<Landing> {
  for (;;) {
    const now = readState(ws);
    const at = now.ok ? inLane(now.state, { goal, run }) : undefined;
    const { lands_in: worktree, base: from } = at?.run.lane ?? {};
    if (!at || !worktree || !from) return { is: 'over' };
    const lock = await lockTree(ws, { worktree, goal, run }, stop);
    if (!lock) return { is: 'over' };
    let isHeld = false;
    try {
      const tree = await takeTree(ws, worktree);
      if (!tree.ok || tree.value !== from) return { is: 'again' };
      const trees = { from, to };
      const begun = runStep(
        ws,
        (step) => beginLanding(step, { goal, run }, trees, isAlive),
        PATIENT,
      );
      if (begun.ok && begun.value) {
        const why = await lay(ws, at, trees);
        if (why !== undefined) return { is: 'again', why };
        isHeld = true;
        return { is: 'landed', release: () => lock.release() };
      }
      if (!begun.ok || !writerWhereItLands(begun.state, at, isAlive)) return { is: 'over' };
    } finally {
      if (!isHeld) await lock.release();
    }
    // Another goal writes there: until it has reported.
    await delay(POLL_MS);
    if (stop.aborted) return { is: 'over' };
  }
}

/**
 * What was being laid when somebody was killed; its lane, if somebody has taken it away since, is made again as it
 * was. False: a person has saved something there meanwhile.
 */
export async function goOnLanding(
  ws: Workspace,
  at: RunAt,
  stop: AbortSignal = NEVER,
): Promise<boolean> {
  const { landing, lands_in: worktree } = at.run.lane;
  if (!landing || !worktree) return false;
  const lock = await lockTree(ws, { worktree, goal: at.goal.id, run: at.run.id }, stop);
  if (!lock) return false;
  try {
    if ((await lay(ws, at, landing)) !== undefined) return false;
    const { worktree: path } = at.run.lane;
    if (isDirectory(path)) return true;
    const lane = { worktree, objectsDir: files.objects(ws), tree: landing.to, path };
    return (await makeLane(lane)).ok;
  } finally {
    await lock.release();
  }
}

/**
 * Why it went no further: somebody's file is in the way. A full disk, say, is thrown: what is to be done stands in the
 * log, and whoever comes next goes on with it.
 */
async function lay(
  ws: Workspace,
  { run }: RunAt,
  trees: Readonly<{ from: string; to: string }>,
): Promise<string | undefined> {
  const kept = files.landing(ws, run.id);
  const worktree = run.lane.lands_in ?? run.lane.worktree;
  const laid = await layOrTakeBack({ worktree, objectsDir: files.objects(ws), ...trees, kept });
  if (laid.is === 'done') {
    removeAll(kept);
    return undefined;
  }
  if (laid.error !== undefined) throw laid.error;
  return laid.path === '' ? laid.why : `${laid.path}: ${laid.why}`;
}
