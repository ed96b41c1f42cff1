// What git's clean side makes of raw bytes: they are laid into a folder of our own, and git adds them there to a copy
// of the branch's index, by the person's configuration and filters and the attributes that index has.

import { join } from 'node:path';
import { asVariables, git } from '../../evidence/trees/git.ts';
import { listedIn, listIndex } from '../../evidence/trees/index-entries.ts';
import { type Env, readTree } from '../../evidence/trees/private-index.ts';
import type { RawDirectory } from '../../evidence/trees/raw-directory.ts';
import { type Result, success } from '../../evidence/trees/result.ts';
import { copyWhole } from '../../files/atomic-write.ts';
import { makeNew } from '../../files/changing.ts';
import { type Filters, filtersOf } from './attributes.ts';
import { personal, saidBy } from './persons-git.ts';

/** The index of the branch so far, and what is around it. */
export type Laying = Readonly<{
  raw: RawDirectory;
  filters: Filters;
  /** Variables for the person's repository with that index, in a working tree without files. */
  env: Env & Readonly<{ GIT_INDEX_FILE: string }>;
  cwd: string;
  /** A name in our folder that was not used yet. */
  fresh: () => string;
}>;

const FILTERS_MS = 10 * 60_000;

export async function startLaying(raw: RawDirectory, from: string): Promise<Result<Laying>> {
  let named = 0;
  const fresh = (): string => join(raw.folder, `laid-${++named}`);
  const cwd = fresh();
  makeNew(cwd);
  const index = { GIT_INDEX_FILE: fresh(), GIT_WORK_TREE: cwd };
  const env = { ...raw.env, GIT_DIR: raw.repository.gitDir, ...index };
  const read = await readTree(cwd, env, from);
  if (!read.ok) return read;
  const filters = await filtersOf(cwd, env);
  return filters.ok ? success({ raw, filters: filters.value, env, cwd, fresh }) : filters;
}

type Cleaned = Readonly<{
  ids: ReadonlyMap<string, string>;
  failed: ReadonlyMap<string, string>;
}>;

/** Ids of what git records of these files of a raw tree; `instead`: bytes that are taken from somewhere else. */
export async function cleanSide(
  laying: Laying,
  tree: string,
  paths: readonly string[],
  instead: ReadonlyMap<string, string> = new Map(),
): Promise<Result<Cleaned>> {
  if (paths.length + instead.size === 0) return success({ ids: new Map(), failed: new Map() });
  const cwd = laying.fresh();
  makeNew(cwd);
  const laid = await layRaw(laying, cwd, tree, paths);
  if (!laid.ok) return laid;
  for (const [path, from] of instead) copyWhole(from, join(cwd, path));
  const index = laying.fresh();
  copyWhole(laying.env.GIT_INDEX_FILE, index);
  const required = asVariables(
    // git takes the plain bytes where a filter fails that is not said to be required.
    [...laying.filters.cleaning].map((name) => [`filter.${name}.required`, 'true']),
  );
  const theirs = personal(FILTERS_MS);
  const env = {
    ...laying.env,
    ...theirs.env,
    ...required,
    GIT_WORK_TREE: cwd,
    GIT_INDEX_FILE: index,
  };
  const add = (some: readonly string[]) => {
    const args = ['update-index', '--add', '--replace', '-z', '--stdin'];
    const input = some.map((path) => `${path}\0`).join('');
    return git({ cwd, env, args, input, others: theirs.others });
  };
  const all = [...paths, ...instead.keys()];
  const failed = new Map<string, string>();
  const added = await add(all);
  if (!added.ok && added.error.kind !== 'git-failed') return added;
  // Which of them it was git says in words alone.
  for (const path of added.ok ? [] : all) {
    const alone = await add([path]);
    if (!alone.ok) failed.set(path, saidBy(alone.error));
  }
  const listed = await listIndex(cwd, env);
  if (!listed.ok) return listed;
  const ids = new Map(listedIn(listed.value).map(({ path, id }) => [path, id]));
  const done = all.filter((path) => !failed.has(path) && ids.has(path));
  return success({ ids: new Map(done.map((path) => [path, ids.get(path) ?? ''])), failed });
}

/** As they are in the tree, whatever git would make of them on the way. */
async function layRaw(
  { raw }: Laying,
  cwd: string,
  tree: string,
  paths: readonly string[],
): Promise<Result<unknown>> {
  if (paths.length === 0) return success(undefined);
  const env = { ...raw.env, GIT_WORK_TREE: cwd };
  const read = await readTree(cwd, env, tree);
  if (!read.ok) return read;
  const input = paths.map((path) => `${path}\0`).join('');
  const args = ['checkout-index', '--force', '--quiet', '-z', '--stdin'];
  return git({ cwd, env, args, input });
}
