// The files of a repository as the table of languages looks at them, folder by folder. Pure: what a file holds is
// asked of whoever lists them.

import { compileGlob } from '../../../documents/globs.ts';

/** Paths from the top of the repository, with forward slashes, as git lists them. */
export type Files = Readonly<{
  paths: readonly string[];
  /** Undefined: not there, no text, or too large for a file that a person wrote. */
  read: (path: string) => string | undefined;
  isExecutable: (path: string) => boolean;
}>;

export type Layout = Readonly<{
  files: Files;
  paths: readonly string[];
  /** Names of files and folders, by folder. The top is ''. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
}>;

/**
 * A folder that is looked into. The top of the repository is ''. `without`: folders below it that are looked into by
 * themselves.
 */
export type Folder = Readonly<{ layout: Layout; below: string; without?: readonly string[] }>;

/** What others wrote, and what Wukong and its client keep. */
const NEVER =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third[_-]party|site-packages|\.venv|venv|\.git|\.yarn)\/|^\.(?:wukong|claude)\//;

export function layoutOf(files: Files): Layout {
  const paths = [...new Set(files.paths)].filter((path) => !NEVER.test(path)).sort();
  const names = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    let at = path;
    while (at !== '') {
      const folder = parentOf(at);
      const known = names.get(folder) ?? new Set();
      names.set(folder, known);
      const name = folder === '' ? at : at.slice(folder.length + 1);
      // What stands above is known as well.
      if (known.has(name)) break;
      known.add(name);
      at = folder;
    }
  }
  return { files, paths, names };
}

/** Of a path without a slash the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folders around it, the nearest first, the top last. */
export function foldersAbove(below: string): string[] {
  const above: string[] = [];
  for (let at = below; at !== ''; ) {
    at = parentOf(at);
    above.push(at);
  }
  return above;
}

/** The path of a folder from one above it. */
export function ownPath(above: Folder, { below }: Folder): string {
  return above.below === '' ? below : below.slice(above.below.length + 1);
}

/** A path of the repository, from a name in the folder. */
export function pathIn({ below }: Folder, name: string): string {
  return below === '' ? name : `${below}/${name}`;
}

/** Whether a file or a folder is there. */
export function has(folder: Folder, name: string): boolean {
  const path = pathIn(folder, name);
  const parent = parentOf(path);
  const own = parent === '' ? path : path.slice(parent.length + 1);
  return folder.layout.names.get(parent)?.has(own) === true;
}

export function read(folder: Folder, name: string): string | undefined {
  return has(folder, name) ? folder.layout.files.read(pathIn(folder, name)) : undefined;
}

/** Names in the folder, or in one below it, sorted. */
export function namesIn(folder: Folder, name = '.'): string[] {
  const path = name === '.' ? folder.below : pathIn(folder, name);
  return [...(folder.layout.names.get(path) ?? [])].sort();
}

/** Files of the folder and below it that a glob names, from the folder on, in order. */
export function matching(folder: Folder, glob: string): string[] {
  const { without = [] } = folder;
  const isOfAnother = (path: string): boolean => without.some((one) => path.startsWith(`${one}/`));
  const prefix = folder.below === '' ? '' : `${folder.below}/`;
  const found: string[] = [];
  for (let at = firstAt(folder.layout.paths, prefix); at < folder.layout.paths.length; at += 1) {
    const path = folder.layout.paths[at] ?? '';
    if (!path.startsWith(prefix)) break;
    const own = path.slice(prefix.length);
    if (fits(glob, own) && !isOfAnother(path)) found.push(own);
  }
  return found;
}

const MATCHERS = new Map<string, RegExp>();

export function isGlob(name: string): boolean {
  return /[*{]/.test(name);
}

export function fits(glob: string, path: string): boolean {
  const matcher = MATCHERS.get(glob) ?? new RegExp(compileGlob(glob) ?? '$^');
  MATCHERS.set(glob, matcher);
  return matcher.test(path);
}

/** The place of the first path that is not before `prefix`. */
function firstAt(paths: readonly string[], prefix: string): number {
  let [from, to] = [0, paths.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((paths[middle] ?? '') < prefix) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The first line that matches, from 1; undefined if none does. */
export function lineOf(text: string | undefined, pattern: RegExp): number | undefined {
  const at = text === undefined ? -1 : text.split(/\r?\n/).findIndex((line) => pattern.test(line));
  return at < 0 ? undefined : at + 1;
}

export function hasLine(folder: Folder, name: string, pattern: RegExp): boolean {
  return lineOf(read(folder, name), pattern) !== undefined;
}

/** The path has forward slashes, lines count from 1. */
export type Place = Readonly<{ file: string; line: number }>;

/** A name in the folder or a glob below it; with a line that it has to hold. */
export type Sign = string | readonly [file: string, line: RegExp];

/** Of many files the first say what the others are. */
const MOST_READ = 10;

/** The place of the first sign that is there. */
export function placeOf(folder: Folder, signs: readonly Sign[]): Place | undefined {
  for (const sign of signs) {
    const [glob, pattern] = typeof sign === 'string' ? [sign] : sign;
    const files = isGlob(glob) ? matching(folder, glob) : has(folder, glob) ? [glob] : [];
    for (const file of files.slice(0, pattern ? MOST_READ : 1)) {
      const line = pattern ? lineOf(read(folder, file), pattern) : 1;
      if (line !== undefined) return { file, line };
    }
  }
  return undefined;
}

/** The folder itself, and those above it, the nearest first. */
export function upFrom({ layout, below }: Folder): Folder[] {
  return [below, ...foldersAbove(below)].map((one) => ({ layout, below: one }));
}

/** Of these names the first that is in the folder, or in the nearest above that has one; `up` says how far above. */
export function nearest(
  folder: Folder,
  names: readonly string[],
): Readonly<{ name: string; up: number }> | undefined {
  for (const [up, where] of upFrom(folder).entries()) {
    const name = names.find((one) => has(where, one));
    if (name !== undefined) return { name, up };
  }
  return undefined;
}
