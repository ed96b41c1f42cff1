// A driver is gone for good. Its runs are lost, which costs no attempt, and its goals are nobody's.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Run } from '../../model/state.ts';
import type { Step } from '../requests/step.ts';
import { activeRuns, goalsOf, isOpen, type RunAt } from '../state/queries.ts';
import { endDriven, handBack } from './driven.ts';

/** All it had at work, also a run whose report is judged elsewhere: nothing of it goes on. */
export function endDriver(step: Step, driver: ProcessRef): RunAt[] {
  const isIts = ({ by }: Run): boolean =>
    by.kind === 'process' && by.ref.pid === driver.pid && by.ref.started === driver.started;
  return goalsOf(step.state)
    .filter(isOpen)
    .flatMap((goal) => {
      const runs = activeRuns(goal).filter(isIts);
      // A report that arrived is not lost with who brought it.
      const silent = runs.filter(({ report }) => report === null);
      for (const run of silent) endDriven(step, goal.id, run.id, 'lease-lost');
      handBack(step, goal.id, driver);
      return runs.map((run) => ({ goal, run }));
    });
}
