// What the languages have in common that a line can be planted in: a body that runs cases, how these may be
// called, and where it ends.

/** `cut` signs from `at` on go, and `put` stands there instead. */
export type Edit = Readonly<{ at: number; cut?: number; put: string }>;

/** The edits that make a body fail with a word at its end; `line` is the one that holds the word. */
export type Planting = Readonly<{ line: Edit; around?: readonly Edit[] }>;

/** What runs one case, or all those of a table. */
export type Body = Readonly<{
  /** As its source has it, what is made while it runs as `…`. */
  name: string;
  fits: (name: string) => Fit | undefined;
  /** All that it is called, its blanks as one, where nothing of that is made while it runs. */
  names?: readonly string[];
  /** Only a name can tell that it is a case. */
  isOther?: boolean;
  /** Where it stands, in languages in which one case can stand in another. */
  span?: Span;
}> &
  (
    | Readonly<{ end: (word: string) => readonly Planting[] }>
    /** What stands in the way, in a few words. */
    | Readonly<{ why: string }>
  );

type Span = Readonly<{ start: number; end: number }>;

/** Perhaps: a part of the name is made while it runs. */
export type Fit = 'exactly' | 'perhaps';

/** A part of a name; undefined: anything. */
export type Part = string | undefined;

/**
 * `blank`: what stands in the pattern for one. Part by part from the left: a single pattern would try each length of
 * each open part with each of the others.
 */
export function fitOf(parts: readonly Part[], name: string, blank = ' '): Fit | undefined {
  if (!parts.includes(undefined)) return parts.join('') === name ? 'exactly' : undefined;
  const fixed: string[] = [''];
  for (const part of parts) {
    if (part === undefined) fixed.push('');
    else fixed[fixed.length - 1] += quoted(part).replaceAll(' ', blank);
  }
  const [first = '', ...others] = fixed;
  const last = others.pop() ?? '';
  let rest = pastFirst(`^${first}`, name);
  for (const one of others) {
    if (rest === undefined) return undefined;
    if (one !== '') rest = pastFirst(one, rest);
  }
  return rest !== undefined && new RegExp(`${last}$`, 'u').test(rest) ? 'perhaps' : undefined;
}

function pastFirst(pattern: string, text: string): string | undefined {
  const found = new RegExp(pattern, 'u').exec(text);
  return found ? text.slice(found.index + found[0].length) : undefined;
}

function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

export function shown(parts: readonly Part[]): string {
  return parts.map((part) => part ?? '…').join('');
}

/**
 * A word in two halves: runners print the lines around one that failed, and the word shall be seen where it
 * was thrown alone.
 */
export function halves(word: string): readonly [string, string] {
  const middle = Math.ceil(word.length / 2);
  return [word.slice(0, middle), word.slice(middle)];
}

/** The blanks that the line of a place begins with. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

/** How far one block stands in another in this file. */
export function indentUnit(text: string, otherwise: string): string {
  const first = /^(?:\t| {2,8})(?=\S)/m.exec(text)?.[0];
  return first ?? otherwise;
}

/** Behind the blanks that follow on the same line. */
export function pastBlanks(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end;
}

/** Of the line of a place, in front of what ends it. */
export function lineEnd(text: string, at: number): number {
  const end = /\r?\n|$/.exec(text.slice(at))?.index ?? 0;
  return at + end;
}
