// A checkout made into a repository of its own, of one commit: what asks git for a version or for changed
// files can run in it, and no other commit is there to look a fix up in.

import { join } from 'node:path';
import { copyWhole, putFile } from '../../files/atomic-write.ts';
import { git } from './git.ts';
import { type Result, success } from './result.ts';
import type { Repository } from './tree-store.ts';

const WHO = { NAME: 'Wukong', EMAIL: 'wukong@localhost', DATE: '2000-01-01T00:00:00Z' };
const COMMITTED = Object.fromEntries(
  Object.entries(WHO).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]),
);

/** `index`: the one it was checked out with. Objects are read where they are. */
export async function asOneCommit(
  { env, objects }: Repository,
  { path, tree, index }: Readonly<{ path: string; tree: string; index: string }>,
): Promise<Result<unknown>> {
  const format = tree.length === 64 ? 'sha256' : 'sha1';
  const args = ['init', '--quiet', '--template=', '--initial-branch=main'];
  const made = await git({ cwd: path, args: [...args, `--object-format=${format}`] });
  if (!made.ok) return made;
  const info = join(path, '.git', 'objects', 'info');
  putFile(join(info, 'alternates'), `${env.GIT_OBJECT_DIRECTORY}\n${objects}\n`);
  const message = ['commit-tree', tree, '-m', 'The tree of this copy'];
  const committed = await git({ cwd: path, env: COMMITTED, args: message });
  if (!committed.ok) return committed;
  const id = committed.value.stdout.toString('utf8').trim();
  const pointed = await git({ cwd: path, args: ['update-ref', 'HEAD', id] });
  if (!pointed.ok) return pointed;
  copyWhole(index, join(path, '.git', 'index'));
  return success(undefined);
}
