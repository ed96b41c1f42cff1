// Programs that we start without a person's approval: git, gh, the client, what a person puts before gates. A
// repository may bring a file of any name, and npm, npx, pnpm, yarn and direnv put its folders first in PATH; so these
// are looked for, and run, with a PATH that has no folder which a repository may fill.

import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { readText } from './reading.ts';
import { realPath } from './real-path.ts';
import { relativeInside } from './relative-inside.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Looked = Readonly<{ path: string; programs: Map<string, string | undefined> }>;

/** By PATH and folder: looked at once in a process. */
const looked = new Map<string, Looked>();

/** PATH without what is relative, lies in a repository around `cwd` or this process, or was filled by a package manager. */
export function ownPath(cwd: string, env: Environment = process.env): string {
  return look(cwd, env).path;
}

/**
 * The absolute path of a program; undefined: it is nowhere on `ownPath`. On Windows a bare name would be looked for in
 * the current folder first, so one that is not found must not be started by its name.
 */
export function ownProgram(
  name: string,
  cwd: string,
  env: Environment = process.env,
): string | undefined {
  // One that was given with its place, by a person.
  if (/[\\/]/.test(name)) return name;
  const { path, programs } = look(cwd, env);
  if (!programs.has(name)) {
    const roots = rootsAround(cwd);
    const files = path.split(delimiter).flatMap((folder) => candidates(join(folder, name)));
    programs.set(
      name,
      files.find((file) => isProgram(file) && isOutside(file, roots)),
    );
  }
  return programs.get(name);
}

/** An environment in which what the program starts is looked for in the same way. */
export function withOwnPath<E extends Environment>(env: E, cwd: string): E {
  const kept = Object.entries(env).filter(([name]) => !/^path$/i.test(name));
  return { ...(Object.fromEntries(kept) as E), PATH: ownPath(cwd, env) };
}

/** Where it is only where we take none from; for the sentence that says so. */
export function whyNotFound(name: string, env: Environment = process.env): string {
  const left = entriesOf(env)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => candidates(join(folder, name)))
    .find(isProgram);
  if (left === undefined) return `${name} is not on PATH`;
  return `${name} is on PATH only as ${left}, which the repository may have brought: it is not started`;
}

function look(cwd: string, env: Environment): Looked {
  const key = [pathOf(env), env.BERRY_BIN_FOLDER ?? '', cwd, process.cwd()].join('\0');
  const known = looked.get(key);
  if (known) return known;
  const roots = rootsAround(cwd);
  const temporary = env.BERRY_BIN_FOLDER;
  const kept = entriesOf(env).filter(
    (folder) =>
      isAbsolute(folder) &&
      isOutside(folder, roots) &&
      (temporary === undefined || relativeInside(temporary, folder) === undefined),
  );
  const all = kept.length === 0 ? SYSTEM : kept;
  const found = { path: all.join(delimiter), programs: new Map<string, string | undefined>() };
  looked.set(key, found);
  return found;
}

/** Where the system looks that is given no PATH; an empty one would mean the current folder. */
const SYSTEM =
  process.platform === 'win32'
    ? [join(process.env.SystemRoot ?? 'C:\\Windows', 'System32')]
    : ['/usr/bin', '/bin'];

function pathOf(env: Environment): string {
  const [, value = ''] = Object.entries(env).find(([name]) => /^path$/i.test(name)) ?? [];
  return value;
}

function entriesOf(env: Environment): readonly string[] {
  return pathOf(env).split(delimiter);
}

const OF_PACKAGES = /[\\/]node_modules[\\/]\.bin(?:[\\/]|$)/i;

/** By its name and by where it leads. */
function isOutside(path: string, roots: readonly string[]): boolean {
  return [resolve(path), realPath(path) ?? resolve(path)].every(
    (place) =>
      !OF_PACKAGES.test(place) && roots.every((root) => relativeInside(root, place) === undefined),
  );
}

/** Every repository around a folder and around this process, and the main working tree of a linked one. */
function rootsAround(cwd: string): readonly string[] {
  const home = realPath(homedir()) ?? homedir();
  const all = [cwd, process.cwd()].flatMap((from) => {
    const real = realPath(from);
    return real === undefined ? [from] : [from, real];
  });
  const roots = [...new Set(all.map((from) => resolve(from)))].flatMap(repositoriesAbove);
  // A person may keep their home in git, with their own programs.
  return [...new Set(roots)].filter((root) => relativeInside(root, home) === undefined);
}

function repositoriesAbove(from: string): readonly string[] {
  const found: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    const dotGit = join(folder, '.git');
    const kind = lstatSync(dotGit, { throwIfNoEntry: false });
    if (kind !== undefined) found.push(folder);
    if (kind?.isFile()) found.push(...mainTreeOf(folder, dotGit));
    if (dirname(folder) === folder) return found;
  }
}

function mainTreeOf(folder: string, dotGit: string): readonly string[] {
  const target = /^gitdir: (.+)$/m.exec(textOf(dotGit))?.[1]?.trim();
  const main = target && /^(.+)[\\/]\.git[\\/]worktrees[\\/][^\\/]+$/.exec(target)?.[1];
  return main ? [resolve(folder, main)] : [];
}

function textOf(dotGit: string): string {
  try {
    return readText(dotGit);
  } catch {
    return ''; // git cannot read it either, and says so.
  }
}

/** A `.cmd` cannot be started without a shell. */
function candidates(file: string): readonly string[] {
  return process.platform === 'win32' ? [`${file}.exe`, `${file}.com`] : [file];
}

function isProgram(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // It may not be executed, so the system goes on to the next as well.
  }
}
