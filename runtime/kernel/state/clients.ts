import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { State } from '../../model/state/state.ts';
import { ownerProcess } from './owner.ts';
import { activeRuns, goalsOf, isOpen } from './queries.ts';
import { processOf } from './run-by.ts';

/** The processes that work on goals: of sessions, of owners, of runs. What they start is no person. */
export function knownClients(state: State): ProcessRef[] {
  const known = [
    ...Object.values(state.sessions).map((session) => session.client),
    ...goalsOf(state)
      .filter(isOpen)
      .flatMap((goal) => [
        ownerProcess(goal.owner),
        ...activeRuns(goal).map((run) => processOf(run.by)),
      ]),
  ];
  return known.filter((client) => client !== null);
}
