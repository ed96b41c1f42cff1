// What a grammar does not know of its language, and what is read in the place of it: as long, so that places stay. It
// is asked for where a text has errors, so what looks alike elsewhere is no matter. Pure. What stands before a word is
// looked at behind it: first, it would be looked for at each place of a run of blanks.

type StandIn = readonly [pattern: RegExp, other: (text: string) => string];

const blanks = (text: string): string => text.replace(/[^\r\n]/g, ' ');
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const JAVASCRIPT: readonly StandIn[] = [
  // A function of that name, and a loop that disposes of what it goes over.
  [/\busing(?=\s*[(.=;,)])/g, capital],
  [/\busing(?=\s+\w+\s+of\b)/g, () => 'const'],
  [/\baccessor(?=\s+[\w$#'"[])/g, blanks],
  // What is known of a module beside its path.
  [/\b(?:with|assert)\b(?<=['"]\s*\w+)\s*\{[^{}]*\}/g, blanks],
];

const TYPESCRIPT: readonly StandIn[] = [
  ...JAVASCRIPT,
  // The type of a module.
  [/\bimport\s*\(\s*(['"])[^'"\n]*\1\s*\)/g, (text) => `i${blanks(text.slice(1))}`],
  // How a type may vary: `<in out T>`.
  [/\b(?:in\s+out|in|out)\b(?<=[<,]\s*(?:in\s+out|\w+))(?=\s+[\w$])/g, blanks],
  [/\btype\b(?<=\bexport\s+\w+)(?=\s*\*)/g, blanks],
];

const STAND_INS = {
  // `new(5)`, where only types were known.
  go: [[/\bnew(?=\()/g, capital]],
  javascript: JAVASCRIPT,
  python: [],
  rust: [
    // A macro that is called as a type: `str![]`.
    [/\b(?:str|char|bool|[iu](?:8|16|32|64|128|size)|f(?:32|64))(?=\s*!\s*[([{])/g, capital],
    // A token that macros alone take.
    [/~/g, () => '!'],
  ],
  tsx: TYPESCRIPT,
  typescript: TYPESCRIPT,
} as const satisfies Readonly<Record<string, readonly StandIn[]>>;

export type GrammarName = keyof typeof STAND_INS;
export const GRAMMARS = Object.keys(STAND_INS) as readonly GrammarName[];

/** As long as the text; the text itself, where nothing has to stand in. */
export function standInFor(grammar: GrammarName, text: string): string {
  const all: readonly StandIn[] = STAND_INS[grammar];
  return all.reduce((read, [pattern, other]) => read.replace(pattern, other), text);
}
