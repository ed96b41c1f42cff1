// Two trees brought together over the one both began from, by git, in a git directory of ours: no configuration of a
// person, so that none of their programs runs, and the attributes that were there before either began.

import { createHash, randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders, makeNew, removeAll } from '../../files/changing.ts';
import { readBlobs } from '../trees/blobs.ts';
import { fields, git } from '../trees/git.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { openRepository, type Repository } from '../trees/tree-store.ts';
import { gitSaid, whyNot } from './why.ts';

type Merged =
  | Readonly<{ is: 'clean'; tree: string }>
  | Readonly<{ is: 'conflict'; paths: readonly string[] }>
  | Readonly<{ is: 'failed'; why: string }>;

type Trees = Readonly<{ base: string; ours: string; theirs: string }>;

const WHO = 'Wukong <wukong@localhost> 946684800 +0000';

/** Never rejects for what a repository or a disk may be like. */
export async function mergeTrees(place: TreePlace, trees: Trees): Promise<Merged> {
  const { base, ours, theirs } = trees;
  if (ours === theirs || theirs === base) return { is: 'clean', tree: ours };
  if (ours === base) return { is: 'clean', tree: theirs };
  let folder: string | undefined;
  try {
    const opened = await openRepository(place.worktree, place.objectsDir);
    if (!opened.ok) return failed(gitSaid(opened.error));
    // Older gits take a tree that they cannot read for an empty one, and call it merged.
    for (const tree of [ours, theirs]) {
      const listed = await entriesOf(place, tree);
      if (!listed.ok) return failed(gitSaid(listed.error));
    }
    const attributes = await attributesOf(place, opened.value, base);
    if (typeof attributes === 'string') return failed(attributes);
    // Named as those that are swept where trees are recorded.
    folder = join(resolve(place.objectsDir), `index-${process.pid}-${randomUUID()}`);
    makeNew(folder);
    return await mergeIn(folder, opened.value, trees, attributes);
  } catch (error) {
    return failed(whyNot(error));
  } finally {
    if (folder !== undefined) removeAll(folder);
  }
}

function failed(why: string): Merged {
  return { is: 'failed', why };
}

async function attributesOf(
  place: TreePlace,
  repository: Repository,
  tree: string,
): Promise<Buffer | string> {
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return gitSaid(listed.error);
  const file = listed.value.find(({ path }) => path === '.gitattributes');
  // git reads none through a link.
  if (!file?.mode.startsWith('100')) return Buffer.alloc(0);
  return (await readBlobs(repository, [file.id])).get(file.id) ?? 'git cannot read .gitattributes';
}

async function mergeIn(
  own: string,
  { env, objects, format }: Repository,
  { base, ours, theirs }: Trees,
  attributes: Buffer,
): Promise<Merged> {
  makeFolders(join(own, 'refs'));
  putFile(join(own, 'HEAD'), 'ref: refs/heads/main\n');
  putFile(join(own, 'config'), configFor(format));
  putFile(join(own, 'info', 'attributes'), attributes);
  // Commits of which nothing but this merge has to know.
  const commits = join(own, 'objects');
  const start = putCommit(commits, format, base);
  const one = putCommit(commits, format, ours, start);
  const other = putCommit(commits, format, theirs, start);
  const merged = await git({
    cwd: own,
    env: {
      ...env,
      GIT_DIR: own,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: [objects, commits].map(quoted).join(SEPARATOR),
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
    },
    args: ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', one, other],
    expect: [0, 1],
  });
  if (!merged.ok) return failed(gitSaid(merged.error));
  const [tree = '', ...paths] = fields(merged.value.stdout);
  return merged.value.exitCode === 0
    ? { is: 'clean', tree }
    : { is: 'conflict', paths: [...new Set(paths.filter((path) => path !== ''))] };
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
    'bare = true',
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
