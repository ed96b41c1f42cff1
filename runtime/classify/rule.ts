// What a rule is, and what the rules are written with.

export const TRACKS = ['fix', 'feature', 'refactor', 'direct'] as const;
export type Track = (typeof TRACKS)[number];

export type Rule = Readonly<{
  /** What it speaks for; of several, each is as likely. */
  for: readonly Track[];
  /**
   * 5 names the track, 4 says it clearly, 3 is how it is usually said. 2 and 1 choose nothing: 2 is enough
   * to doubt another 3.
   */
  weight: 1 | 2 | 3 | 4 | 5;
  words: readonly RegExp[];
  /** Ends the sentence that the words begin: `"crashes" says that something fails`. */
  says: string;
}>;

const BEFORE_ORDER = String.raw`(?:and|then|also|please|just|only|must|we should|(?:need|want|have|like) to)\s+`;

/** Words that ask for something where an order begins: first of all, behind a stop, behind "and" and the like. */
export function order(words: string): RegExp {
  const begins = String.raw`(?:^|[|,.;:!，。；：、\])】]\s*|\b${BEFORE_ORDER})`;
  return new RegExp(`${begins}(?:${words})`, 'i');
}

/** `[Bug] …`, `【需求】…`, `fix(parser): …`. */
export function tag(names: string): RegExp[] {
  return [
    new RegExp(String.raw`[[【(]\s*(?:${names})\s*[\]】)]\s*[:：]?`, 'i'),
    new RegExp(String.raw`^\W*(?:${names})(?:\([^)]*\))?!?\s*[:：]`, 'i'),
  ];
}

/** What an order said, without the stop or the "and" in front of it. */
export function inner(match: string): string {
  const words = match.replaceAll(/^[^\p{L}\p{N}“.-]+|[^\p{L}\p{N}”]+$/gu, '');
  return words.replace(new RegExp(`^${BEFORE_ORDER}`, 'i'), '');
}
