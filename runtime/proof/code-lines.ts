// A source line by line, as it is read for what it does: without its comments, and also without what
// stands in its strings. Pure.

import { codeMask, IN_STRING, type Language as Masked } from '../evidence/seal/code-mask.ts';

const LANGUAGES = {
  javascript: /\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/,
  python: /\.pyi?$/,
  go: /\.go$/,
  rust: /\.rs$/,
  c: /\.(?:c|cc|cpp|cxx|m|mm|h|hh|hpp|hxx)$/,
  java: /\.(?:java|kt|kts|scala|groovy)$/,
  csharp: /\.(?:cs|fs)$/,
  ruby: /\.(?:rb|rake)$/,
  php: /\.php$/,
  elixir: /\.exs?$/,
  other: /\.(?:swift|dart|lua|pl|pm|zig|d|nim|jl|sh|bash|erl|hs|ml)$/,
} as const;
export type Language = keyof typeof LANGUAGES;

/** Whose strings and comments are read exactly; those of the others look like the last one's, or are not. */
const MASKED: Partial<Record<Language, Masked>> = {
  javascript: 'javascript',
  python: 'python',
  rust: 'rust',
  go: 'javascript',
  c: 'javascript',
  java: 'javascript',
  csharp: 'javascript',
};
const MOST_CHARS = 500_000;
/** Each line that is longer stands as it is: what opens there and does not close is looked for again and again. */
const MOST_LINE = 10_000;

export function languageOf(path: string): Language | undefined {
  const names = Object.keys(LANGUAGES) as Language[];
  return names.find((name) => LANGUAGES[name].test(path));
}

export type CodeLines = Readonly<{
  /** Comments are blank. */
  text: readonly string[];
  /** Strings are blotted out, too. */
  code: readonly string[];
}>;

export function codeLines(language: Language, text: string): CodeLines {
  const masked = MASKED[language];
  const isShort = text.length <= MOST_CHARS && !isLong(text);
  const mask = masked && isShort ? codeMask(masked, text) : undefined;
  if (mask === undefined) return plainLines(text);
  const kept = [...mask].map((sign, at) => (sign === IN_STRING ? (text[at] ?? '') : sign)).join('');
  return { text: kept.split('\n'), code: mask.split('\n') };
}

const COMMENT = /^\s*(?:\/\/|#(?![[!])|--|;|%|\*|\/\*|<!--)/;
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

function isLong(text: string): boolean {
  return text.split('\n').some((line) => line.length > MOST_LINE);
}

/** Where nobody is sure: lines that are comments as a whole are blank. */
function plainLines(text: string): CodeLines {
  const lines = text.split('\n').map((line) => (COMMENT.test(line) ? '' : line));
  const code = lines.map((line) =>
    isLong(line) ? line : line.replace(STRING, (string) => IN_STRING.repeat(string.length)),
  );
  return { text: lines, code };
}

/** What stands between quotes on a line. */
export function stringsIn(line: string): readonly string[] {
  const found = line.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return [...found].map(([, , text = '']) => text);
}
