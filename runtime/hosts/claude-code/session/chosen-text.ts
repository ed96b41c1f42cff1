// What is said where the runtime chooses a template for `/wukong <text>`, or leaves it to the person.

import type { Choice } from '../../../classify/classify.ts';
import { TRACKS } from '../../../classify/rule.ts';
import { wholeLine } from '../../../words/plain-text.ts';
import { clip } from '../events/answer.ts';
import type { Begun } from './prompt.ts';

/** Two commands with it have to fit into one message. */
const MAX_REPEATED = 3000;

/** The line that says why, for the user. `risk`: the goal is begun with high risk. */
export function chosenText(
  { track, reasons: [why = '', ...more] }: Choice,
  template: string,
  risk?: 'high',
): string {
  const risks = risk ? more.filter(isOfRisk).slice(0, 1) : [];
  if (template !== track && template !== 'fix_small') {
    const because = [`${track} has no audit`, ...risks].join('; ');
    return `Wukong chose ${template}, not ${track}: ${wholeLine(because)}.`;
  }
  const small =
    template === 'fix_small' ? more.filter((reason) => reason.startsWith('fix_small')) : [];
  return `Wukong chose ${wholeLine([why, ...small, ...risks].join('; '))}.`;
}

function isOfRisk(reason: string): boolean {
  return reason.startsWith('risk high');
}

/** Nothing was begun: why, and the commands that begin it, to be pasted. */
export function unsureText({ ask, reasons: [why = ''] }: Choice, begun: Begun): string {
  return `Wukong did not begin: ${wholeLine(why)}. Type one of these:\n${pastedCommands(ask, begun)}`;
}

/** The risk is high, and the track that was chosen has nobody who judges the work. */
export function unauditedText(choice: Choice, begun: Begun): string {
  const { track, reasons } = choice;
  const [why = '', ...more] = reasons;
  const risks = more.filter(isOfRisk).slice(0, 1);
  const because = wholeLine([why, ...risks, `${track} has no audit`].join('; '));
  return `Wukong did not begin: ${because}. Type one of these:\n${auditedCommands(choice, begun)}`;
}

/** Tracks with an audit, and the one that was chosen without high risk. */
export function auditedCommands({ track }: Choice, begun: Begun): string {
  const audited = TRACKS.filter((one) => one !== track && one !== 'direct' && one !== 'refactor');
  const { risk: _, ...without } = begun;
  return [
    pastedCommands(audited, begun),
    ...(track === null ? [] : [pastedCommands([track], without)]),
  ].join('\n');
}

/** The right template is not in this repository. */
export function noTemplateText(
  { track, reasons: [why = ''] }: Choice,
  templates: readonly string[],
  begun: Begun,
): string {
  return `Wukong did not begin: there is no template ${track} here (${wholeLine(why)}). Type one of these:\n${pastedCommands(templates, begun)}`;
}

/** To be pasted, with the flags that were typed; `direct` has no audit, and so no high risk. */
export function pastedCommands(
  templates: readonly string[],
  { text, risk, reproduce, params = {} }: Begun,
): string {
  const given = Object.entries(params).map(([name, value]) => {
    const quote = value.includes('"') ? "'" : '"';
    return `--param ${name}=${quote}${value}${quote} `;
  });
  return templates
    .map((name) => {
      const both = [
        ...(risk && name !== 'direct' ? ['--risk high '] : []),
        ...(reproduce ? ['--reproduce first '] : []),
      ];
      const flags = [...both, ...given].join('');
      return `/wukong_${name} ${flags}${clip(text, MAX_REPEATED)}`;
    })
    .join('\n');
}
