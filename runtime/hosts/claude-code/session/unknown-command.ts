// A person typed /wukong and something that is no command. In the terminal the client answers what it
// does not know itself; with -p it would hand the words to the model.

import { reservedNames, SESSION_COMMANDS } from '../../../model/vocabulary.ts';
import { nearest } from '../../../words/did-you-mean.ts';

/** All commands, what was probably meant, and what was typed if that can be shown. */
export function meantCommand(
  typed: string,
  templates: readonly string[],
  what: string,
  words: string,
): Readonly<{ all: readonly string[]; meant: string | undefined; shown: string | undefined }> {
  const starting = templates.filter((name) => !reservedNames().includes(name));
  const ofGoals = Object.entries(SESSION_COMMANDS).map(
    ([name, ids]) => `/wukong_${name}${ids === '' ? '' : `${ids} ${words}`}`,
  );
  return {
    all: [`/wukong ${what}`, ...starting.map((name) => `/wukong_${name} ${what}`), ...ofGoals],
    meant: nearest(nameIn(typed), [...starting, ...Object.keys(SESSION_COMMANDS)]),
    shown: /^[\w /-]{1,60}$/.test(typed) ? typed : undefined,
  };
}

/** `fix` of `/wukong Fix` and `/wukong-fix`. */
function nameIn(typed: string): string {
  return typed.replace(/^\/wukong[\s_-]*/, '').toLowerCase();
}

/** How each flag is typed in front of the words. */
export const FLAG_EXAMPLES = {
  risk: '--risk high',
  reproduce: '--reproduce first',
  param: '--param name="value"',
  priority: '--priority 80',
  budget: '--budget tokens=200000,hours=4,usd=2,retries=3',
  deadline: '--deadline 2026-12-01',
  issue: '--issue org/repo#12',
} as const;

export type BadFlag = keyof typeof FLAG_EXAMPLES;

/** A flag of ours in front of the words that says nothing we know; undefined if there is none. */
export function badFlag(text: string): BadFlag | undefined {
  const flag = /^--([a-z]+)(?=[\s=]|$)/.exec(text)?.[1];
  return flag !== undefined && Object.hasOwn(FLAG_EXAMPLES, flag) ? (flag as BadFlag) : undefined;
}
