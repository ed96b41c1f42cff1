import type { Called } from '../../model/actors/run-by.ts';
import type { State } from '../../model/state/state.ts';
import { type Role, WRITING_ROLES } from '../../model/vocabulary.ts';
import { activeRuns, busyGoals } from './queries.ts';

/** Whether it may write words that are taken for a person's. A person who carries out a run is one. */
export function mayWrite({
  role,
  by,
}: Readonly<{ role: Role; by: Pick<Called, 'kind'> }>): boolean {
  return WRITING_ROLES.includes(role) && by.kind !== 'person';
}

/** The run at work that may, if there is one. */
export function writerNow(state: State): string | undefined {
  return busyGoals(state).flatMap(activeRuns).find(mayWrite)?.id;
}
