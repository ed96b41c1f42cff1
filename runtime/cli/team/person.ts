// In which team a clone is, and whom it trusts there, a person says: no agent, and nothing that one started.

import { fail, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import type { Outcome } from '../frame/outcome.ts';
import { type Person, personHere, refusedToPrograms } from '../frame/person.ts';

/** `line`: what they type, without a password. */
export function personOfTeam(state: State, line: string): Result<Person, Outcome> {
  const refused = refusedToPrograms(state, 'change nothing about teams', line);
  return refused ? fail(refused) : personHere(state);
}
