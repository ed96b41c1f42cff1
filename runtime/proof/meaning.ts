// What each changed file is to the program, one meaning a file. Pure: what git and the manifests say of it
// was read before.

import { posix } from 'node:path';
import type { Named } from '../evidence/seal/named-files.ts';
import { isProduct, isProse, type Product } from '../evidence/seal/product-paths.ts';
import { isSealed, isTestMaterial } from '../evidence/seal/sealed-files.ts';
import { namesPackages } from '../evidence/trees/lock-files.ts';
import type { ChangeStatus } from '../model/evidence.ts';
import type { Meaning } from './change.ts';
import { languageOf } from './code-lines.ts';
import type { Split } from './parts.ts';

export type File = Readonly<{
  path: string;
  status: ChangeStatus;
  /** A repository inside: there is only its commit. */
  isInner: boolean;
  /** Where it has parts, and they can be told apart. */
  split?: Split | undefined;
  /** A build file that was there, and has nothing but more dependencies. */
  gains?: boolean;
}>;

/** What was read of the two trees. */
export type Known = Readonly<{
  /** Of the base, and of the tree for what is new. */
  product: Readonly<{ base: Product; tree: Product }>;
  /** Files that the checks name, in their words or in the scripts these lead to. */
  named: Named;
  /** Modules of Rust that only tests have. */
  testModules: ReadonlySet<string>;
  /** In which program file a file is named, and whether a test names it too. */
  namedIn: (path: string) => string | undefined;
  /** Words of the commands that the checks lead to. */
  commands: readonly string[];
}>;

export type Said = Readonly<{
  meaning: Meaning;
  because: string;
  /** Nobody can say which part of it is which: a person has to. */
  isUnsure?: true;
}>;

export function meaningsOf(files: readonly File[], known: Known): readonly Said[] {
  const said = files.map((file) => meaningOf(file, known));
  const changesProgram = said.some(({ meaning }) => meaning === 'program' || meaning === 'both');
  if (changesProgram) return said;
  // Nothing else of the program changed: so it is what was put right, and no run can tell whether it also judges.
  return said.map((one, i) => {
    const path = files[i]?.path ?? '';
    if (one.meaning !== 'judge' || !builds(path, known.commands)) return one;
    const because = 'the checks go through it, and nothing else of the program changed';
    return { meaning: 'program', because, isUnsure: true };
  });
}

function meaningOf(file: File, known: Known): Said {
  const { path, status, split } = file;
  const what = file.isInner ? `${path}/x` : path;
  const byPerson = known.product.base.globs && listedBy(what, status, known);
  // What a person names is no test, whichever check reads it. Parts are told apart all the same.
  if (byPerson && !split && !known.testModules.has(path)) return program(byPerson);
  if (!byPerson && isTestMaterial(what)) return judge('a test, or what tests read, by its name');
  if (split && !path.endsWith('.rs')) return bySplit(split);
  if (file.gains) return program('it has nothing but more dependencies');
  if (!byPerson && isSealed(what)) return judge('how checks are run, by its name');
  if (judgesByName(path, status, known)) return judge('a check names it');
  if (known.testModules.has(path)) return judge('a module that only tests have');
  if (isOnlyProse(path, known))
    return { meaning: 'prose', because: 'text for people, by its name' };
  const listed = listedBy(what, status, known);
  if (listed !== undefined) return split ? bySplit(split, listed) : program(listed);
  if (file.isInner) return program('a repository inside, by its commit');
  if (namesPackages(path)) return program('which packages it needs');
  const { base } = known.product;
  if (base.globs) return judge('no product: glob has it');
  const named = known.namedIn(path);
  if (named !== undefined) return program(`${named} reads it`);
  const guess = 'no manifest says what the program is';
  if (base.isGuess) return split ? bySplit(split, guess) : program(guess);
  return judge('no manifest lists it');
}

/** A source of the program that a check compiles, loads or only names judges nothing: one that it runs does. */
function judgesByName(path: string, status: ChangeStatus, { named, product }: Known): boolean {
  if (!named.all.has(path)) return false;
  if (named.run.has(path) || languageOf(path) === undefined) return true;
  // Of a guess its folders: what lies at the top beside the check may be of either.
  const lists = (one: Product): boolean =>
    isProduct({ ...one, paths: one.paths.filter((at) => !one.isGuess || at.endsWith('/')) }, path);
  return !lists(product.base) && !(status === 'A' && lists(product.tree));
}

function judge(because: string): Said {
  return { meaning: 'judge', because };
}

function program(because: string): Said {
  return { meaning: 'program', because };
}

/** `otherwise`: why it is of the program, where nothing of it differs that has a name. */
function bySplit({ differs }: Split, otherwise?: string): Said {
  const named = (keys: readonly string[]): string => {
    const more = keys.length - MOST_NAMED;
    return more > 0 ? `${keys.slice(0, MOST_NAMED).join(', ')} and ${more} more` : keys.join(', ');
  };
  const { program: ours, judge: theirs } = {
    program: named(differs.program),
    judge: named(differs.judge),
  };
  if (ours !== '' && theirs !== '')
    return { meaning: 'both', because: `program: ${ours}; judge: ${theirs}` };
  if (ours !== '') return program(`${ours} changed`);
  if (theirs !== '') return judge(`${theirs} changed`);
  if (otherwise !== undefined) return program(otherwise);
  return { meaning: 'prose', because: 'nothing of it changed that anything reads' };
}

const MOST_NAMED = 4;

/** Which program file a manifest lists it as. What is new counts by the manifests of now, too. */
function listedBy(path: string, status: ChangeStatus, { product }: Known): string | undefined {
  const by = (one: Product): string | undefined => {
    if (one.isGuess || !isProduct(one, path)) return undefined;
    if (one.globs) return 'a product: glob has it';
    const found = one.paths.find((listed) =>
      listed.endsWith('/') ? path.startsWith(listed) : path === listed,
    );
    const folder = found?.endsWith('/') ? `${found} is` : 'it is';
    return `${folder} of the program by ${manifestOver(one, path)}`;
  };
  return by(product.base) ?? (status === 'A' ? by(product.tree) : undefined);
}

/** The manifest nearest above it. */
function manifestOver({ by }: Product, path: string): string {
  const above = by.filter((one) => {
    const folder = posix.dirname(one);
    return folder === '.' || path.startsWith(`${folder}/`);
  });
  return above.sort((a, b) => b.length - a.length)[0] ?? by[0] ?? 'a manifest';
}

const FOR_PEOPLE =
  /^(?:README|CHANGELOG|CHANGES|HISTORY|CONTRIBUTING|SECURITY|CODE_OF_CONDUCT|TODO)\b/i;

/** Beside sources a text may be what the program sends: that is prose only if its name says so. */
function isOnlyProse(path: string, known: Known): boolean {
  if (!isProse(path)) return false;
  const isBeside = listedBy(path, 'A', known) !== undefined;
  return (
    !isBeside ||
    FOR_PEOPLE.test(posix.basename(path)) ||
    /^LICENSE|NOTICE/.test(posix.basename(path))
  );
}

/** Files without keys that a command goes through, with words of it. */
const BUILDS: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [
    /^(?:(?:GNUm|M|m)akefile|.*\.mk|CMakeLists\.txt|meson\.build)$/,
    /^(?:g?make|cmake|ctest|meson|ninja)$/,
  ],
  [/^\.?[Jj]ustfile$/, /^just$/],
  [/^(?:pom\.xml)$/, /^(?:mvn|.*\/mvnw|mvnw)$/],
  [/\.gradle(?:\.kts)?$|^gradle\.properties$/, /^(?:gradle|.*gradlew)$/],
  [/^build\.rs$/, /^cargo$/],
  [/^mix\.exs$/, /^mix$/],
  [/^Rakefile$/, /^rake$/],
  [/^build\.sbt$/, /^sbt$/],
  [/^setup\.py$/, /^(?:python3?|pytest|tox|nox)$/],
  [/^(?:Gruntfile|gulpfile)\.\w+$/, /^(?:grunt|gulp)$/],
  [/^Taskfile\.ya?ml$/, /^task$/],
];

function builds(path: string, commands: readonly string[]): boolean {
  const name = posix.basename(path);
  const words = BUILDS.find(([pattern]) => pattern.test(name))?.[1];
  return words !== undefined && commands.some((word) => words.test(word));
}
