// Which words of a command are files that decide what it says, and which of them it runs. Pure.

import { posix } from 'node:path';

/** Paths below the top of the repository. */
export type Named = Readonly<{
  all: ReadonlySet<string>;
  /** Run as the check, or given to what may be a runner of tests; not what is compiled, loaded or only named. */
  run: ReadonlySet<string>;
}>;

export type Command = Readonly<{
  words: readonly string[];
  folder: string;
  /** It stands in a test, or in what the check loads: what it runs is what is tested. */
  isInner: boolean;
  /** Another command reads what it prints. */
  isPiped?: boolean;
}>;

export function namedBy(commands: readonly Command[]): Named {
  const all = new Set<string>();
  const run = new Set<string>();
  for (const { words, folder, isInner } of commands) {
    const at = (word: string): string =>
      posix.join(folder, word.replace(/^.*=/, '').replaceAll('\\', '/'));
    for (const word of filesNamed(words)) all.add(at(word));
    for (const word of isInner ? [] : filesRun(words)) run.add(at(word));
  }
  // `tsc tools/check.ts && node out/check.js` runs what it makes.
  const made = new Set([...run].filter(isScript).map(stemOf));
  for (const { words, folder } of commands) {
    for (const word of words) {
      if (!isScript(word) || !made.has(stemOf(word))) continue;
      all.add(posix.join(folder, word));
      run.add(posix.join(folder, word));
    }
  }
  return { all, run };
}

/**
 * Sources that are compiled with others into a program that is then run as the check: given no file, and what it prints
 * is compared with nothing. The one that holds `main` judges what the others are.
 */
export function compiledIntoChecks(commands: readonly Command[]): readonly string[] {
  const made = commands.map(({ words, folder }) => {
    const sources = words.filter((word) => COMPILED.test(word));
    const output = words.includes('-o') ? (words[words.indexOf('-o') + 1] ?? '') : 'a.out';
    const at = (word: string): string => posix.join(folder, word);
    return { program: at(output), sources: sources.length > 1 ? sources.map(at) : [] };
  });
  return made.flatMap(({ program, sources }) =>
    commands.some((command) => runsAlone(command, program)) ? sources : [],
  );
}

/** `./check`, `timeout 5 ./check -v > /dev/null`, and not `./tool in.txt`, nor `sh run.sh ./tool`. */
function runsAlone({ words, folder, isInner, isPiped }: Command, program: string): boolean {
  const at = words.findIndex((word) => word.includes('/') && posix.join(folder, word) === program);
  const first = programOf(words);
  if (at === -1 || isInner || isPiped || (first && LOADS_OR_SHOWS.test(first))) return false;
  const isBefore = words.slice(0, at).every((word) => !/[/$.]/.test(word));
  return isBefore && words.slice(at + 1).every((word) => GIVES_NO_FILE.test(word));
}

function stemOf(path: string): string {
  return posix.basename(path).replace(/\.\w+$/, '');
}

const COMPILERS =
  '(?:vue-)?tsc|esbuild|swc|rollup|webpack|parcel|tsup|ncc|browserify|uglifyjs|terser|sass|g?cc|cxx|[gc]\\+\\+|clang(?:\\+\\+)?|rustc|javac|kotlinc|swiftc';
const LINTERS =
  'eslint|prettier|biome|standard|xo|mypy|ruff|flake8|pyright|pylint|black|shellcheck|shfmt';
/** What they are given to read is the work itself, but for what these options name. */
const READS_THE_WORK = new RegExp(`^(?:${COMPILERS}|${LINTERS})$`);
/** They load a file into a shell, look at it or copy it. */
const LOADS_OR_SHOWS =
  /^(?:\.|source|\[|\[\[|test|for|case|export|local|echo|printf|cat|head|tail|wc|grep|sed|awk|sort|cut|tr|diff|cmp|cp|mv|rm|ln|ls|mkdir|touch|chmod|install|tar|zip|ar|dirname|basename|cd)$/;
/** What may stand before the name of a program. */
const STARTS =
  /^(?:\w+=.*|-.*|\$|npx|pnpx|bunx|npm|pnpm|yarn|bun|exec|x|uv|poetry|run|env|cross-env|time|command|if|then|elif|else|do|while|until|!|\{)$/;
const CONFIG_OPTION =
  /^(?:-c|--config(?:-file)?|-p|--project|--plugin|-r|--require|--import|--loader|--rcfile)$/;
const INTERPRETERS =
  /^(?:node|deno|tsx|ts-node|python[\d.]*|pypy3?|(?:ba|da|k|z|a)?sh|perl|ruby|php|lua[\d.]*|Rscript|pwsh)$/;
/** With these an interpreter is a runner of tests. */
const AS_RUNNER = /^(?:--test|-m|test)$/;
const OF_C = /\.(?:c|cc|cpp|cxx|m|mm|h|hh|hpp|hxx)$/;
const COMPILED = /\.(?:c|cc|cpp|cxx|m|mm|go|rs|swift|zig)$/;
/** Options, and what is printed to nowhere. */
const GIVES_NO_FILE = /^(?:-.*|\d?>|\d?>?\/dev\/null)$/;
const SCRIPT = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|sh|bash|R|ps1)$/;

function isScript(word: string): boolean {
  return SCRIPT.test(word);
}

/** Of a command: its words that may be files which decide what it says. */
function filesNamed(words: readonly string[]): readonly string[] {
  const program = programOf(words);
  return program === undefined || !READS_THE_WORK.test(program) ? words : configured(words);
}

/** The script that it runs, and not what that is given; of a program that nobody knows each word. */
export function filesRun(words: readonly string[]): readonly string[] {
  const program = programOf(words);
  if (program === undefined) return [];
  if (READS_THE_WORK.test(program)) return configured(words);
  if (LOADS_OR_SHOWS.test(program)) return [];
  const rest = words.slice(words.findIndex((word) => !STARTS.test(word)));
  const known = [...configured(words).filter(isScript), ...words.filter(setsOptions)];
  if (isScript(program)) return [...known, program];
  const after = rest.slice(1);
  if (INTERPRETERS.test(posix.basename(program)) && !after.some((word) => AS_RUNNER.test(word))) {
    const isKnown = (word = ''): boolean => known.includes(word);
    return [
      ...known,
      ...filesRun(after.filter((word, i) => !isKnown(word) && !isKnown(after[i + 1]))),
    ];
  }
  return words.filter((word) => !OF_C.test(word));
}

/** `NODE_OPTIONS=--import=./hook.mjs` */
function setsOptions(word: string): boolean {
  return /^\w+=-/.test(word);
}

/** `$(CC)` is `cc`. */
function programOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => !STARTS.test(word));
  const isVariable = words[at - 1] === '$' || /^\$\{?\w+\}?$/.test(words[at] ?? '');
  const program = words[at];
  return isVariable ? program?.replace(/[${}]/g, '').toLowerCase() : program;
}

function configured(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => {
    const option = word.includes('=') ? word.replace(/=.*$/, '') : words[at - 1];
    return option !== undefined && CONFIG_OPTION.test(option) && !OF_C.test(word);
  });
}
