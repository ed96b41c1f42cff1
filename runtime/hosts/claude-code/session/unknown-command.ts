// A person typed /wukong and something that is no command. In the terminal the client answers what it
// does not know itself; with -p it would hand the words to the model.

import { RESERVED_NAMES } from '../../../model/vocabulary.ts';
import { nearest } from '../../../words/did-you-mean.ts';

/** What there is. `typed` begins with /wukong; `templates` are the names found here. */
export function unknownText(typed: string, templates: readonly string[]): string {
  const { all, meant, shown } = meantCommand(typed, templates, '<what to do>', '[words]');
  const end = `There are: ${all.join(', ')}. Each template in .wukong/templates/ adds one.`;
  if (typed === '/wukong') return `Wukong: say what to do behind /wukong. ${end}`;
  const hint = meant === undefined ? '' : ` Did you mean /wukong_${meant}?`;
  const no = shown === undefined ? 'no such command' : `no ${shown}`;
  return `Wukong: there is ${no} here.${hint} ${end}`;
}

/** All commands, what was probably meant, and what was typed if that can be shown. */
export function meantCommand(
  typed: string,
  templates: readonly string[],
  what: string,
  words: string,
): Readonly<{ all: readonly string[]; meant: string | undefined; shown: string | undefined }> {
  const starting = templates.filter((name) => !RESERVED_NAMES.includes(name));
  const ofGoals = [`/wukong_resume [G-0001] [N-010] ${words}`, '/wukong_pause'];
  return {
    all: [`/wukong ${what}`, ...starting.map((name) => `/wukong_${name} ${what}`), ...ofGoals],
    meant: nearest(nameIn(typed), [...starting, 'resume', 'pause']),
    shown: /^[\w /-]{1,60}$/.test(typed) ? typed : undefined,
  };
}

/** `fix` of `/wukong Fix` and `/wukong-fix`. */
function nameIn(typed: string): string {
  return typed.replace(/^\/wukong[\s_-]*/, '').toLowerCase();
}

/** A flag of ours in front of the words that says nothing we know; undefined if there is none. */
export function badFlag(text: string): 'risk' | 'param' | undefined {
  const [, flag] = /^--(risk|param)(?=[\s=]|$)/.exec(text) ?? [];
  return flag === 'risk' || flag === 'param' ? flag : undefined;
}
