// Words that fill a place and say nothing. Only rules that anybody would call fair: how much is said,
// and whether it was said before.

import { isPlaceholder } from './report-lines.ts';

/** `None: docs only.` says why; `None.` and `ok` don't. */
const MIN_WORDS = 3;

/** Too short to say anything. Two characters of a script without spaces count as a word. */
export function isEmptyStatement(text: string): boolean {
  return isPlaceholder(text) || wordsIn(text) < MIN_WORDS;
}

function wordsIn(text: string): number {
  const wide = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu,
  );
  const rest = text.replaceAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu,
    ' ',
  );
  const words = rest.split(/\s+/).filter((word) => !/^(?:[-*+–—]*|\d+[.)]?)$/.test(word));
  return words.length + (wide?.length ?? 0) / 2;
}

/** The request again, or a piece of it, in its own words: that says nothing new about when it is met. */
export function repeats(text: string, request: string): boolean {
  const folded = fold(text.replace(/\brequest ?[:：].*$/i, ''));
  return folded === '' || fold(request).includes(folded);
}

function fold(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `.replace(/^ {2}$/, '');
}
