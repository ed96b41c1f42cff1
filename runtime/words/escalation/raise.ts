// What a person gives a goal that has used up what it had, a budget or its time: it has to be enough to go on.

import { readBudget, readTerms, termsOfNode } from '../../classify/read-terms.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { Does, Raise } from '../../model/ways.ts';

const FIELDS = { tokens: 'max_tokens', usd: 'max_cost_usd', hours: 'max_hours' } as const;

export function isRaise(does: Does | undefined): does is Raise {
  return does?.kind === 'raise' || does?.kind === 'postpone';
}

type Refused = Readonly<{ message: string; hint: string }>;

/** `tokens=400000`, as behind `--budget`; or a day or time to come, `deadline=` before it or not. `now`: ISO. */
export function readRaise(raise: Raise, words: string, now: string): Result<Terms, Refused> {
  return raise.kind === 'raise' ? readLimit(raise, words) : readDeadline(raise, words, now);
}

type More = Extract<Does, { kind: 'raise' }>;

function readLimit(raise: More, words: string): Result<Terms, Refused> {
  const { what, above, node } = raise;
  const hint = `Write the new limit, for example \`${exampleOf(raise)}\`.`;
  const budget = readBudget(words);
  if (typeof budget === 'string') return fail({ message: `A budget is ${budget}.`, hint });
  const limit = budget[FIELDS[what]];
  if (limit === undefined) {
    return fail({ message: `What is used up is ${what}, and no ${what}= is written.`, hint });
  }
  if (limit > above) {
    const terms = node === undefined ? { budget } : termsOfNode(node, budget);
    if (terms) return ok(terms);
    return fail({ message: `retries= counts for all nodes, and this is for ${node}.`, hint });
  }
  const message = `${what}=${limit} is not enough to go on: that takes more than ${Math.ceil(above * 1e4) / 1e4}.`;
  return fail({ message, hint });
}

function readDeadline(raise: Raise, words: string, now: string): Result<Terms, Refused> {
  const read = readTerms({ deadline: words.trim().replace(/^deadline=/, '') }, now);
  if (read.ok) return ok(read.terms);
  const hint = `Write the new deadline, for example \`${exampleOf(raise)}\`.`;
  return fail({ message: `A deadline is ${read.why}.`, hint });
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** As a person would write it. */
export function exampleOf(raise: Raise): string {
  if (raise.kind === 'raise') return `${raise.what}=${Math.ceil(raise.above * 2)}`;
  const later = new Date(Date.parse(raise.past) + WEEK_MS);
  return `deadline=${later.toISOString().slice(0, 10)}`;
}

/** The same with a place for what only they know. */
export function formOf(raise: Raise): string {
  return raise.kind === 'raise' ? `${raise.what}=<more>` : 'deadline=<day>';
}
