// A checkout made into a repository of its own, of one commit: what asks git for a version or for changed
// files can run in it, and no other commit is there to look a fix up in.

import { join } from 'node:path';
import { copyWhole, putFile } from '../../files/atomic-write.ts';
import { move } from '../../files/changing.ts';
import { git } from './git.ts';
import { AS_THEY_ARE } from './raw-directory.ts';
import { type Result, success } from './result.ts';
import type { Repository } from './tree-store.ts';

const WHO = { NAME: 'Wukong', EMAIL: 'wukong@localhost', DATE: '2000-01-01T00:00:00Z' };
const COMMITTED = Object.fromEntries(
  Object.entries(WHO).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]),
);

type Copy = Readonly<{ path: string; tree: string; index: string; own: string }>;

/**
 * Its git directory, made in `folder` before there is a checkout. Objects are read where they are; files get the
 * bytes that are recorded, and git takes them as they are.
 */
export async function ownDirectory(
  { env, objects, format }: Repository,
  folder: string,
): Promise<Result<string>> {
  const args = ['init', '--quiet', '--template=', '--initial-branch=main'];
  const made = await git({ cwd: folder, args: [...args, `--object-format=${format}`] });
  if (!made.ok) return made;
  const own = join(folder, '.git');
  const list = `${env.GIT_OBJECT_DIRECTORY}\n${objects}\n`;
  putFile(join(own, 'objects', 'info', 'alternates'), list);
  putFile(join(own, 'info', 'attributes'), AS_THEY_ARE);
  return success(own);
}

/** `index`: the one it was checked out with. `own`: its git directory, which is moved to where it belongs. */
export async function asOneCommit({ path, tree, index, own }: Copy): Promise<Result<unknown>> {
  const env = { ...COMMITTED, GIT_DIR: own };
  const message = ['commit-tree', tree, '-m', 'The tree of this copy'];
  const committed = await git({ cwd: path, env, args: message });
  if (!committed.ok) return committed;
  const id = committed.value.stdout.toString('utf8').trim();
  const pointed = await git({ cwd: path, env, args: ['update-ref', 'HEAD', id] });
  if (!pointed.ok) return pointed;
  copyWhole(index, join(own, 'index'));
  move(own, join(path, '.git'));
  return success(undefined);
}
