// The git directory in which trees are merged: what git knows there is what stands here.

import { dirname, join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { writeCommit } from '../trees/one-commit.ts';
import { makeGitDirectory } from '../trees/raw-directory.ts';
import { quoted, type Repository } from '../trees/tree-store.ts';

export type ToMerge = Readonly<{
  repository: Repository;
  trees: Readonly<{ base: string; ours: string; theirs: string }>;
  /** Files of attributes by path. */
  attributes: ReadonlyMap<string, Buffer>;
}>;

/** How git is called in it, and the commits to merge. */
export function mergeDirectory(own: string, { repository, trees, attributes }: ToMerge) {
  const { env, objects, format } = repository;
  // Of a working tree git reads no more than its attributes, and starts drivers there.
  const cwd = join(own, 'tree');
  makeFolders(cwd);
  for (const [path, text] of attributes) {
    const file = join(cwd, path);
    if (relativeInside(cwd, file) === undefined) continue;
    makeFolders(dirname(file));
    putFile(file, text);
  }
  // The attributes of the user are found without any configuration.
  makeGitDirectory(own, format, ['[core]', 'bare = false', 'attributesFile = /dev/null']);
  // Commits of which nothing but this merge has to know.
  const commits = join(own, 'objects');
  const commit = (tree: string, parent?: string): string =>
    writeCommit(commits, format, { tree, says: 'A tree to merge', ...(parent && { parent }) });
  const start = commit(trees.base);
  return {
    cwd,
    env: {
      ...env,
      GIT_DIR: own,
      GIT_WORK_TREE: cwd,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: [objects, commits].map(quoted).join(SEPARATOR),
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
    },
    ours: commit(trees.ours, start),
    theirs: commit(trees.theirs, start),
  };
}

const SEPARATOR = process.platform === 'win32' ? ';' : ':';
