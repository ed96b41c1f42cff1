// Folders with what a repository needs and git does not have: which there are, and what changed in them. A copy of a
// tree could not run a test without them.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { namesIn } from '../../files/folders.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { isOwnData } from '../../model/own-files.ts';
import { fields, git } from './git.ts';
import { type FolderRow, isBrought, isCache, repairOf, rowOf } from './ignored-folders.ts';
import { type Result, success } from './result.ts';

/** What git ignores in a working tree, below its top; a folder of which all is ignored as one, with `/` at its end. */
export async function ignoredPaths(top: string): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git({ cwd: top, args });
  return listed.ok ? success(fields(listed.value.stdout)) : listed;
}

/** Repositories inside that git does not track: no tree has them, and no copy. */
export async function untrackedRepositories(top: string): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '-z', '--others', '--exclude-standard'];
  const listed = await git({ cwd: top, args });
  if (!listed.ok) return listed;
  const inner = fields(listed.value.stdout).filter((path) => path.endsWith('/'));
  return success(inner.map((path) => path.slice(0, -1)));
}

/** Without `/`: what ignores itself from within is listed with all that is in it. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = paths.map((path) => path.replace(/\/$/, ''));
  return all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
}

/** Ignored folders of a working tree that copies bring, relative to its top. */
export async function dependencyFolders(top: string): Promise<Result<readonly string[]>> {
  const ignored = await ignoredPaths(top);
  if (!ignored.ok) return ignored;
  const rows = rowsIn(top);
  const paths = ignored.value.map((path) => path.replace(/\/$/, ''));
  return success(outermost(paths.filter((path) => !isOwnData(path) && isBrought(rows(path)))));
}

const MOST_PATHS = 1000;

/** Of what git ignores that which no copy has. Where git does not say it, nothing is found. */
export async function leftOutOfCopies(top: string): Promise<readonly string[]> {
  const ignored = await ignoredPaths(top);
  const rows = rowsIn(top);
  return (ignored.ok ? ignored.value : [])
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => !/^\.(?:wukong|claude)(?:\/|$)/.test(path) && !isBrought(rows(path)))
    .slice(0, MOST_PATHS);
}

/** The row of the table for an ignored path; each folder around is read once. */
export function rowsIn(top: string): (path: string) => FolderRow | undefined {
  const known = new Map<string, readonly string[]>();
  const beside = (path: string): readonly string[] => {
    const folder = dirname(join(top, path));
    const names = known.get(folder) ?? namesIn(folder);
    known.set(folder, names);
    return names;
  };
  return (path) =>
    rowOf(path, {
      beside: beside(path),
      holds: (name) => existsSync(join(top, path, name)),
    });
}

export type Touched = Readonly<{
  /** Paths relative to the top, at most five. */
  files: readonly string[];
  count: number;
  /** False: there were more files than are looked at. */
  whole: boolean;
}>;

const MAX_LOOKED_AT = 50_000;
const MAX_NAMED = 5;

/**
 * Files in installed folders that changed after a moment: a test that passes may pass because of them.
 * By the time of the inode, which no program can set. Caches are left out.
 */
export function touchedSince(top: string, folders: readonly string[], sinceMs: number): Touched {
  // Written by every install of the project itself.
  const queue = folders.filter((path) => !path.endsWith('.egg-info'));
  const files: string[] = [];
  let count = 0;
  let seen = 0;
  for (let path = queue.pop(); path !== undefined && seen < MAX_LOOKED_AT; path = queue.pop()) {
    seen += 1;
    const stat = lstatSync(join(top, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const isTop = folders.includes(path);
      const names = readdirSync(join(top, path)).filter((name) => !(isTop && isCache(name)));
      queue.push(...names.map((name) => `${path}/${name}`));
    } else if (stat && stat.ctimeMs > sinceMs && !path.endsWith('.pyc')) {
      count += 1;
      if (files.length < MAX_NAMED) files.push(path);
    }
  }
  return { files: files.sort(), count, whole: queue.length === 0 };
}

/** The command that makes an ignored folder as it was. Undefined: nobody knows one. */
export function repairFor(top: string, folder: string): string | undefined {
  const row = rowsIn(top)(folder);
  return row && repairOf(row, folder, namesIn(dirname(join(top, folder))));
}

export type Written = Readonly<{
  /** The ignored folder, below the top. */
  folder: string;
  /** In it or it itself, below the top, at most five. */
  files: readonly string[];
  count: number;
}>;

const MAX_FOLLOWED = 200_000;
const MOST_COMPARED = 1_000;

/**
 * What was changed since a moment behind links, by the time of the inode: a file that was written, a folder in which
 * something came or went. One more name of a file (a store of packages that other projects use too) is no change.
 */
export function writtenSince(
  top: string,
  links: ReadonlyArray<Readonly<{ folder: string; target: string }>>,
  sinceMs: number,
): readonly Written[] {
  const found = new Map<string, string[]>();
  let left = MAX_FOLLOWED;
  for (const { folder, target } of links) {
    const queue = [target];
    for (let path = queue.pop(); path !== undefined && left > 0; path = queue.pop()) {
      left -= 1;
      const stat = lstatSync(path, { throwIfNoEntry: false });
      const isOther = stat !== undefined && stat.nlink > 1 && stat.mtimeMs < sinceMs;
      const isChanged = stat === undefined || (stat.ctimeMs >= sinceMs && !isOther);
      if (stat?.isDirectory()) {
        const at = path;
        queue.push(...readdirSync(at).map((name) => join(at, name)));
      }
      if (!isChanged) continue;
      const name = relativeInside(top, path)?.split(sep).join('/') ?? path;
      found.set(folder, [...(found.get(folder) ?? []), stat?.isDirectory() ? `${name}/` : name]);
    }
  }
  return [...found].map(([folder, all]) => {
    // A folder is told where nothing in it is.
    const some = all.slice(0, MOST_COMPARED);
    const isTold = (one: string): boolean =>
      !some.some((other) => other !== one && other.startsWith(one));
    const named = some.filter(isTold);
    const count = all.length - (some.length - named.length);
    return { folder, files: named.sort().slice(0, MAX_NAMED), count };
  });
}

/** Programs that gates are made of, which no package a project works with has reason to bring. */
const PROGRAMS =
  'node npm npx pnpm yarn bun deno sh bash dash zsh env git make python python3 ruby perl php java go cargo'.split(
    ' ',
  );

/**
 * One of them among the programs of packages, put there after a moment: where a gate runs and in every
 * folder above, and in the packages of the repository. Relative to the top. Above copies there are none.
 */
export async function shadowingProgram(
  top: string,
  cwd: string,
  sinceMs: number,
): Promise<string | undefined> {
  const inside = await dependencyFolders(top);
  const packages = inside.ok ? inside.value.map((path) => dirname(join(top, path))) : [];
  for (const folder of new Set([...above(join(top, cwd)), ...packages])) {
    for (const program of PROGRAMS) {
      for (const ending of ['', '.cmd', '.exe']) {
        const path = join(folder, 'node_modules', '.bin', program + ending);
        const stat = lstatSync(path, { throwIfNoEntry: false });
        if (stat && stat.ctimeMs > sinceMs) return relative(top, path).split(sep).join('/');
      }
    }
  }
  return undefined;
}

function above(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...above(parent)];
}
