// What a run has left whose driver was killed or frozen: processes, a result, the copy of its order. The run is
// over in the log by then, or its report was received: nothing of it can come twice.

import { collectResult } from '../../executors/folder/collect-result.ts';
import { isOrderCopy, type OrderCopy, removeCopy } from '../../executors/folder/copy-order.ts';
import { endGroup } from '../../executors/reaping/end-group.ts';
import { endMarked } from '../../executors/reaping/marked.ts';
import type { Run } from '../../model/state.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { takeResult } from './take-result.ts';

export async function endLost(ws: Workspace, goal: string, run: Run): Promise<void> {
  const { by, lease } = run;
  // The folder of a person is theirs.
  if (by.kind !== 'process') return;
  // A driver of an earlier version noted the folder with the lease alone.
  const copy = run.copy ?? (lease && { dir: lease.folder, given: {} });
  if (!copy || !isOrderCopy(copy.dir)) return;
  endGroup(lease?.process ?? null);
  // Before it could record what it started a driver may be killed; that is younger than the driver.
  endMarked({ since: lease?.process ?? by.ref, folder: copy.dir });
  if (run.ended) await takeLate(ws, { goal, run: run.id, copy });
  removeCopy(copy);
}

type Late = Readonly<{ goal: string; run: string; copy: OrderCopy }>;

/** Kept, on record, and without any effect. */
async function takeLate(ws: Workspace, { goal, run, copy }: Late): Promise<void> {
  const left = collectResult(copy);
  if (left.kind !== 'collected' || left.read.kind === 'logs-only') return;
  const taken = await takeResult(ws, { goal, run, left });
  if (!taken.ok) throw new Error(`what ${run} left cannot be recorded: ${taken.error.kind}`);
}
