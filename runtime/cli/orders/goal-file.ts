// Several goals in one file of YAML.

import { readTerms } from '../../classify/read-terms.ts';
import { readPeopleText } from '../../documents/yaml-text.ts';
import { goalFileSchema } from '../../model/documents/goal-file.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';

/** What a person says of a goal to come. */
export type Wanted = Readonly<{
  title: string;
  template?: string | undefined;
  terms: Terms;
  issue?: string | undefined;
  criteria?: readonly string[] | undefined;
  allow?: readonly string[] | undefined;
}>;

export function readGoalFile(path: string, display: string, now: string): Result<Wanted[]> {
  const text = readPeopleText(path, display);
  if (!text.ok) return fail({ kind: 'bad-file', problems: text.error });
  const { data, problemAt } = text.value;
  const read = goalFileSchema.safeParse(data ?? []);
  if (!read.success) {
    const problems = read.error.issues.flatMap((issue) => {
      const at = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => problemAt([...at, key], 'key', `Unknown field "${key}".`))
        : [problemAt(at, 'value', `${issue.message}.`)];
    });
    return fail({ kind: 'bad-file', problems });
  }
  const wanted: Wanted[] = [];
  for (const [i, { priority, deadline, budget, ...rest }] of read.data.entries()) {
    const terms = readTerms({ ...(deadline !== undefined && { deadline }) }, now);
    if (!terms.ok) {
      const problem = problemAt([i, terms.flag], 'value', `This is to be ${terms.why}.`);
      return fail({ kind: 'bad-file', problems: [problem] });
    }
    const more = { ...(priority !== undefined && { priority }), ...(budget && { budget }) };
    wanted.push({ ...rest, terms: { ...terms.terms, ...more } });
  }
  return ok(wanted);
}
