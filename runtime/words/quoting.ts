// Outside text in our own documents: it is data, and no line of it may end the quotation.

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
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown.replace(/\n+$/, '')}\n${fence}`;
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

function spanOf(line: string, maxChars: number): string {
  const shown = line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** The same for a cell of a table. */
export function quotedCell(text: string, maxChars = MAX_CELL_CHARS): string {
  return quotedSpan(text, maxChars).replaceAll('|', '\\|');
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
