// A driver is gone for good. Its runs are lost, which costs no attempt, and its goals are nobody's.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { openGoals } from '../requests/goals.ts';
import type { Step } from '../requests/step.ts';
import { type DrivenRun, drivenRuns } from '../state/queries.ts';
import { endDaemon } from './daemon.ts';
import { endDriven, handBack } from './driven.ts';

/** All it had at work. A report that arrived is not lost with who brought it. */
export function endDriver(step: Step, gone: ProcessRef): DrivenRun[] {
  const its = drivenRuns(step.state).filter(
    ({ driver: { pid, started } }) => pid === gone.pid && started === gone.started,
  );
  for (const { goal, run } of its) {
    // Who waits beside a driver says so at once: until now it was there.
    if (!run.report) endDriven(step, goal.id, run.id, 'lease-lost', undefined, step.now);
  }
  for (const { id } of openGoals(step.state)) handBack(step, id, gone);
  endDaemon(step, gone, 'gone');
  return its;
}
