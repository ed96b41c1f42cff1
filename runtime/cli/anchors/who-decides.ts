import type { Decider } from '../../engine/anchors/carry-out.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { openNow } from '../frame/open-workspace.ts';
import { failed, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';

export type Who = Readonly<{ ws: Workspace; decider: Decider }>;

/**
 * The person who decides about memory. While a goal is open they are asked at a terminal, because an agent
 * could have typed the command; else the command is their word.
 */
export async function whoDecides(
  question: (ws: Workspace) => string,
): Promise<Result<Who, Outcome>> {
  const opened = openNow();
  if (!opened.ok) return fail(failed(opened.error));
  const { ws, state } = opened.value;
  const person = personHere(state);
  if (!person.ok) return person;
  if (person.value.terminal && !(await isAgreed(person.value, `${question(ws)}?`))) {
    return fail(needsPerson('Nothing was decided.', 'Answer yes to decide it.'));
  }
  return ok({ ws, decider: { ...person.value, via: 'command' } });
}
