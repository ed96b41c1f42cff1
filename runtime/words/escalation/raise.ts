// The limit a person writes where a goal has used up its budget: it has to be one that lets the goal go on.

import { readBudget } from '../../classify/read-terms.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Budget } from '../../model/goal-terms.ts';
import type { Does } from './way.ts';

const FIELDS = { tokens: 'max_tokens', usd: 'max_cost_usd', hours: 'max_hours' } as const;

export type Raise = Extract<Does, { kind: 'raise' }>;

/** `tokens=400000`, as behind `--budget`. */
export function readRaise(
  { what, above }: Raise,
  words: string,
): Result<Budget, Readonly<{ message: string; hint: string }>> {
  const hint = `Write the new limit, for example \`${exampleOf(what, above)}\`.`;
  const budget = readBudget(words);
  if (typeof budget === 'string') return fail({ message: `A budget is ${budget}.`, hint });
  const limit = budget[FIELDS[what]];
  if (limit === undefined) {
    return fail({ message: `What is used up is ${what}, and no ${what}= is written.`, hint });
  }
  if (limit > above) return ok(budget);
  const message = `${what}=${limit} is not enough to go on: that takes more than ${Math.ceil(above * 1e4) / 1e4}.`;
  return fail({ message, hint });
}

export function exampleOf(what: Raise['what'], above: number): string {
  return `${what}=${Math.ceil(above * 2)}`;
}
