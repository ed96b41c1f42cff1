// A trial in a few words.

import { commandText } from '../../model/gate.ts';
import type { Change } from '../../proof/change.ts';
import type { Ended, Recipe, Want } from '../../proof/row.ts';

export function trialName({ checks }: Change, { recipe, check, nth }: Want): string {
  const gate = checks[check]?.gate;
  return `${gate ? commandText(gate.command) : 'check'} ${timeText(recipe, nth)}`;
}

/** In a table below a sentence that names the check, where there is one alone. */
export function rowName(change: Change, want: Want): string {
  return change.checks.length === 1 ? timeText(want.recipe, want.nth) : trialName(change, want);
}

function timeText(recipe: Recipe, nth: number): string {
  return `${recipeText(recipe)}${nth > 1 ? ', again' : ''}`;
}

export function recipeText({ back, planted, without, how }: Recipe): string {
  const base =
    typeof back === 'string'
      ? BACK[back]
      : `with ${back.length} changed ${back.length === 1 ? 'place' : 'places'} put back`;
  const where = planted === undefined ? '' : ', and a line in its tests that fails';
  const away = without === undefined ? '' : `, and without ${without.join(', ')}`;
  return `${base}${where}${away}${HOW[how ?? 'asked']}`;
}

const HOW = { asked: '', bare: ', again', plain: ', its runner alone' } as const;

const BACK = {
  nothing: 'with the change',
  program: 'without the change',
  judge: 'with the change, and the tests of before',
  all: 'before',
} as const;

export function endedText(ended: Ended): string {
  return ENDED[ended];
}

const ENDED: Readonly<Record<Ended, string>> = {
  pass: 'passes',
  fail: 'fails',
  'cannot-load': 'cannot load',
  'cannot-build': 'does not build',
  'no-tests': 'no tests',
  'not-started': 'did not start',
  timeout: 'no end in time',
  elsewhere: 'tests another program',
  disturbed: 'was disturbed',
};
