// An order for somebody outside of the session, into a folder of its own.

import { copyOrder, type OrderCopy } from '../../executors/folder/copy-order.ts';
import { orderFile } from '../../executors/protocol/order-file.ts';
import { tellOwner } from '../../kernel/requests/tell-owner.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import type { WorkOrder } from '../../kernel/views/work-order.ts';
import { fail, type Result } from '../../model/failure.ts';
import { runStep } from '../../step/run-step.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** Writes it, puts on record where it lies, and tells a session of the goal; else says why not. */
export function handOrder(
  ws: Workspace,
  { goal, run }: RunAt,
  order: WorkOrder,
): Result<OrderCopy, string> {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  const copy = copyOrder({ order: orderFile(order), folder, root: ws.root });
  if (!copy.ok) return copy;
  const noted = runStep(ws, (step) => {
    const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
    step.emit({ type: 'order.copied', ...scope, payload: copy.value });
    const open = step.state.goals[goal.id];
    if (!open || run.by.kind !== 'person') return;
    const { name: to } = run.by;
    const about = { goal: goal.id, node: run.node, run: run.id, to, dir: copy.value.dir };
    tellOwner(step, open, { kind: 'order-handed', ...about }, run.node);
  });
  return noted.ok ? copy : fail(explain(noted.failure).message);
}
