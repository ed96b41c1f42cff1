import { lineIndex } from '../../files/line-starts.ts';

/** 1-based, both inclusive. */
export type LineRange = Readonly<{ line: number; endLine: number }>;

/**
 * Where a quote stands: it begins in `first..last`, else as near to them as `around` lines. What
 * doesn't matter: how much white space, where lines break, and how a letter with an accent is stored.
 */
export function findQuote(
  lines: readonly string[],
  quote: string,
  { first, last, around }: Readonly<{ first: number; last: number; around: number }>,
): LineRange | undefined {
  // Models shorten what they quote: `function decode(buffer) { …`.
  const wanted = comparable(fold(quote).replace(/^(?:…|\.{3})|(?:…|\.{3})$/g, ''));
  if (wanted === '') return undefined;
  const { text, starts } = runningText(lines);
  let nearest: Readonly<{ range: LineRange; away: number }> | undefined;
  const from = starts[Math.max(1, first - around) - 1] ?? 0;
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const line = lineIndex(starts, at) + 1;
    const away = line < first ? first - line : Math.max(0, line - last);
    if (line > last + around || (nearest && line > last && away >= nearest.away)) break;
    if (away > around || (nearest && away >= nearest.away)) continue;
    const endLine = lineIndex(starts, at + wanted.length - 1) + 1;
    nearest = { range: { line, endLine }, away };
    if (away === 0) break;
  }
  return nearest?.range;
}

type RunningText = Readonly<{
  text: string;
  /** Where each line begins in it; an empty line begins where the next one does, and is never found. */
  starts: readonly number[];
}>;

/** One file is asked for many quotes. */
const KNOWN = new WeakMap<readonly string[], RunningText>();

/** All lines as one text, folded, so that a quote over several of them is found like any other. */
function runningText(lines: readonly string[]): RunningText {
  const known = KNOWN.get(lines);
  if (known) return known;
  const pieces: string[] = [];
  const starts: number[] = [];
  let length = 0;
  let before = '';
  for (const line of lines) {
    const folded = comparable(line);
    const gap = before === '' || folded === '' || areSigns(before, folded) ? '' : ' ';
    starts.push(length + gap.length);
    if (folded === '') continue;
    pieces.push(gap, folded);
    length += gap.length + folded.length;
    before = folded;
  }
  const made = { text: pieces.join(''), starts };
  KNOWN.set(lines, made);
  return made;
}

/** Chinese and Japanese are written without spaces: a line break between two signs is no space. */
function comparable(text: string): string {
  return fold(text.normalize('NFC')).replace(BETWEEN_SIGNS, '');
}

function areSigns(before: string, after: string): boolean {
  return SIGN.test(before.slice(-2)) && SIGN_FIRST.test(after);
}

const SIGNS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const BETWEEN_SIGNS = new RegExp(`(?<=${SIGNS}) (?=${SIGNS})`, 'gu');
const SIGN = new RegExp(`${SIGNS}$`, 'u');
const SIGN_FIRST = new RegExp(`^${SIGNS}`, 'u');

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
