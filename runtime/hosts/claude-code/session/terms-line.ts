// On which terms a goal begins, those that nobody gave included.

import type { Goal } from '../../../model/state/goal.ts';
import { DEFAULT_PRIORITY } from '../../../model/vocabulary.ts';
import { timeHere } from '../../../words/plain-text.ts';
import type { PhraseWords } from './english.ts';

export function termsLine({ terms = {}, specs }: Goal, words: PhraseWords['terms']): string {
  const { priority = DEFAULT_PRIORITY, deadline, budget = {} } = terms;
  const limits = {
    tokens: budget.max_tokens,
    hours: budget.max_hours,
    usd: budget.max_cost_usd,
  };
  const kinds = ['tokens', 'hours', 'usd'] as const;
  const given = kinds.flatMap((kind) => {
    const most = limits[kind];
    return most === undefined ? [] : [words[kind](most.toLocaleString('en'))];
  });
  const free = kinds.filter((kind) => limits[kind] === undefined);
  return [
    words.priority(priority),
    deadline === undefined ? words.noDeadline : words.until(timeHere(deadline)),
    ...given,
    ...(free.length > 0 ? [words.noLimit(free.map((kind) => words.names[kind]))] : []),
    words.runs(Math.max(1, ...specs.map(({ max_retries }) => max_retries))),
  ].join(words.comma);
}
