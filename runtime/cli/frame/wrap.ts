import { stripVTControlCharacters } from 'node:util';
import { columns, wholeLine } from '../../words/plain-text.ts';

/** Lines of at most `width` columns, broken between words. A longer word stays whole: it may be a command. */
export function wrapped(text: string, width: number): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (columns(stripVTControlCharacters(longer)) <= width || line === '') {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** One line from outside, of at most `width` columns. */
export function fitted(text: string, width: number): string {
  const plain = wholeLine(text);
  if (columns(plain) <= width) return plain;
  let cut = '';
  let used = 0;
  for (const character of plain) {
    used += columns(character);
    if (used > width - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/** Wrapped, and what follows the first line set in by so many columns. */
export function hanging(text: string, width: number, by: number): string[] {
  const [first = '', ...rest] = wrapped(text, width - by);
  return [first, ...rest.map((part) => `${' '.repeat(by)}${part}`)];
}
