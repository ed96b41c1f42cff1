// A commit that may be a fix, as plain values, and whether it is one that can be tried.

import picomatch from 'picomatch';
import type { Repository } from './list.ts';

export type Role = 'program' | 'test' | 'other';

/** Of a file: its text, an object that git has, or that it is not there. */
export type Content = string | null | Readonly<{ mode: string; id: string }>;

export type Changed = Readonly<{
  path: string;
  status: string;
  before: Content;
  /** As git writes them: `100644`. */
  modes: Readonly<{ before: string; after: string }>;
  added: number | null;
  removed: number | null;
}>;

/** Not more than a person looks at in one go. */
export const BOUNDS = { files: 14, programFiles: 6, programLines: 200 } as const;

export function roleIn({ tests, program }: Pick<Repository, 'tests' | 'program'>) {
  const [isTest, isProgram] = [picomatch([...tests]), picomatch([...program])];
  return (path: string): Role => (isTest(path) ? 'test' : isProgram(path) ? 'program' : 'other');
}

/** Why it is left out; undefined where it is worth its runs. */
export function whyLeftOut(
  changed: readonly Changed[],
  role: (path: string) => Role,
): string | undefined {
  const of = (wanted: Role): readonly Changed[] =>
    changed.filter(({ path }) => role(path) === wanted);
  const program = of('program');
  if (of('test').length === 0) return 'no tests';
  if (program.length === 0) return 'no program';
  if (changed.length > BOUNDS.files) return 'many files';
  if (program.length > BOUNDS.programFiles) return 'many files of the program';
  const lines = program.map(({ added, removed }) => (added ?? 0) + (removed ?? 0));
  if (lines.reduce((total, one) => total + one, 0) > BOUNDS.programLines) return 'many lines';
  const isPlain = ({ modes, added }: Changed): boolean =>
    added !== null && [modes.before, modes.after].every((mode) => /^(100|000)/.test(mode));
  if (!program.every(isPlain)) return 'no plain files';
  if (!program.some(({ status }) => status === 'M')) return 'no file of the program was there';
  return undefined;
}

/** Lines of `git diff --unified=0`: what stood there, and what stands there now. */
export type Hunk = Readonly<{
  /** From 1, in the text of before; with no lines there: behind this one. */
  beforeAt: number;
  before: readonly string[];
  afterAt: number;
  after: readonly string[];
}>;

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Of one file. */
export function readHunks(patch: string): readonly Hunk[] {
  const hunks: { beforeAt: number; before: string[]; afterAt: number; after: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const at = HUNK.exec(line);
    if (at) hunks.push({ beforeAt: Number(at[1]), before: [], afterAt: Number(at[2]), after: [] });
    else if (line.startsWith('-')) hunks.at(-1)?.before.push(line.slice(1));
    else if (line.startsWith('+')) hunks.at(-1)?.after.push(line.slice(1));
  }
  return hunks;
}

/** The text of now with some hunks made into other lines: `[]` takes one out. */
export function withHunks(
  after: string,
  hunks: readonly Hunk[],
  lines: (hunk: Hunk, nth: number) => readonly string[],
): string {
  const all = after.split('\n');
  let done = 0;
  const parts = hunks.map((hunk, nth) => {
    const start = hunk.after.length === 0 ? hunk.afterAt : hunk.afterAt - 1;
    const kept = all.slice(done, start);
    done = start + hunk.after.length;
    return [...kept, ...lines(hunk, nth)];
  });
  return [...parts.flat(), ...all.slice(done)].join('\n');
}
