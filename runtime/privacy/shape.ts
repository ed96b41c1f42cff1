// What the lists of shapes are made of.
//
// Every pattern begins with letters of its own or at the edge of a word, and what may follow is one
// class of characters: nothing can be read in two ways, so no input makes it try them all. What a
// pattern can't say without looking ahead is said by `if`, on the text it has already taken.

export type Shape = Readonly<{
  kind: string;
  /** One of these stands in every match: a plain search is many times faster than the pattern. */
  hints: readonly string[];
  pattern: RegExp;
  /** What follows the first group is the secret; without a group the whole match is. */
  if?: (secret: string) => boolean;
}>;

/** Not within a longer word or token; a line break, a colour or a sign as JSON and URLs write it is none. */
const EDGE = '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt]|%[0-9A-F]{2}|\\[[0-9;]{0,12}m))';

export function token(kind: string, hints: string, pattern: string, check?: Shape['if']): Shape {
  return {
    kind,
    hints: hints.split(' '),
    pattern: atEdge(pattern),
    ...(check ? { if: check } : {}),
  };
}

/** The edge is looked at behind the first letter: a pattern that begins with one is found much faster. */
function atEdge(pattern: string): RegExp {
  const [, first, rest] = /^([A-Za-z])([^{?*+].*)$/.exec(pattern) ?? [];
  return first === undefined
    ? new RegExp(EDGE + pattern, 'g')
    : new RegExp(`${first}(?<=${EDGE}${first})${rest}`, 'g');
}

export function hasDigit(text: string): boolean {
  return /[0-9]/.test(text);
}
