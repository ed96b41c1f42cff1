// Where a folder's repository is, found without starting git.

import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { makeFolders } from '../files/changing.ts';
import { readText } from '../files/reading.ts';
import { realPath } from '../files/real-path.ts';
import { relativeInside } from '../files/relative-inside.ts';
import { rootNoteOf, type Workspace } from './paths.ts';

/**
 * Finds the repository a folder belongs to, through `.git` and `commondir`, without starting git.
 * Links on the way are resolved, so that one repository has one name. None: a bare one has no files.
 */
export function findRepository(start: string): Workspace | undefined {
  const folder = realPath(start);
  const ws = folder === undefined ? undefined : locateRepository(folder);
  if (!ws || bareAround(start) !== undefined) return undefined;
  const { worktree, commonDir } = ws;
  const isLinked = gitDirOf(worktree) !== commonDir;
  if (!isLinked) return ws;
  const main = isBare(commonDir) ? (notedRoot(commonDir) ?? worktree) : mainOf(ws);
  return workspace(main, worktree, commonDir);
}

/** The same by the name it was reached by, for hooks that only need to get there. */
export function locateRepository(start: string): Workspace | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const gitDir = gitDirOf(folder);
    if (gitDir !== undefined) return around(folder, gitDir);
    if (dirname(folder) === folder) return undefined;
  }
}

export function isSameRepository(a: Workspace, b: Workspace): boolean {
  return a.commonDir === b.commonDir || realPath(a.commonDir) === realPath(b.commonDir);
}

/** What `.git` in a folder is, or leads to. */
function gitDirOf(folder: string): string | undefined {
  const dotGit = `${folder}/.git`;
  const kind = statSync(dotGit, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return dotGit;
  const said = kind?.isFile() ? /^gitdir: (.+)$/m.exec(readText(dotGit))?.[1] : undefined;
  return said === undefined ? undefined : resolve(folder, said.trim());
}

/** The bare repository that a folder lies in, or whose `.git` it lies beside. */
export function bareAround(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const isGitDir = GIT_NAMES.every((name) => existsSync(join(folder, name)));
    const gitDir =
      gitDirOf(folder) ?? (isGitDir && basename(folder) !== '.git' ? folder : undefined);
    if (gitDir !== undefined) return isBare(gitDir) ? gitDir : undefined;
    if (dirname(folder) === folder) return undefined;
  }
}

const GIT_NAMES = ['HEAD', 'objects', 'refs'];

/**
 * The repository of a working tree, whose git directory this is. The root is the working tree that has the data: the
 * main one; of a bare repository, and of one whose git directory lies apart, that in which `init` was typed.
 */
function around(worktree: string, gitDir: string): Workspace | undefined {
  let root = worktree;
  let commonDir = gitDir;
  const linked = `${gitDir}/commondir`;
  if (existsSync(linked)) {
    commonDir = resolve(gitDir, readText(linked).trim());
    if (!existsSync(commonDir)) return undefined;
    const real = realpathSync.native(commonDir);
    if (basename(real) === '.git') root = dirname(real);
  }
  return workspace(notedRoot(commonDir) ?? root, worktree, commonDir);
}

/** As a linked one finds it, also before anybody typed `init`. A submodule says where its files are. */
function mainOf({ root, worktree, commonDir }: Workspace): string {
  const said = root === worktree ? configured(commonDir, 'worktree') : undefined;
  const main = said === undefined ? undefined : resolve(realpathSync.native(commonDir), said);
  return main !== undefined && gitDirOf(main) !== undefined ? main : root;
}

/** Whether its own folder is no working tree. Those that were added to it have files all the same. */
function isBare(gitDir: string): boolean {
  return /^(?:true|yes|on|1|)$/i.test(configured(gitDir, 'bare') ?? 'false');
}

/** A setting of `[core]`; what is included from elsewhere says nothing of where files are. */
function configured(gitDir: string, name: string): string | undefined {
  const line = new RegExp(`^[ \\t]*${name}[ \\t]*(?:=[ \\t]*(.*?))?[ \\t]*(?:[#;].*)?$`, 'im');
  // With `extensions.worktreeConfig` the second one has it.
  const said = ['config', 'config.worktree'].flatMap((file) => {
    const path = join(gitDir, file);
    const text = existsSync(path) ? readText(path) : '';
    const core = text.split(/^[ \t]*(?=\[)/m).filter((part) => /^\[core\]/i.test(part));
    const found = core.map((part) => line.exec(part)).findLast((match) => match !== null);
    return found ? [(found[1] ?? '').replaceAll('"', '')] : [];
  });
  return said.at(-1);
}

/** By its file `.git`, or the entry of git that leads there: one that is moved stays known. */
function notedRoot(commonDir: string): string | undefined {
  const note = rootNoteOf({ commonDir });
  if (!existsSync(note)) return undefined;
  const entry = resolve(commonDir, readText(note).trim());
  const path =
    basename(entry) === '.git'
      ? entry
      : existsSync(entry) && resolve(entry, '..', readText(entry).trim());
  return path && existsSync(path) ? dirname(path) : undefined;
}

/** Where no git directory says so, it is written down which working tree has the data. */
export function noteRoot({ root, commonDir }: Workspace): void {
  const gitDir = gitDirOf(root);
  if (gitDir === undefined || gitDir === join(root, '.git')) return;
  const isLinked = existsSync(join(gitDir, 'commondir'));
  const note = rootNoteOf({ commonDir });
  makeFolders(dirname(note));
  const where = isLinked ? `worktrees/${basename(gitDir)}/gitdir` : join(root, '.git');
  replaceFile(note, `${where}\n`, true);
}

function workspace(root: string, worktree: string, commonDir: string): Workspace {
  return { root, worktree, commonDir, dir: `${root}/.wukong` };
}

/** `.wukong` is there and is a real folder of this repository: a link could lead the log anywhere. */
export function isInstalled(ws: Workspace): boolean {
  return (
    lstatSync(ws.dir, { throwIfNoEntry: false })?.isDirectory() === true && !isOwnRepository(ws)
  );
}

/**
 * `.wukong` is a repository of its own, a submodule for instance: whatever is in it may have come from elsewhere,
 * and this repository's git says of none of it that it is in git.
 */
export function isOwnRepository({ dir }: Workspace): boolean {
  return lstatSync(`${dir}/.git`, { throwIfNoEntry: false }) !== undefined;
}

/** Of `isOwnRepository`, and of one that this repository's git lists as a submodule. */
export const OWN_REPOSITORY = {
  why: 'is a repository of its own, or a submodule: what is in it could be by anybody',
  hint: 'Take it out: move .wukong away (a submodule: git rm --cached .wukong). Then run `wukong init`.',
} as const;

/**
 * The name of the folder that a place lies in, where no command writes what a person asks for: what the
 * guard keeps from agents. Undefined: it is free.
 */
export function keptFolderOf(ws: Workspace, place: string): string | undefined {
  const roots = [ws.root, ws.worktree].map((root) => realPath(root) ?? root);
  const kept = [
    ...roots.flatMap((root) => ['.wukong', '.git', '.claude'].map((name) => join(root, name))),
    realPath(ws.commonDir) ?? ws.commonDir,
  ];
  const inside = kept.find((root) => relativeInside(root, place) !== undefined);
  return inside === undefined ? undefined : basename(inside);
}
