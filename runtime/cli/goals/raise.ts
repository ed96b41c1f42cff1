// Words that give a goal more of what it has used up, its budget or its time. They widen what may be used, so a
// person says so at a terminal.

import { blockedNodes } from '../../kernel/graph/graph.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { State } from '../../model/state.ts';
import { isUsedUp, raiseFor, readRaise } from '../../words/escalation/raise.ts';
import { termsText } from '../../words/goal.ts';
import { misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import { type Named, pickGoal } from '../frame/pick-goal.ts';

export type Raised = Readonly<{ terms: Terms; person: Person }>;

/** Undefined: what waits there is something else. */
export async function raisedBy(
  state: State,
  named: Named,
  words: string,
): Promise<Result<Raised | undefined, Outcome>> {
  const picked = pickGoal(state, named, 'resume');
  if (!picked.ok) return picked;
  const { goal, nodeId } = picked.value;
  if (nodeId !== null || !isUsedUp(goal.paused) || blockedNodes(goal).length > 0)
    return ok(undefined);
  const terms = readRaise(raiseFor(goal.paused), words, new Date().toISOString());
  if (!terms.ok) return fail(misused(terms.error.message, terms.error.hint));
  const person = personHere(state, `/wukong_resume ${goal.id} ${words}`);
  if (!person.ok) return person;
  const question = `Set for ${goal.id}: ${termsText(terms.value)}, and go on?`;
  if (await isAgreed(person.value, question)) {
    return ok({ terms: terms.value, person: person.value });
  }
  return fail(needsPerson('Nothing was set.', 'Type it again, and answer y.'));
}
