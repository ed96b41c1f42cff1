// What is wrong with the conditions of a plan: how many there are, and each of them by its own rules.

import { conditionFaults } from '../conditions/check.ts';
import { expressionOf, MOST_CONDITIONS, PREDICATE } from '../model/condition.ts';
import type { Template } from '../model/documents/template.ts';
import type { Wording } from './reader/schema-problems.ts';
import { fromEach } from './reader/unread.ts';

/** A plan without conditions loads nothing of their language. */
export function conditionProblems({ edges }: Pick<Template, 'edges'>): Wording[] {
  let asked = 0;
  return fromEach(edges, ({ condition }, i): Wording[] => {
    const expression = expressionOf(condition);
    if (expression === undefined) return [];
    asked += 1;
    const at = { path: ['edges', i, 'condition'], at: 'value' } as const;
    if (asked > MOST_CONDITIONS + 1) return [];
    if (asked > MOST_CONDITIONS) {
      return [{ ...at, message: `A plan has at most ${MOST_CONDITIONS} conditions.` }];
    }
    const before = condition.indexOf(expression, PREDICATE.length);
    return conditionFaults(expression).map(({ message, hint, start, end }) => {
      const within = { of: condition, start: before + start, end: before + end };
      return { ...at, within, message, ...(hint !== undefined && { hint }) };
    });
  });
}
