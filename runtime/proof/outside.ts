// What a copy reaches that no tree holds: installed packages, and packages elsewhere that links among them
// lead to. What of it was written after the last install is in doubt, since a check may pass because of it.

import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dependencyFolders, isCache } from '../evidence/trees/dependencies.ts';
import { type Result, success } from '../evidence/trees/result.ts';
import { relativeInside } from '../files/relative-inside.ts';
import type { Doubt } from './change.ts';

const MOST_LOOKED_AT = 50_000;
const MOST_NAMED = 5;

/** Written last by an install. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  node_modules: ['.package-lock.json', '.yarn-integrity', '.modules.yaml', '.yarn-state.yml'],
};

type Installed = Readonly<{ path: string; at: Moment }>;
type Moment = Pick<Stats, 'ctimeMs' | 'mtimeMs'>;

/**
 * Files, at most five, each a doubt. Both times of a file have to be later than those of the install: packages
 * that are hard links to a store, or were put back from an archive, have an inode younger than their content.
 */
export async function youngDependencies(worktree: string): Promise<Result<readonly Doubt[]>> {
  const folders = await dependencyFolders(worktree);
  if (!folders.ok) return folders;
  const found: string[] = [];
  let left = MOST_LOOKED_AT;
  for (const { path, at } of folders.value.flatMap((one) => installed(worktree, one))) {
    const names = namesIn(join(worktree, path)).filter((name) => !isCache(name));
    const queue = names.map((name) => `${path}/${name}`);
    for (let one = queue.pop(); one !== undefined && left > 0; one = queue.pop()) {
      left -= 1;
      const stat = lstatSync(join(worktree, one), { throwIfNoEntry: false });
      if (stat && isPackages(stat, worktree, one)) queue.push(...below(worktree, one, stat));
      if (stat && !stat.isDirectory() && isYounger(stat, at) && !isWritten(one)) found.push(one);
    }
  }
  const named = found.sort().slice(0, MOST_NAMED);
  return success(named.map((path): Doubt => ({ path, line: 1, text: '', kind: 'dependencies' })));
}

/** Where an install ended, and when. Where nothing tells that, nothing is said. */
function installed(top: string, folder: string): readonly Installed[] {
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
    const target = realpathSync.native(join(top, path));
    const isOutside = relativeInside(realpathSync.native(top), target) === undefined;
    return isOutside && statSync(target).isDirectory();
  } catch {
    return false; // It leads to nothing.
  }
}

/** Of a package elsewhere what it is made of, and not what it has installed for itself. */
function below(top: string, path: string, stat: Stats): readonly string[] {
  const names = namesIn(join(top, path));
  const own = stat.isSymbolicLink()
    ? names.filter((name) => name !== 'node_modules' && name !== '.git')
    : names;
  return own.map((name) => `${path}/${name}`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // It is not there, or not ours to read.
  }
}
