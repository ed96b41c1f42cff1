// What is said where the runtime chooses a template for `/wukong <text>`, or leaves it to the person.

import type { Choice } from '../../../classify/classify.ts';
import { wholeLine } from '../../../words/plain-text.ts';
import { clip } from '../events/answer.ts';

/** Two commands with it have to fit into one message. */
const MAX_REPEATED = 3000;

/** The line that says why, for the user. */
export function chosenText({ reasons: [why = '', ...more] }: Choice, template: string): string {
  const small =
    template === 'fix_small' ? more.filter((reason) => reason.startsWith('fix_small')) : [];
  return `Wukong chose ${wholeLine([why, ...small].join('; '))}.`;
}

/** Nothing was begun: why, and the commands that begin it, to be pasted. */
export function unsureText({ ask, reasons: [why = ''] }: Choice, text: string): string {
  return `Wukong did not begin: ${wholeLine(why)}. Type one of these:\n${commands(ask, text)}`;
}

/** The right template is not in this repository. */
export function noTemplateText(
  { track, reasons: [why = ''] }: Choice,
  templates: readonly string[],
  text: string,
): string {
  return `Wukong did not begin: there is no template ${track} here (${wholeLine(why)}). Type one of these:\n${commands(templates, text)}`;
}

function commands(templates: readonly string[], text: string): string {
  return templates.map((name) => `/wukong_${name} ${clip(text, MAX_REPEATED)}`).join('\n');
}
