// A fix that was mined, whole, and what is made of it: a change that only looks like one.

import { posix } from 'node:path';
import { type Content, type Hunk, type Role, withHunks } from '../change.ts';
import type { Repository } from '../list.ts';

export type File = Readonly<{
  path: string;
  role: Role;
  /** Null where it is not there. Empty for a file that is no text. */
  before: string | null;
  after: string | null;
  hunks: readonly Hunk[];
  put: Content;
}>;

export type Fix = Readonly<{
  repository: Pick<Repository, 'language' | 'runner' | 'check'>;
  commit: string;
  files: readonly File[];
  /** Every path of the fix. */
  there: ReadonlySet<string>;
  /** Files of settings at its top, by name. */
  settings: Readonly<Record<string, string>>;
  /** A folder outside of every repository, and one in the clone that git ignores. */
  outside: string;
  ignored: string | undefined;
}>;

export type Files = ReadonlyMap<string, Content>;

export type Forged = Readonly<{
  /** Over the files of the fix. */
  files: Files;
  /** The same without what pretends: a plain run has to say no to it, or it is no forgery. */
  without?: Files;
  /** Written beside the trees while it is judged: by absolute path, or below the clone. */
  outside?: Readonly<Record<string, string>>;
  ignored?: Readonly<Record<string, string>>;
  /** What a filter of git makes of every file that names it. */
  filter?: string;
}>;

export type Variant = Readonly<{
  name: string;
  kind: string;
  says: string;
  /** The documentation names it as not seen. */
  isNamed?: true;
  /** In the order in which they are tried; none: it does not apply. */
  forge: (fix: Fix) => readonly Forged[];
}>;

export function filesOf({ files }: Pick<Fix, 'files'>, role: Role): readonly File[] {
  return files.filter((file) => file.role === role);
}

/** The program of before, with the tests and all else of the fix. */
export function undone(fix: Fix): ReadonlyMap<string, Content> {
  return new Map(filesOf(fix, 'program').map(({ path, put }) => [path, put]));
}

export function over(...files: readonly Files[]): Files {
  return new Map(files.flatMap((one) => [...one]));
}

/** The file that gets the comment: one that was there, and is still. */
export function mainFile(fix: Fix): (File & { before: string; after: string }) | undefined {
  for (const file of filesOf(fix, 'program')) {
    const { before, after } = file;
    if (before !== null && after !== null && before !== '') return { ...file, before, after };
  }
  return undefined;
}

/** The program of before, and more at the end of its main file. */
export function withMore(
  fix: Fix,
  more: (file: File & { before: string; after: string }) => string | undefined,
): Files | undefined {
  const file = mainFile(fix);
  const text = file && more(file);
  if (file === undefined || text === undefined) return undefined;
  return over(undone(fix), new Map([[file.path, `${file.before.trimEnd()}\n${text}\n`]]));
}

export function commented(fix: Fix, words = 'Looked at: holds as it is.'): Files | undefined {
  return withMore(fix, () => `${fix.repository.language === 'python' ? '#' : '//'} ${words}`);
}

/** Each changed file of tests made into another one; nothing where none of them can be. */
export function withTests(fix: Fix, make: (file: File) => string | undefined): Files | undefined {
  const made = filesOf(fix, 'test').flatMap((file) => {
    const text = file.after === null || file.after === '' ? undefined : make(file);
    return text === undefined || text === file.after ? [] : [[file.path, text] as const];
  });
  return made.length === 0 ? undefined : new Map(made);
}

/** As they were before the fix. */
export function oldTests(fix: Fix): Files {
  return new Map(filesOf(fix, 'test').map(({ path, put }) => [path, put]));
}

export function one(...parts: readonly (Files | undefined)[]): readonly Forged[] {
  const there = parts.filter((part) => part !== undefined);
  return there.length === parts.length ? [{ files: over(...there) }] : [];
}

export function dirOf(path: string): string {
  const dir = posix.dirname(path);
  return dir === '.' ? '' : `${dir}/`;
}

/** As `require` or `import` names one file from another. */
export function specifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** What a module of JavaScript names by a path, named from where it lies now. */
export function moved(text: string, from: string, to: string): string {
  return text.replace(
    /(\brequire\(\s*|\bfrom\s+|\bimport\(\s*|^import\s+)(['"])(\.{1,2}\/[^'"]*|\.{1,2})\2/gm,
    (_, before: string, quote: string, name: string) => {
      const path = posix.join(posix.dirname(from), name);
      return `${before}${quote}${specifier(to, path)}${quote}`;
    },
  );
}

export function isModule(text: string): boolean {
  return /^\s*(import\s[^(]|import\s*\{|export\s)/m.test(text);
}

export { withHunks };
