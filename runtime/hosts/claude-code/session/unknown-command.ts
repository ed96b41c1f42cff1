// A person typed /wukong and something that is no command. In the terminal the client answers what it
// does not know itself; with -p it would hand the words to the model.

import { RESERVED_NAMES } from '../../../model/vocabulary.ts';
import { nearest } from '../../../words/did-you-mean.ts';

const CHOSEN = '/wukong <what to do>';
const OF_GOALS = ['/wukong_resume [G-0001] [N-010] [words]', '/wukong_pause'];

/** What there is. `typed` begins with /wukong; `templates` are the names found here. */
export function unknownText(typed: string, templates: readonly string[]): string {
  const starting = templates.filter((name) => !RESERVED_NAMES.includes(name));
  const all = [CHOSEN, ...starting.map((name) => `/wukong_${name} <what to do>`), ...OF_GOALS];
  const end = `There are: ${all.join(', ')}. Each template in .wukong/templates/ adds one.`;
  if (typed === '/wukong') return `Wukong: say what to do behind /wukong. ${end}`;
  const meant = nearest(nameIn(typed), [...starting, 'resume', 'pause']);
  const hint = meant === undefined ? '' : ` Did you mean /wukong_${meant}?`;
  const shown = /^[\w /-]{1,60}$/.test(typed) ? `no ${typed}` : 'no such command';
  return `Wukong: there is ${shown} here.${hint} ${end}`;
}

/** `fix` of `/wukong Fix` and `/wukong-fix`. */
function nameIn(typed: string): string {
  return typed.replace(/^\/wukong[\s_-]*/, '').toLowerCase();
}

/** A flag of ours in front of the words that says nothing we know; undefined if there is none. */
export function badFlagText(command: string, text: string): string | undefined {
  const [, flag] = /^--(risk|param)(?=[\s=]|$)/.exec(text) ?? [];
  if (flag === undefined) return undefined;
  return flag === 'risk'
    ? `Wukong: a risk can only be high: ${command} --risk high <what to do>`
    : `Wukong: a parameter has a name and a value: ${command} --param name="value" <what to do>`;
}
