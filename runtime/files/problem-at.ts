// What is wrong at a place of a text.

import type { Problem } from '../model/failure.ts';
import { lineIndex, lineStarts } from './line-starts.ts';

const MAX_TOLD_CHARS = 500;
const MAX_PROBLEMS = 50;

/** `starts`: where each line begins. The parser's own count misses lines inside broken text. */
export type Source = Readonly<{ display: string; text: string; starts: readonly number[] }>;

export function sourceOf(display: string, text: string): Source {
  return { display, text, starts: lineStarts(text) };
}

export function problem(
  source: Source,
  start: number,
  width: number,
  message: string,
  hint?: string,
): Problem {
  const at = Math.min(start, source.text.length);
  const line = lineIndex(source.starts, at);
  const begin = source.starts[line] ?? 0;
  const text = source.text.slice(begin, source.starts[line + 1]).replace(/\r?\n$/, '');
  const rest = text.slice(at - begin).trimEnd().length;
  return {
    file: source.display,
    line: line + 1,
    column: at - begin + 1,
    message: plain(message),
    source: plain(text),
    width: Math.max(1, Math.min(width, rest)),
    ...(hint === undefined ? {} : { hint: plain(hint) }),
  };
}

/** Words of the file are quoted to terminals and models: bounded, without control characters. */
function plain(text: string): string {
  return text.slice(0, MAX_TOLD_CHARS).replaceAll(/(?!\t)\p{Cc}/gu, '\uFFFD');
}

/** File by file, by place, each once. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const once = new Map(problems.map((p) => [`${p.file}:${p.line}:${p.column}:${p.message}`, p]));
  return [...once.values()]
    .sort(
      (a, b) =>
        files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
    )
    .slice(0, MAX_PROBLEMS);
}
