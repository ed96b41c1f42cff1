// Folders with what a repository needs and git does not have: installed packages and build output. A
// copy of a tree could not run a test without them.

import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { linkTo } from '../../files/folders.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { fields, git } from './git.ts';
import { type Result, success } from './result.ts';

/** Installed by a package manager: nobody but it has a reason to change a file in there. */
const INSTALLED: ReadonlySet<string> = new Set(
  (
    'node_modules bower_components jspm_packages .yarn .pnp.cjs .pnp.loader.mjs .venv venv .virtualenv ' +
    '__pypackages__ vendor .bundle Pods Carthage deps .m2'
  ).split(' '),
);
/** Rewritten by every build, so that a change in there says nothing. */
const BUILT: ReadonlySet<string> = new Set(
  'target _build .gradle .build .dart_tool elm-stuff .stack-work dist-newstyle .tox .nox .eggs'.split(
    ' ',
  ),
);
/** Caches at the top of installed folders. */
const CACHES: ReadonlySet<string> = new Set(
  '.cache .tmp .vite .vite-temp .vitest .pytest_cache .mypy_cache'.split(' '),
);

/** Ignored dependency folders of a working tree, relative to its top. */
export async function dependencyFolders(top: string): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git({ cwd: top, args });
  if (!listed.ok) return listed;
  const found = fields(listed.value.stdout)
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => isDependency(basename(path)) && !path.startsWith('.wukong/'));
  return success(found);
}

/** Whether a folder of this name lies at the top of installed ones and is written by every run. */
export function isCache(name: string): boolean {
  return CACHES.has(name);
}

/** Whether a folder of this name is what builds leave. */
export function isBuilt(name: string): boolean {
  return BUILT.has(name);
}

/** Whether a folder of this name is linked into copies where git ignores it. */
export function isDependency(name: string): boolean {
  return INSTALLED.has(name) || BUILT.has(name) || name.endsWith('.egg-info');
}

type Linked = Readonly<{
  linked: readonly string[];
  /** Of installed packages, and younger than the moment: not linked, and a run may miss them. */
  young: readonly string[];
}>;

/**
 * Puts links to them into a copy, where the copy has the folder around them. What the copy has itself
 * stays. Folders from after a moment, and caches, are left out: what is in there is in no tree.
 */
export function linkDependencies(
  top: string,
  copy: string,
  folders: readonly string[],
  sinceMs: number,
): Linked {
  const missing = folders.filter((path) => isMissing(copy, path));
  const isYoung = (path: string): boolean => cameAt(join(top, path)) > sinceMs;
  const linked = missing.filter((path) => !isYoung(path));
  for (const path of linked) linkFolder(top, copy, path);
  const young = missing.filter((path) => isYoung(path) && holdsPackages(top, path));
  return { linked, young };
}

/**
 * Links to installed packages alone, put into a folder of their own each: a link in the place of the folder might not
 * be ignored as that is (`node_modules/`). What builds leave is not shared. The folders that were missing.
 */
export function linkPackages(
  top: string,
  copy: string,
  folders: readonly string[],
): readonly string[] {
  const installed = folders.filter((path) => INSTALLED.has(basename(path)));
  const missing = installed.filter((path) => isMissing(copy, path));
  for (const path of missing) linkFolder(top, copy, path, true);
  return missing;
}

function isMissing(copy: string, path: string): boolean {
  const to = join(copy, path);
  if (lstatSync(to, { throwIfNoEntry: false })) return false;
  if (!lstatSync(dirname(to), { throwIfNoEntry: false })?.isDirectory()) return false;
  // A link of the repository's own on the way would lead out of the copy.
  return realpathSync(dirname(to)) === join(realpathSync(copy), dirname(path));
}

/** When a folder was made, or moved to where it is; where it is a link, the younger of the two. */
function cameAt(path: string): number {
  const link = lstatSync(path, { throwIfNoEntry: false });
  const folder = statSync(path, { throwIfNoEntry: false });
  return Math.max(...[link, folder].map((stat) => (stat ? bornOrMoved(stat) : 0)));
}

/** A move changes the inode time alone; what comes and goes in a folder changes both. */
function bornOrMoved({ birthtimeMs, ctimeMs, mtimeMs }: Stats): number {
  return Math.max(birthtimeMs, ctimeMs === mtimeMs ? 0 : ctimeMs);
}

/** Build output is made again by whatever needs it, and npm writes a folder also where it installs nothing. */
function holdsPackages(top: string, path: string): boolean {
  if (!INSTALLED.has(basename(path))) return false;
  const isFolder = statSync(join(top, path), { throwIfNoEntry: false })?.isDirectory() === true;
  return !isFolder || readdirSync(join(top, path)).some((name) => !name.startsWith('.'));
}

/**
 * One link to the folder; or a folder of links, where caches are in it, or where packages of the
 * repository itself are linked in it: they have to be those of the copy.
 */
function linkFolder(top: string, copy: string, path: string, asFolder = false): void {
  const from = join(top, path);
  if (!INSTALLED.has(basename(path)) || !lstatSync(from).isDirectory()) {
    linkTo(from, join(copy, path));
    return;
  }
  const inner = basename(path) === 'node_modules' ? ownPackages(top, path) : new Map();
  const names = packageNames(from);
  const kept = names.filter((name) => !CACHES.has(name));
  if (!asFolder && inner.size === 0 && kept.length === names.length) {
    linkTo(from, join(copy, path));
    return;
  }
  makeFolders(join(copy, path), 0o777);
  for (const name of kept) {
    const to = join(copy, path, name);
    makeFolders(dirname(to), 0o777);
    // By which it may ignore itself, and git reads none through a link.
    if (name === '.gitignore') {
      copyWhole(join(from, name), to);
      continue;
    }
    const own = inner.get(name);
    linkTo(own === undefined ? join(top, path, name) : join(copy, own), to);
  }
}

/** By name in node_modules: where in the repository the package is. */
function ownPackages(top: string, path: string): ReadonlyMap<string, string> {
  const root = realpathSync(top);
  const found = new Map<string, string>();
  for (const name of packageNames(join(top, path))) {
    const entry = join(top, path, name);
    if (!lstatSync(entry).isSymbolicLink()) continue;
    const target = relativeInside(root, realOr(entry));
    if (target !== undefined && !target.split(sep).includes('node_modules'))
      found.set(name, target);
  }
  return found;
}

/** `a`, `@scope/b`, `.bin/c`: programs of own packages are links as well. */
function packageNames(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    (name.startsWith('@') || name === '.bin') && lstatSync(join(folder, name)).isDirectory()
      ? readdirSync(join(folder, name)).map((inner) => join(name, inner))
      : [name],
  );
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // A link to nothing: it is linked as it is.
  }
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
 * By the time of the inode, which no program can set. Caches and build output are left out.
 */
export function touchedSince(top: string, folders: readonly string[], sinceMs: number): Touched {
  const queue = folders.filter((path) => INSTALLED.has(basename(path)));
  const files: string[] = [];
  let count = 0;
  let seen = 0;
  for (let path = queue.pop(); path !== undefined && seen < MAX_LOOKED_AT; path = queue.pop()) {
    seen += 1;
    const stat = lstatSync(join(top, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const isTop = folders.includes(path);
      const names = readdirSync(join(top, path)).filter((name) => !(isTop && CACHES.has(name)));
      queue.push(...names.map((name) => `${path}/${name}`));
    } else if (stat && stat.ctimeMs > sinceMs && !path.endsWith('.pyc')) {
      count += 1;
      if (files.length < MAX_NAMED) files.push(path);
    }
  }
  return { files: files.sort(), count, whole: queue.length === 0 };
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
