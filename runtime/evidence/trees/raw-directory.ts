// A git directory of our own, for as long as something is recorded or written by it. In it git takes files as
// they are and gives them as they are: what attributes, filters and line ends make of them on the way is decided
// outside of trees. All else, what it ignores too, is as in the repository.

import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { copyWhole, putFile } from '../../files/atomic-write.ts';
import { makeFolders, makeNew, removeAll } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { isFile } from '../../files/folders.ts';
import type { TreePlace } from './overlay.ts';
import type { Result } from './result.ts';
import { openRepository, quoted, type Repository } from './tree-store.ts';

/** For `info/attributes`, which comes before all others. */
export const AS_THEY_ARE = '* -text -crlf -eol -filter -ident -working-tree-encoding\n';

export type RawDirectory = Readonly<{
  repository: Repository;
  /** Ours alone, and removed at the end. */
  folder: string;
  /** Variables for the working tree, with an index in `folder` that is not there yet. */
  env: Readonly<Record<string, string>> & Readonly<{ GIT_DIR: string; GIT_INDEX_FILE: string }>;
}>;

export async function inRawDirectory<T>(
  { worktree, objectsDir }: TreePlace,
  work: (raw: RawDirectory) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await openRepository(worktree, objectsDir);
  if (!opened.ok) return opened;
  const repository = opened.value;
  sweep(resolve(objectsDir));
  const folder = join(resolve(objectsDir), `index-${process.pid}-${randomUUID()}`);
  makeNew(folder);
  try {
    const own = join(folder, 'git');
    makeGitDirectory(own, repository.format, configOf(repository));
    putFile(join(own, 'info', 'attributes'), AS_THEY_ARE);
    const exclude = join(dirname(repository.objects), 'info', 'exclude');
    if (isFile(exclude)) copyWhole(exclude, join(own, 'info', 'exclude'));
    const env = {
      GIT_DIR: own,
      GIT_WORK_TREE: repository.top,
      GIT_INDEX_FILE: join(folder, 'index'),
    };
    return await work({ repository, folder, env: { ...repository.env, ...env } });
  } finally {
    removeAll(folder);
  }
}

const LEFT_AFTER_MS = 24 * 60 * 60 * 1000;

/** Removes what was left by a process that was killed: no git runs for so long, whatever a clock that was set says. */
function sweep(objectsDir: string): void {
  for (const name of readdirSync(objectsDir).filter((one) => one.startsWith('index-'))) {
    if (isThere(Number(/^index-(\d+)-/.exec(name)?.[1]))) continue;
    const path = join(objectsDir, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && stat.ctimeMs < Date.now() - LEFT_AFTER_MS) removeAll(path);
  }
}

/** One whose number is another's by now keeps it for as long as that is there. */
function isThere(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The least that git takes for one, with no git started to make it. */
export function makeGitDirectory(own: string, format: string, config: readonly string[]): void {
  const isOld = format === 'sha1';
  const first = ['[core]', `repositoryFormatVersion = ${isOld ? 0 : 1}`];
  const named = isOld ? [] : ['[extensions]', `objectFormat = ${format}`];
  makeFolders(join(own, 'refs'));
  putFile(join(own, 'HEAD'), 'ref: refs/heads/main\n');
  putFile(join(own, 'config'), [...first, ...named, ...config, ''].join('\n'));
}

/** Files that lie outside of what a sparse checkout names are recorded like others. */
function configOf({ objects, gitDir }: Repository): readonly string[] {
  return [
    '[include]',
    `path = ${quoted(join(dirname(objects), 'config'))}`,
    `path = ${quoted(join(gitDir, 'config.worktree'))}`,
    '[core]',
    'sparseCheckout = false',
  ];
}
