// A driver is gone for good. Its runs are lost, which costs no attempt, and its goals are nobody's.

import type { Lease } from '../../model/actors/lease.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { endOrphans } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { isSameOwner } from '../state/owner.ts';
import { activeRuns, goalsOf, isOpen } from '../state/queries.ts';
import { handBack } from './driven.ts';

/** The leases of all it had at work, also of a report that is judged elsewhere: nothing of it goes on. */
export function endDriver(step: Step, driver: ProcessRef): Lease[] {
  const owner = { kind: 'driver', ref: driver } as const;
  const isOther = (process: ProcessRef): boolean =>
    !isSameOwner(owner, { kind: 'driver', ref: process });
  return goalsOf(step.state)
    .filter(isOpen)
    .flatMap((goal) => {
      const runs = activeRuns(goal).filter(({ by }) => by.kind === 'process' && !isOther(by.ref));
      if (runs.length > 0) endOrphans(step, goal, isOther);
      handBack(step, goal.id, driver);
      return runs.flatMap(({ lease }) => lease ?? []);
    });
}
