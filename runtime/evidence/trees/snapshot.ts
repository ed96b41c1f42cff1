import { randomUUID } from 'node:crypto';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { removeIfThere, setTimes } from '../../files/changing.ts';
import { fields, type GitOutput, git } from './git.ts';
import { type Result, success } from './result.ts';
import { openRepository, type Repository } from './tree-store.ts';

export type Snapshot = Readonly<{
  /** Id of the git tree. */
  tree: string;
  /** Folders with a repository of their own that has no commit: git can't look into them. */
  skipped: readonly string[];
}>;

const WITHOUT_WUKONG = ['--', '.', ':(exclude,top).wukong'];

/**
 * Writes the working tree as a git tree into `objectsDir`: tracked files and untracked ones that are
 * not ignored, without `.wukong/`. `.git` is read and never written: new objects go to `objectsDir`,
 * and the index is a private copy, with a name of its own so that two can run at once. (git does
 * renew the time of an object it finds in `.git` instead of writing it once more.) Repositories
 * inside (submodules) are recorded by their commit, not by their files.
 */
export async function snapshot(
  request: Readonly<{ worktree: string; objectsDir: string }>,
): Promise<Result<Snapshot>> {
  const opened = await openRepository(request.worktree, request.objectsDir);
  if (!opened.ok) return opened;
  const repository = opened.value;
  const index = join(resolve(request.objectsDir), `index-${process.pid}-${randomUUID()}`);
  try {
    await copyIndex(repository, index);
    return await writeTree(repository, { ...repository.env, GIT_INDEX_FILE: index });
  } finally {
    removeIfThere(index);
    removeIfThere(`${index}.lock`);
  }
}

type Env = Readonly<Record<string, string>>;

async function writeTree(repository: Repository, env: Env): Promise<Result<Snapshot>> {
  const cwd = repository.top;
  const recorded = await recordFiles(cwd, env);
  if (!recorded.ok) return recorded;
  const written = await git({ cwd, env, args: ['write-tree', '--missing-ok'] });
  if (!written.ok) return written;
  return success({ tree: written.value.stdout.toString('utf8').trim(), skipped: recorded.value });
}

/** Brings the index to what lies in the working tree; the folders that git can't look into. */
export async function recordFiles(cwd: string, env: Env): Promise<Result<readonly string[]>> {
  const trusted = await forgetPromises(cwd, env);
  if (!trusted.ok) return trusted;
  const added = await addAll(cwd, env);
  if (!added.ok) return added;
  const args = ['rm', '-r', '-f', '-q', '--cached', '--ignore-unmatch', '--', '.wukong'];
  const removed = await git({ cwd, env, args });
  return removed.ok ? added : removed;
}

/**
 * The real index spares git reading every file again. A split index is not copied: using it would
 * touch its shared part inside .git.
 */
export async function copyIndex({ gitDir, index }: Repository, to: string): Promise<void> {
  const names = await readdir(gitDir).catch(() => []);
  if (names.some((name) => name.startsWith('sharedindex.'))) return;
  try {
    const { atime, mtime } = await stat(index);
    copyWhole(index, to);
    // git reads a file again that is as young as the index. A younger copy would hide an edit of the
    // same length made in the second in which the index was written.
    setTimes(to, atime, mtime);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/**
 * Takes the marks "assume unchanged" and "skip worktree" off files that are there: with them a
 * change could hide from us. What a sparse checkout left out keeps its mark.
 */
async function forgetPromises(cwd: string, env: Env): Promise<Result<undefined>> {
  const listed = await git({ cwd, env, args: ['ls-files', '-z', '-v', '--cached'] });
  if (!listed.ok) return listed;
  const assumed: string[] = [];
  const skipped: string[] = [];
  for (const entry of fields(listed.value.stdout)) {
    const [tag = '', path] = [entry[0], entry.slice(2)];
    if (/[a-z]/.test(tag)) assumed.push(path);
    if (/s/i.test(tag) && (await exists(join(cwd, path)))) skipped.push(path);
  }
  for (const [flag, paths] of [
    ['--no-assume-unchanged', assumed],
    ['--no-skip-worktree', skipped],
  ] as const) {
    if (paths.length === 0) continue;
    const args = ['update-index', flag, '-z', '--stdin'];
    const done = await git({ cwd, env, args, input: `${paths.join('\0')}\0` });
    if (!done.ok) return done;
  }
  return success(undefined);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

const NO_COMMIT = /^error: '(.*)\/?' does not have a commit checked out$/;
const HARMLESS = /^(?:warning|hint): |^error: unable to index file '.*'$|^\s*$/;

/** An inner repository without a commit stops `git add`; then the rest is added and it is named. */
async function addAll(cwd: string, env: Env): Promise<Result<readonly string[]>> {
  const first = await git({ cwd, env, args: ['add', '-A', ...WITHOUT_WUKONG] });
  if (first.ok) return success([]);
  if (first.error.kind !== 'git-failed' || !first.error.stderr.includes('does not have a commit')) {
    return first;
  }
  const args = ['add', '-A', '--ignore-errors', ...WITHOUT_WUKONG];
  const second: Result<GitOutput> = await git({ cwd, env, args, expect: [0, 1] });
  if (!second.ok) return second;
  const lines = second.value.stderr.split('\n').filter((line) => !HARMLESS.test(line));
  const skipped = lines.map((line) => NO_COMMIT.exec(line)?.[1]?.replace(/\/$/, ''));
  if (skipped.some((path) => path === undefined)) return first;
  return success(skipped.filter((path) => path !== undefined));
}
