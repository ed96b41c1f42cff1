// In which team a clone is, and whom it trusts there, a person says: no agent, and nothing that one started.

import { fail, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { depthOf } from '../../workspace/processes.ts';
import { needsPerson, type Outcome } from '../frame/outcome.ts';
import { isBelowClientHere, type Person, personHere } from '../frame/person.ts';

/** `line`: what they type, without a password. */
export function personOfTeam(state: State, line: string): Result<Person, Outcome> {
  if (depthOf(process.env) === 0 && !isBelowClientHere(state)) return personHere(state);
  return fail(
    needsPerson(
      'This was started by an agent or by another executor, and they change nothing about teams.',
      `Type it in a terminal of your own: ${line}`,
    ),
  );
}
