// Several goals in one file of YAML.

import { readTerms } from '../../classify/read-terms.ts';
import { checked, holdFile, type Kind } from '../../documents/reader/read-document.ts';
import type { Wording } from '../../documents/reader/schema-problems.ts';
import { fromEach, unlessUnread } from '../../documents/reader/unread.ts';
import { GOALS_SCHEMA } from '../../documents/reader/validators.ts';
import type { GoalFile } from '../../model/documents/goal-file.ts';
import type { Problem } from '../../model/failure.ts';
import type { Wanted } from './plan-goal.ts';

export type GoalsRead = Readonly<{
  /** Those in which the file has no fault; `index`: which one of the file. */
  goals: ReadonlyArray<Readonly<{ index: number; wanted: Wanted }>>;
  /** All that is wrong with the file; `planned`: and with the plans of these goals. */
  problems: (planned: readonly Wording[]) => readonly Problem[];
}>;

export function readGoalFile(path: string, display: string, now: string): GoalsRead {
  const { rules, ...kind } = goalsKind(now);
  const held = holdFile({ path, display }, kind);
  const goals = unlessUnread(() =>
    fromEach(held.value, ({ priority, deadline, budget, title, ...rest }, index) => {
      const terms = readTerms({ ...(deadline !== undefined && { deadline }) }, now);
      if (!terms.ok) return [];
      const more = { ...(priority !== undefined && { priority }), ...(budget && { budget }) };
      const wanted = { ...rest, title: title.trim(), terms: { ...terms.terms, ...more } };
      return [{ index, wanted }];
    }),
  );
  const problems: GoalsRead['problems'] = (planned) => {
    const read = checked(held, [...rules, () => planned]);
    return read.ok ? [] : read.error;
  };
  return { goals, problems };
}

function goalsKind(now: string): Kind<GoalFile> {
  const deadlines = (goals: GoalFile): Wording[] =>
    fromEach(goals, ({ deadline }, i): Wording[] => {
      const terms = readTerms({ ...(deadline !== undefined && { deadline }) }, now);
      if (terms.ok) return [];
      return [{ path: [i, terms.flag], at: 'value', message: `This is to be ${terms.why}.` }];
    });
  return { schema: GOALS_SCHEMA, rules: [deadlines] };
}
