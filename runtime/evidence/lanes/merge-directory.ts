// The git directory in which trees are merged: what git knows there is what stands here.

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import type { Repository } from '../trees/tree-store.ts';

export type ToMerge = Readonly<{
  repository: Repository;
  trees: Readonly<{ base: string; ours: string; theirs: string }>;
  /** Files of attributes by path. */
  attributes: ReadonlyMap<string, Buffer>;
}>;

const WHO = 'Wukong <wukong@localhost> 946684800 +0000';

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
  makeFolders(join(own, 'refs'));
  putFile(join(own, 'HEAD'), 'ref: refs/heads/main\n');
  putFile(join(own, 'config'), configFor(format));
  // Commits of which nothing but this merge has to know.
  const commits = join(own, 'objects');
  const start = putCommit(commits, format, trees.base);
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
    ours: putCommit(commits, format, trees.ours, start),
    theirs: putCommit(commits, format, trees.theirs, start),
  };
}

const SEPARATOR = process.platform === 'win32' ? ';' : ':';

/** In a list it splits there, unless an entry is quoted. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function configFor(format: string): string {
  const isOld = format === 'sha1';
  return [
    '[core]',
    `repositoryFormatVersion = ${isOld ? 0 : 1}`,
    'bare = false',
    // That of the user is found without any configuration.
    'attributesFile = /dev/null',
    ...(isOld ? [] : ['[extensions]', `objectFormat = ${format}`]),
    '',
  ].join('\n');
}

/** No git has to be started to write it. */
function putCommit(objects: string, format: string, tree: string, parent?: string): string {
  const above = parent === undefined ? '' : `parent ${parent}\n`;
  const text = `tree ${tree}\n${above}author ${WHO}\ncommitter ${WHO}\n\nA tree to merge\n`;
  const object = `commit ${text.length}\0${text}`;
  const id = createHash(format).update(object).digest('hex');
  makeFolders(join(objects, id.slice(0, 2)));
  putFile(join(objects, id.slice(0, 2), id.slice(2)), deflateSync(object));
  return id;
}
