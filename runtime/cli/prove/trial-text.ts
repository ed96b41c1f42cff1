// A trial in a few words.

import { callText } from '../../model/gate.ts';
import type { Change } from '../../proof/change.ts';
import type { Recipe, Want } from '../../proof/row.ts';
import type { Named } from '../../proof/which-trees.ts';
import type { TrialWords } from '../../words/trial-words.ts';

export function trialName(
  words: TrialWords,
  { checks }: Change,
  { recipe, check, nth }: Want,
): string {
  const gate = checks[check]?.gate;
  const name = gate ? callText(gate) : words.theCheck;
  return `${name} ${timeText(words, recipe, nth)}`;
}

/** In a table below a sentence that names the check, where there is one alone. */
export function rowName(words: TrialWords, change: Change, want: Want): string {
  return change.checks.length === 1
    ? timeText(words, want.recipe, want.nth)
    : trialName(words, change, want);
}

function timeText(words: TrialWords, recipe: Recipe, nth: number): string {
  return `${recipeText(words, recipe)}${nth > 1 ? words.how.bare : ''}`;
}

export function recipeText(words: TrialWords, { back, planted, without, how }: Recipe): string {
  const base = typeof back === 'string' ? words.back[back] : words.placesBack(back.length);
  const line = planted && 'types' in planted ? words.types : words.planted;
  const away = without === undefined ? '' : words.without(without);
  return `${base}${planted === undefined ? '' : line}${away}${words.how[how ?? 'asked']}`;
}

/** How a person calls it: `the working tree`, `main (1a2b3c4)`. */
export function treeName(words: TrialWords, { kind, of }: Named): string {
  return words.trees[kind](of);
}
