import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { git } from './git.ts';
import { failure, type Result, success } from './result.ts';

/** Where a working tree's git data is, all absolute. */
export type Repository = Readonly<{
  top: string;
  gitDir: string;
  /** The real index of this working tree; it may not exist yet. */
  index: string;
  /** Variables that make git write new objects into our folder and read all others where they are. */
  env: Readonly<Record<string, string>>;
}>;

/** Finds the repository of a working tree, linked ones included, and prepares `objectsDir`. */
export async function openRepository(
  worktree: string,
  objectsDir: string,
): Promise<Result<Repository>> {
  const args = [
    'rev-parse',
    '--show-toplevel',
    '--absolute-git-dir',
    '--git-path',
    'objects',
    '--git-path',
    'index',
  ];
  const found = await git({ cwd: worktree, args });
  if (!found.ok) {
    const { error } = found;
    return error.kind === 'git-failed'
      ? failure({ kind: 'no-git-repository', path: worktree, stderr: error.stderr })
      : found;
  }
  // One line each; a line break in a path is not supported by rev-parse itself.
  const [top = '', gitDir = '', objects = '', index = ''] = found.value.stdout
    .toString('utf8')
    .split('\n');
  await mkdir(objectsDir, { recursive: true, mode: 0o700 });
  return success({
    top: resolve(worktree, top),
    gitDir: resolve(worktree, gitDir),
    index: resolve(worktree, index),
    env: {
      GIT_OBJECT_DIRECTORY: resolve(objectsDir),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(resolve(worktree, objects)),
    },
  });
}

/** The list of alternates splits at `:` (Windows: `;`), unless an entry is quoted. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
