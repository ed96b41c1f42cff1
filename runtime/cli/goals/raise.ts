// Words that give a goal more of what it has used up, its budget or its time. They widen what may be used, so a
// person says so at a terminal.

import { escalationAt } from '../../kernel/escalations/follow.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import { isUsedUp, raiseFor } from '../../model/ways.ts';
import { readRaise } from '../../words/escalation/raise.ts';
import { termsText } from '../../words/goal.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import { type Named, pickGoal } from '../frame/pick-goal.ts';

type Raised = Readonly<{ terms: Terms; person: Person }>;

/** Undefined: what waits there is something else. */
export async function raisedBy(
  named: Named,
  words: string,
): Promise<Result<Raised | undefined, Outcome>> {
  const opened = openTrusted();
  if (!opened.ok) return fail(failed(opened.error));
  const read = stateOf(opened.value.ws);
  if (!read.ok) return fail(failed(read.error));
  const state = read.value;
  const picked = pickGoal(state, named, 'resume');
  if (!picked.ok) return picked;
  const { goal, nodeId } = picked.value;
  if (nodeId !== null || !isUsedUp(goal.paused) || blockedNodes(goal).length > 0)
    return ok(undefined);
  const terms = readRaise(raiseFor(goal.paused), words, new Date().toISOString());
  if (!terms.ok) return fail(misused(terms.error.message, terms.error.hint));
  const asked = escalationAt(state, goal.id, null)?.id;
  const person = personHere(state, asked && `/wukong_resume ${asked} ${words}`);
  if (!person.ok) return person;
  const question = `Set for ${goal.id}: ${termsText(terms.value)}, and go on?`;
  if (await isAgreed(person.value, question)) {
    return ok({ terms: terms.value, person: person.value });
  }
  return fail(needsPerson('Nothing was set.', 'Type it again, and answer y.'));
}
