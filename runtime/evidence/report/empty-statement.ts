// Words that fill a place and say nothing. Only rules that anybody would call fair: how much is said,
// and whether it was said before.

import { holdsWords } from '../../model/holds-words.ts';
import { isPlaceholder } from './report-lines.ts';

/** `None: docs only.` says why; `None.` and `ok` don't. */
const MIN_WORDS = 3;

/** Too short to say anything. Two characters of a script without spaces count as a word. */
export function isEmptyStatement(text: string): boolean {
  return isPlaceholder(text) || wordsIn(text) < MIN_WORDS;
}

/** `mean([]) === 0`, `exit code 0`: short, and nobody could ask for more. */
export function isExact(text: string): boolean {
  const said = text.replace(LIST_MARK, '');
  return (
    isComparison(said) || (VALUE.test(said) && /\p{L}{3,}|\p{Script=Han}{2,}/u.test(rest(said)))
  );
}

/** Input and outcome in one, or one test by its place: exact also where the request says it in the same words. */
export function isComparison(text: string): boolean {
  return COMPARED.test(text) || EXIT_CODE.test(text) || PLACE.test(text);
}

const LIST_MARK = /^\s*(?:[-*+–—]|\d+[.)])\s+/;
const COMPARED = /[^\s=<>!-]\s*(?:[=!]==?|[<>]=?|[≤≥≠→⇒]|[-=]>|=)\s*[^\s=<>]/u;
const EXIT_CODE =
  /\bexit(?:s|ed)?(?:\s+with)?(?:\s+(?:code|status))?\s+\d+\b|(?:退出码|退出代码|返回码)\D{0,4}\d/i;
/** `tests/test_bits.py::test_length`, `test/bits.test.js:12` */
const PLACE = /[\w-]\.\w+:(?::[\w\p{L}]|\d+\b)/u;
/** A number, a literal or quoted code, standing alone. */
const VALUE =
  /(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-]|\s*%)|"[^"]*"|'[^']*'|`[^`]+`|\[\]|\{\}|\b(?:true|false|null|nil|None|undefined|NaN)\b/;

/** What is said about the value. */
function rest(text: string): string {
  return text.replace(VALUE, ' ').replaceAll(NOTHING_SAID, ' ');
}

const NOTHING_SAID =
  /\b(?:works?|done|okay|fine|good|fixed|pass(?:es|ed)?)\b|完成|通过|正常|修复|可以/gi;

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
  const own = text.replace(/[\s(（[]*\brequest ?[:：].*$/i, '').replace(/[\s.。!！]+$/, '');
  return !/[\p{L}\p{N}]/u.test(own) || holdsWords(request, own, 'whole words');
}
