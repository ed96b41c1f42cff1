// Words of others in our own Markdown: they are data, no part of them may end the quotation, and none of them is live
// where it is rendered: no mention, link, picture, HTML, heading or reference to an issue or a commit. Whatever
// prints Markdown uses this file: a code span, a block, or a line that is a span unless nothing in it is live.

import { visible } from './plain-text.ts';

const MAX_BLOCK_CHARS = 8_000;
const MAX_CELL_CHARS = 160;

/** A code block whose fence is longer than any run of backticks inside. */
export function quotedBlock(original: string, maxChars = MAX_BLOCK_CHARS): string {
  const text = visible(original);
  const shown =
    text.length <= maxChars
      ? text
      : `${text.slice(0, maxChars)}\n[… ${text.length - maxChars} more characters]`;
  return fenced(shown.replace(/\n+$/, ''), 'text');
}

/** Exactly this text in a block, whatever is in it. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The same text exactly: white space in it may be what it is about. Only what spans no line is a span. */
export function quotedExactly(original: string, maxChars = MAX_CELL_CHARS): string {
  const text = visible(original).trim();
  if (text === '') return '–';
  if (!text.includes('\n')) return spanOf(text, maxChars);
  return `\n${quotedBlock(text, maxChars).replace(/^/gm, '  ')}\n `;
}

/** One line as a code span. */
export function quotedSpan(text: string, maxChars = MAX_CELL_CHARS): string {
  const line = visible(text.replace(/\s+/g, ' ')).trim();
  return line === '' ? '–' : spanOf(line, maxChars);
}

/** The same for a cell of a table. */
export function quotedCell(text: string, maxChars = MAX_CELL_CHARS): string {
  // Readers differ on what `\|` is behind another backslash, so there is none.
  return quotedSpan(text, maxChars).replaceAll('\\|', '\\ |').replaceAll('|', '\\|');
}

/** A sentence that names words of others: as it is where nothing in it is live, else a code span as a whole. */
export function inertLine(text: string): string {
  const line = visible(text.replace(/\s+/g, ' ')).trim();
  return line === '' || isInert(line) ? line : spanOf(line, Number.POSITIVE_INFINITY);
}

/** Letters, digits and what punctuates them. An underscore within a word is no emphasis. */
const PLAIN =
  /^(?:[\p{L}\p{M}\p{N} ,.;:!?…'"“”‘’()%+=/\-–—·→×{}，。、；：！？（）「」《》]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*$/u;
/** What is a list, a heading or a rule where it begins a line. */
const BEGINS_BLOCK = /^(?:[-+=]|\d{1,9}[.)](?:\s|$))/;
/** Addresses, and what a code host makes links of. */
const LINKS = /:\/\/|\bwww\.|\bgh-\d|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/i;

/** Only text and code spans of one backtick each, all of them closed. */
function isInert(line: string): boolean {
  const parts = line.split('`');
  if (parts.length % 2 === 0 || line.includes('``')) return false;
  return !BEGINS_BLOCK.test(line) && parts.every((part, at) => at % 2 === 1 || isPlain(part));
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !LINKS.test(text);
}

/** What `spanOf` or `inertLine` made, as it was; any other text as it is. */
export function unquoted(text: string): string {
  const fence = /^`+/.exec(text)?.[0];
  if (fence === undefined || !text.endsWith(fence) || text.length <= 2 * fence.length) return text;
  const inside = text.slice(fence.length, -fence.length);
  const isPadded = inside.startsWith(' `') || inside.endsWith('` ');
  const original = isPadded ? inside.slice(1, -1) : inside;
  return longestRun(original) === fence.length - 1 && spanOf(original, Infinity) === text
    ? original
    : text;
}

function spanOf(line: string, maxChars: number): string {
  const shown = line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const char of text) {
    run = char === '`' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
