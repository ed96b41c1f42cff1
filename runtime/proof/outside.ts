// What a copy reaches that no tree holds: installed packages, and packages elsewhere that links among them lead to.
// What of it changed is in doubt, since a check may pass because of it.

import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { dependencyFolders } from '../evidence/trees/dependencies.ts';
import { foldersElsewhere } from '../evidence/trees/editable.ts';
import { isCache, kindOfName } from '../evidence/trees/ignored-folders.ts';
import { type Result, success } from '../evidence/trees/result.ts';
import { relativeInside } from '../files/relative-inside.ts';
import type { Doubt } from './change.ts';
import { type Language, languageOf } from './code-lines.ts';

const MOST_LOOKED_AT = 50_000;
const MOST_NAMED = 5;

/** Written last by an install. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  node_modules: ['.package-lock.json', '.yarn-integrity', '.modules.yaml', '.yarn-state.yml'],
};

/** What a program can read as it lies there. The others are made into something else by a build. */
const READ_AS_IT_IS: ReadonlySet<Language | undefined> = new Set<Language>([
  'javascript',
  'python',
  'ruby',
  'php',
  'elixir',
]);

type Moment = Pick<Stats, 'ctimeMs' | 'mtimeMs'>;
type Looked = Readonly<{
  path: string;
  /** What is younger is told. */
  at: Moment;
  /** Of a folder that Python is led to: the rest is made again by every run. */
  onlySources?: boolean;
}>;

/**
 * Files, at most five, each a doubt. Of installed packages what is younger than the install, by both times:
 * packages that are hard links to a store, or were put back from an archive, have an inode younger than their
 * content. Of packages elsewhere, linked or installed as editable, what is younger than `sinceMs`, when what the
 * change is compared with was made: no install there says when it was whole.
 */
export async function youngDependencies(
  worktree: string,
  sinceMs = Number.POSITIVE_INFINITY,
): Promise<Result<readonly Doubt[]>> {
  const folders = await dependencyFolders(worktree);
  if (!folders.ok) return folders;
  const since = { ctimeMs: sinceMs, mtimeMs: sinceMs };
  const found: string[] = [];
  let left = MOST_LOOKED_AT;
  const elsewhere = foldersElsewhere(worktree, folders.value);
  const all = [
    ...folders.value.map((folder) => looked(worktree, folder)),
    ...elsewhere.map((folder) =>
      sourcesOf(worktree, folder).map((path) => ({ path, at: since, onlySources: true })),
    ),
  ];
  for (const queue of all) {
    for (let one = queue.pop(); one !== undefined && left > 0; one = queue.pop()) {
      left -= 1;
      const { path, onlySources } = one;
      const stat = lstatSync(resolve(worktree, path), { throwIfNoEntry: false });
      if (stat && isPackages(stat, worktree, path)) {
        const at = stat.isSymbolicLink() ? since : one.at;
        queue.push(...below(worktree, path, stat).map((name) => ({ ...one, path: name, at })));
      }
      const isTold = onlySources ? READ_AS_IT_IS.has(languageOf(path)) : !isWritten(path);
      if (stat && !stat.isDirectory() && isTold && isYounger(stat, one.at)) found.push(path);
    }
  }
  const named = found.sort().slice(0, MOST_NAMED);
  return success(named.map(inDoubt));
}

export function inDoubt(path: string): Doubt {
  return { path, line: null, text: '', kind: 'dependencies' };
}

/** What lies at the top of a folder; of one without an install, links alone. */
function looked(top: string, folder: string): Looked[] {
  const installs = installed(top, folder);
  const marked = installs.flatMap(({ path, at }) =>
    inside(top, path).map((one) => ({ path: one, at })),
  );
  if (installs.length > 0) return marked;
  const names = inside(top, folder);
  const scoped = names.flatMap((one) => (basename(one).startsWith('@') ? inside(top, one) : [one]));
  const never = { ctimeMs: Number.POSITIVE_INFINITY, mtimeMs: Number.POSITIVE_INFINITY };
  const isLink = (one: string): boolean =>
    lstatSync(join(top, one), { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return scoped.filter(isLink).map((path) => ({ path, at: never }));
}

function inside(top: string, folder: string): readonly string[] {
  const names = namesIn(join(top, folder)).filter((name) => !isCache(name));
  return names.map((name) => `${folder}/${name}`);
}

/** Where an install ended, and when. Where nothing tells that, nothing is said. */
function installed(
  top: string,
  folder: string,
): ReadonlyArray<Readonly<{ path: string; at: Moment }>> {
  const marks = MARKS[basename(folder)];
  if (marks) {
    const at = latest(marks.map((name) => join(top, folder, name)));
    return at ? [{ path: folder, at }] : [];
  }
  return namesIn(join(top, folder, 'lib')).flatMap((version) => {
    const path = `${folder}/lib/${version}/site-packages`;
    const packages = namesIn(join(top, path)).filter((name) => name.endsWith('.dist-info'));
    const at = latest(packages.map((name) => join(top, path, name, 'RECORD')));
    return at ? [{ path, at }] : [];
  });
}

function latest(paths: readonly string[]): Moment | undefined {
  const stats = paths.flatMap((path) => lstatSync(path, { throwIfNoEntry: false }) ?? []);
  if (stats.length === 0) return undefined;
  return {
    ctimeMs: Math.max(...stats.map(({ ctimeMs }) => ctimeMs)),
    mtimeMs: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
  };
}

function isYounger(stat: Stats, at: Moment): boolean {
  return stat.ctimeMs > at.ctimeMs && stat.mtimeMs > at.mtimeMs;
}

/** By the run itself, whoever starts it. */
function isWritten(path: string): boolean {
  return path.endsWith('.pyc');
}

/** A folder; or a link to one outside of the repository. Packages of its own are those of the copy. */
function isPackages(stat: Stats, top: string, path: string): boolean {
  if (!stat.isSymbolicLink()) return stat.isDirectory();
  try {
    const target = realpathSync.native(resolve(top, path));
    const isOutside = relativeInside(realpathSync.native(top), target) === undefined;
    return isOutside && statSync(target).isDirectory();
  } catch {
    return false; // It leads to nothing.
  }
}

function below(top: string, path: string, stat: Stats): readonly string[] {
  if (stat.isSymbolicLink()) return sourcesOf(top, path);
  return namesIn(resolve(top, path)).map((name) => `${path}/${name}`);
}

/** Of a package elsewhere what it is made of, and not what it has installed for itself. */
function sourcesOf(top: string, path: string): readonly string[] {
  const names = namesIn(resolve(top, path)).filter((name) => {
    const isBrought = kindOfName(name) !== undefined && !LOADED.has(name);
    return !isBrought && name !== '.git' && !isEnvironment(join(resolve(top, path), name));
  });
  return names.map((name) => `${path}/${name}`);
}

/** Built folders that a package is loaded from. */
const LOADED: ReadonlySet<string> = new Set(['build', 'dist']);

function isEnvironment(folder: string): boolean {
  return existsSync(join(folder, 'pyvenv.cfg'));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // It is not there, or not ours to read.
  }
}
