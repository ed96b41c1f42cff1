// Submodules in a copy: their files at the commit that its tree names, from the objects that are here. Nothing is
// written to their repositories, and none of their filters runs.

import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeNew, removeAll } from '../../files/changing.ts';
import { dependencyFolders } from './dependencies.ts';
import { filtersOff } from './filters.ts';
import { fields, git } from './git.ts';
import { bothLaid, type Laid, layFolders, NOTHING_LAID } from './lay-folders.ts';
import { type Entry, listTree } from './overlay.ts';
import type { Repository } from './tree-store.ts';

export type Submodules = Readonly<{
  /** Their files, below the top of the copy. */
  staged: readonly Entry[];
  laid: Laid;
  /** Nobody set them up here, so they are folders with nothing in them. */
  empty: readonly string[];
  /** The first that is set up, and not with the commit that is named; nothing else is said then. */
  missing?: Readonly<{ path: string; commit: string }>;
}>;

const NONE: Submodules = { staged: [], laid: NOTHING_LAID, empty: [] };

type Filling = Readonly<{
  /** The copy, and a folder of ours beside it. */
  copy: string;
  folder: string;
  sinceMs: number;
  /** See `layFolders`. */
  written: ReadonlySet<string>;
}>;

/** `staged`: the files of the copy, whose inner repositories are filled, and theirs in turn. */
export async function fillSubmodules(
  repository: Pick<Repository, 'top' | 'objects'>,
  filling: Filling,
  staged: readonly Entry[],
): Promise<Submodules> {
  let all = NONE;
  for (const { mode, path, id: commit } of staged) {
    if (mode !== '160000') continue;
    const one = await fillOne(repository, filling, { path, commit });
    if (one.missing) return one;
    all = {
      staged: [...all.staged, ...one.staged],
      laid: bothLaid(all.laid, one.laid),
      empty: [...all.empty, ...one.empty],
    };
  }
  return all;
}

type Named = Readonly<{ path: string; commit: string }>;

async function fillOne(
  repository: Pick<Repository, 'top' | 'objects'>,
  { copy, folder, sinceMs, written }: Filling,
  { path, commit }: Named,
): Promise<Submodules> {
  const [own, to] = [join(repository.top, path), join(copy, path)];
  removeAll(to);
  makeNew(to);
  const gitDir = await gitDirOf(repository, copy, path);
  const index = join(folder, `index-${randomUUID()}`);
  const env = { GIT_DIR: gitDir ?? '', GIT_WORK_TREE: to, GIT_INDEX_FILE: index };
  const has =
    gitDir !== undefined &&
    (await git({ cwd: to, env, args: ['cat-file', '-e', `${commit}^{tree}`] })).ok;
  const off = has ? await filtersOff(to, env) : {};
  const listed = has ? await checkOut(to, { ...env, ...off }, commit) : undefined;
  if (gitDir === undefined || listed === undefined) {
    // Where it is empty in the working tree, a run in it finds as much.
    return isPopulated(own) ? { ...NONE, missing: { path, commit } } : { ...NONE, empty: [path] };
  }
  const folders = isPopulated(own) ? await dependencyFolders(own) : undefined;
  const below = (name: string): string => `${path}/${name}`;
  const inside = new Set([...written].flatMap((one) => relativeTo(path, one)));
  const laid = folders?.ok
    ? layFolders({ top: own, copy: to, folders: folders.value, sinceMs, written: inside })
    : NOTHING_LAID;
  const inner = await fillSubmodules(
    { top: own, objects: join(gitDir, 'objects') },
    { copy: to, folder, sinceMs, written: inside },
    listed,
  );
  return {
    staged: [...listed, ...inner.staged].map((one) => ({ ...one, path: below(one.path) })),
    laid: laidBelow(path, bothLaid(laid, inner.laid)),
    empty: inner.empty.map(below),
    ...(inner.missing && { missing: { ...inner.missing, path: below(inner.missing.path) } }),
  };
}

function relativeTo(folder: string, path: string): string[] {
  return path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [];
}

function laidBelow(path: string, { folders, links, young, large }: Laid): Laid {
  const below = (name: string): string => `${path}/${name}`;
  return {
    folders: folders.map(below),
    links: links.map(({ folder, target }) => ({ folder: below(folder), target })),
    young: young.map(below),
    large: large.map(below),
  };
}

async function checkOut(
  cwd: string,
  env: Readonly<Record<string, string>>,
  commit: string,
): Promise<readonly Entry[] | undefined> {
  for (const args of [
    ['read-tree', '--no-sparse-checkout', commit],
    ['checkout-index', '--all', '--force', '--quiet'],
  ]) {
    const done = await git({ cwd, env, args });
    if (!done.ok) return undefined;
  }
  const listed = await listTree(cwd, env, commit);
  return listed.ok ? listed.value : undefined;
}

/** Where its objects are: the repository in its folder, or the one that git put away when it was set up. */
async function gitDirOf(
  { top, objects }: Pick<Repository, 'top' | 'objects'>,
  copy: string,
  path: string,
): Promise<string | undefined> {
  const own = join(top, path);
  if (lstatSync(join(own, '.git'), { throwIfNoEntry: false })) {
    const asked = await git({ cwd: own, args: ['rev-parse', '--absolute-git-dir'] });
    if (asked.ok) return asked.value.stdout.toString('utf8').trim();
  }
  const file = join(copy, '.gitmodules');
  const args = ['config', '-z', '--file', file, '--get-regexp', '^submodule\\..*\\.path$'];
  const asked = await git({ cwd: copy, args, expect: [0, 1] });
  const said = asked.ok ? fields(asked.value.stdout) : [];
  const key = said.find((one) => one.slice(one.indexOf('\n') + 1) === path);
  const name = key && /^submodule\.([\s\S]+)\.path\n/.exec(key)?.[1];
  const isName = name !== undefined && !name.split('/').includes('..');
  const kept = isName ? join(dirname(objects), 'modules', name) : undefined;
  return kept !== undefined && lstatSync(join(kept, 'HEAD'), { throwIfNoEntry: false })
    ? kept
    : undefined;
}

function isPopulated(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && readdirSync(folder).length > 0;
}
