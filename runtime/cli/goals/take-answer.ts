import type { Answer } from '../../words/escalation/answer.ts';
import { misused, type Outcome } from '../frame/outcome.ts';
import type { Named } from '../frame/pick-goal.ts';
import { acceptSaid } from './accept-work.ts';
import { goOn } from './go-on.ts';

/** The one way for what a person says in a shell, whichever command they said it with. */
export async function takeAnswer(named: Named, said: Answer): Promise<Outcome> {
  const isTaken = said.accept !== null || said.foreign.length > 0;
  if (!isTaken) return goOn(named, said);
  const isMore = said.approve || (said.accept !== null && said.foreign.length > 0);
  return isMore
    ? misused('These are several answers.', 'Say one after the other.')
    : acceptSaid(named, said);
}
