import type { RunAt } from '../../kernel/state/queries.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** The code an executor gives for why it failed or waits: before its result is judged, as what follows looks at it. */
export function noteError(
  ws: Workspace,
  { goal, run }: RunAt,
  { status, error_code }: WorkResult,
): void {
  if (status === 'ok' || error_code === undefined || run.ended) return;
  const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
  runStep(ws, (step) => {
    step.emit({ type: 'run.error_named', ...scope, payload: { error_code } });
  });
}
