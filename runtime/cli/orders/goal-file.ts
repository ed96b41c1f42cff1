// Several goals in one file of YAML.

import { readTerms } from '../../classify/read-terms.ts';
import { GOALS, inOrder, readPeopleDocument } from '../../documents/read-document.ts';
import { fail, ok, type Problem, type Result } from '../../model/failure.ts';
import type { Wanted } from './plan-goal.ts';

/** `problemAt`: a problem of the goal at this index, where the field stands. */
export type GoalsRead = Readonly<{
  wanted: readonly Wanted[];
  problemAt: (path: ReadonlyArray<string | number>, message: string, hint?: string) => Problem;
}>;

export function readGoalFile(path: string, display: string, now: string): Result<GoalsRead> {
  const read = readPeopleDocument(path, GOALS, display);
  if (!read.ok) return fail({ kind: 'bad-file', problems: read.error });
  const { value } = read.value;
  const problemAt: GoalsRead['problemAt'] = (at, message, hint) =>
    read.value.problemAt(at, 'value', message, hint);
  const problems: Problem[] = [];
  const wanted = value.map(({ priority, deadline, budget, title, ...rest }, i): Wanted => {
    const terms = readTerms({ ...(deadline !== undefined && { deadline }) }, now);
    if (!terms.ok) problems.push(problemAt([i, terms.flag], `This is to be ${terms.why}.`));
    const more = { ...(priority !== undefined && { priority }), ...(budget && { budget }) };
    return { ...rest, title: title.trim(), terms: { ...(terms.ok && terms.terms), ...more } };
  });
  if (problems.length > 0) return fail({ kind: 'bad-file', problems: inOrder(problems) });
  return ok({ wanted, problemAt });
}
