// The folder of a run that was just bound, and its order in it.

import { keepContextPack } from '../../executors/context-pack.ts';
import { makeOrderFolder, writeOrderFolder } from '../../executors/order-folder.ts';
import { placeCleared } from '../../kernel/requests/tell-owner.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import type { WorkOrder } from '../../kernel/views/work-order.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** Why not: then nobody may start on it. `isThere`: the same call was bound before, and its folder made. */
export function makeOrder(
  ws: Workspace,
  at: RunAt,
  state: State,
  { isThere = false, waitMs }: Readonly<{ isThere?: boolean; waitMs?: number }> = {},
): Result<WorkOrder, string> {
  try {
    const moved = isThere ? undefined : makeOrderFolder(ws, at);
    const wait = waitMs === undefined ? {} : { waitMs };
    if (moved) runStep(ws, (step) => placeCleared(step, at, moved.was, moved.now), wait);
    keepContextPack(ws, state, at.goal, at.run.node, 'status');
    return ok(writeOrderFolder(ws, at.goal, at.run, state));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
