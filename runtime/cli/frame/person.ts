import { openGoals } from '../../kernel/requests/goals.ts';
import { knownClients } from '../../kernel/state/clients.ts';
import type { State } from '../../model/state.ts';
import { descendsFrom } from '../../workspace/processes.ts';
import { needsPerson, type Outcome } from './outcome.ts';

/**
 * Undefined: a person may have typed it. While a goal is open, nothing that an agent's client started
 * decides for one: by what the client sets for all it starts, and by whose child this process is.
 */
export function notByPerson(state: State): Outcome | undefined {
  if (openGoals(state).length === 0) return undefined;
  const isInside =
    Boolean(process.env.CLAUDECODE) ||
    knownClients(state).some((client) => descendsFrom(process.ppid, client));
  if (!isInside) return undefined;
  return needsPerson(
    'While a goal is open only a person decides this, and it was started by an agent’s client.',
    'Type it in a terminal of your own.',
  );
}
