// What kept work from being good enough, in English, for a person.

import type { FailedGates, Shortfall } from '../model/shortfall.ts';
import { asSentence, upperFirst } from './plain-text.ts';

/** `the gate "lint" fails: src/a.js:3 …` */
export function failedText({ gate, says }: FailedGates[number]): string {
  return `the gate "${gate}" fails${says === undefined ? '' : `: ${says}`}`;
}

/** One by one. */
export function shortfallItems({ failed = [], why = [] }: Shortfall): readonly string[] {
  return [...failed.map(failedText), ...why];
}

/** The same as sentences; empty where nobody wrote it down. */
export function shortfallText(lacks: Shortfall): string {
  return shortfallItems(lacks)
    .map((one) => (BEGINS_WITH_WORD.test(one) ? upperFirst(asSentence(one)) : asSentence(one)))
    .join(' ');
}

/** And not with a path or a name of the code, which stay as they are. */
const BEGINS_WITH_WORD = /^[a-z]+[\s,:]/;
