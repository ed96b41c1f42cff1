// An index of our own, outside of the repository: what is recorded by it leaves no trace in that of the person.

import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { removeIfThere } from '../../files/changing.ts';
import { git } from './git.ts';
import { type Result, success } from './result.ts';
import { openRepository, type Repository } from './tree-store.ts';

export type Env = Readonly<Record<string, string>>;

export async function inPrivateIndex<T>(
  { worktree, objectsDir }: Readonly<{ worktree: string; objectsDir: string }>,
  work: (repository: Repository, env: Env & { GIT_INDEX_FILE: string }) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await openRepository(worktree, objectsDir);
  if (!opened.ok) return opened;
  const index = join(resolve(objectsDir), `index-${process.pid}-${randomUUID()}`);
  try {
    return await work(opened.value, { ...opened.value.env, GIT_INDEX_FILE: index });
  } finally {
    removeIfThere(index);
    removeIfThere(`${index}.lock`);
  }
}

/** Each line as git reads it: mode, type or none, id, tab, path. */
export async function putEntries(
  cwd: string,
  env: Env,
  entries: ReadonlyArray<Readonly<{ line: string }>>,
): Promise<Result<unknown>> {
  if (entries.length === 0) return success(undefined);
  const args = ['update-index', '-z', '--replace', '--index-info'];
  return git({ cwd, env, args, input: entries.map(({ line }) => `${line}\0`).join('') });
}

/** Into an index: all of a tree, whatever a sparse checkout leaves out. */
export function readTree(cwd: string, env: Env, tree: string): Promise<Result<unknown>> {
  return git({ cwd, env, args: ['read-tree', '--no-sparse-checkout', tree] });
}

export async function writeTree(cwd: string, env: Env): Promise<Result<string>> {
  const written = await git({ cwd, env, args: ['write-tree', '--missing-ok'] });
  return written.ok ? success(written.value.stdout.toString('utf8').trim()) : written;
}
