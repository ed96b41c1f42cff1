import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolders } from '../../files/changing.ts';
import { refuseOddIn } from '../../files/real-folder.ts';
import { type GitCall, git } from './git.ts';
import { failure, type Result, success } from './result.ts';

/** Where a working tree's git data is, all absolute. */
export type Repository = Readonly<{
  top: string;
  gitDir: string;
  /** What all working trees of it share. */
  common: string;
  /** The real index of this working tree; it may not exist yet. */
  index: string;
  /** Where its own objects are. */
  objects: string;
  /** By which objects are named: `sha1` or `sha256`. */
  format: string;
  /** Variables that make git write new objects into our folder and read all others where they are. */
  env: Readonly<Record<string, string>>;
}>;

/** Finds the repository of a working tree, linked ones included, and prepares `objectsDir`. */
export async function openRepository(
  worktree: string,
  objectsDir: string,
): Promise<Result<Repository>> {
  const found = await whereItIs(resolve(worktree));
  if (!found.ok) return found;
  const { objects } = found.value;
  makeFolders(objectsDir);
  // A pull may have put a link where git makes its folders.
  refuseOddIn(objectsDir);
  return success({
    ...found.value,
    env: {
      GIT_OBJECT_DIRECTORY: resolve(objectsDir),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects),
    },
  });
}

/** What git prints in the repository of a working tree, with the objects that we keep of it. */
export async function gitIn(
  { worktree, objectsDir }: Readonly<{ worktree: string; objectsDir: string }>,
  call: Pick<GitCall, 'args' | 'input' | 'expect'>,
): Promise<Result<Buffer>> {
  const opened = await openRepository(worktree, objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  const output = await git({ cwd: top, env, ...call });
  return output.ok ? success(output.value.stdout) : output;
}

/** The contents by id, in one call; without those git cannot read. */
export async function readBlobs(
  { top, env }: Repository,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const ids = [...new Set(wanted)];
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const input = `${ids.join('\n')}\n`;
  const read = await git({ cwd: top, env, args: ['cat-file', '--batch'], input });
  const output = read.ok ? read.value.stdout : Buffer.alloc(0);
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    const [, id, size] =
      /^([0-9a-f]{40,64}) blob (\d+)$/.exec(output.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (id === undefined) continue;
    blobs.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

type Places = Omit<Repository, 'env'>;

/**
 * By working tree. A verification asks some forty times, which was a third of the git it started; and
 * what an agent makes of `.git` meanwhile does not lead us elsewhere.
 */
const known = new Map<string, Promise<Result<Places>>>();

async function whereItIs(worktree: string): Promise<Result<Places>> {
  const asked = known.get(worktree) ?? findPlaces(worktree);
  known.set(worktree, asked);
  const found = await asked;
  // What is no repository yet may be one later.
  if (!found.ok) known.delete(worktree);
  return found;
}

/** For a working tree that was made or removed by us. */
export function forgetRepository(worktree: string): void {
  known.delete(resolve(worktree));
}

async function findPlaces(worktree: string): Promise<Result<Places>> {
  const args = [
    'rev-parse',
    '--show-toplevel',
    '--absolute-git-dir',
    '--git-common-dir',
    '--git-path',
    'objects',
    '--git-path',
    'index',
    '--show-object-format',
  ];
  const found = await git({ cwd: worktree, args });
  if (!found.ok) {
    const { error } = found;
    return error.kind === 'git-failed'
      ? failure({ kind: 'no-git-repository', path: worktree, stderr: error.stderr })
      : found;
  }
  // One line each; a line break in a path is not supported by rev-parse itself.
  const said = found.value.stdout.toString('utf8').split('\n');
  const [top = '', gitDir = '', common = '', objects = '', index = ''] = said.map((path) =>
    resolve(worktree, path),
  );
  if (!isAround(top, worktree)) {
    const stderr = `git says that its files are in ${top} (core.worktree)`;
    return failure({ kind: 'no-git-repository', path: worktree, stderr });
  }
  return success({
    top,
    gitDir,
    common: realpathSync.native(common),
    objects,
    index,
    format: said[5] ?? 'sha1',
  });
}

/**
 * Whether `top` is the nearest folder around the working tree with a `.git`. `core.worktree` may name any
 * other: then its files would be recorded, and those of the working tree used.
 */
function isAround(top: string, worktree: string): boolean {
  const real = realpathSync.native(worktree);
  for (let folder = real; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return realpathSync.native(top) === folder;
    if (folder === dirname(folder)) return false;
  }
}

/** As git reads a path in a list of alternates, which splits at `:` (Windows: `;`), and in a configuration. */
export function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
