// What a run has left whose driver was killed or frozen: processes, a result, the copy of its order. The run is
// over in the log by then, or its report was received: nothing of it can come twice.

import { endGroup } from '../../evidence/gates/end-group.ts';
import { collectResult } from '../../executors/folder/collect-result.ts';
import { isCopy, type OrderCopy, removeCopy } from '../../executors/folder/copy-order.ts';
import { endMarked } from '../../executors/reaping/marked.ts';
import { isDirectory } from '../../files/folders.ts';
import type { DrivenRun } from '../../kernel/state/queries.ts';
import { driverOf } from '../../kernel/state/run-by.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { takeResult } from './take-result.ts';

export async function endLeft(ws: Workspace, left: readonly DrivenRun[]): Promise<void> {
  // All of them first: what cannot be kept of one, on a full disk say, leaves none at work.
  for (const one of left) endProcesses(one);
  for (const { goal, run } of left) {
    const copy = copyOf(run);
    if (!copy) continue;
    if (run.ended) await takeLate(ws, { goal: goal.id, run: run.id, copy });
    removeCopy(copy);
  }
}

/** Of runs that were over in the log when who was to end what they left was killed, too. */
export function leftCopies(goal: Goal): DrivenRun[] {
  return Object.values(goal.runs).flatMap((run) => {
    const driver = driverOf(run);
    const isLeft = run.ended && run.copy && isDirectory(run.copy.dir);
    return isLeft && driver ? [{ goal, run, driver }] : [];
  });
}

function endProcesses({ run, driver }: DrivenRun): void {
  const process = run.lease?.process ?? null;
  endGroup(process);
  const copy = copyOf(run);
  // A driver that was killed before it could note what it started: that is younger than the driver.
  if (copy) endMarked({ since: process ?? driver, folder: copy.dir });
}

/** A driver of an earlier version noted the folder with the lease alone. */
function copyOf({ copy, lease }: Run): OrderCopy | undefined {
  const noted = copy ?? (lease && { dir: lease.folder, given: {} });
  return noted && isCopy(noted) ? noted : undefined;
}

type Late = Readonly<{ goal: string; run: string; copy: OrderCopy }>;

/** Kept, on record, and without any effect. */
async function takeLate(ws: Workspace, { goal, run, copy }: Late): Promise<void> {
  const left = collectResult(copy);
  if (left.kind !== 'collected' || left.read.kind === 'logs-only') return;
  const taken = await takeResult(ws, { goal, run, left });
  if (!taken.ok) throw notRecorded(`what ${run} left`, taken.error);
}
