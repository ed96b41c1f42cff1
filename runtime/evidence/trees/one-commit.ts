// A checkout made into a repository of its own, of one commit: what asks git for a version or for changed
// files can run in it, and no other commit is there to look a fix up in. It is a few files, and no git has to be
// started to write them.

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { copyWhole, putFile } from '../../files/atomic-write.ts';
import { makeFolders, move } from '../../files/changing.ts';
import { readText } from '../../files/reading.ts';
import { git } from './git.ts';
import { AS_THEY_ARE } from './raw-directory.ts';
import { type Result, success } from './result.ts';
import type { Repository } from './tree-store.ts';

const WHO = 'Wukong <wukong@localhost> 946684800 +0000';

type Copy = Readonly<{ path: string; tree: string; index: string; own: string; format: string }>;

/**
 * Its git directory, made in `folder` before there is a checkout. Objects are read where they are; files get the
 * bytes that are recorded, and git takes them as they are.
 */
export async function ownDirectory(
  { env, objects, format }: Repository,
  folder: string,
): Promise<Result<string>> {
  const own = join(folder, '.git');
  const config = await configOf(folder, format);
  if (!config.ok) return config;
  for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
    makeFolders(join(own, name));
  }
  putFile(join(own, 'HEAD'), 'ref: refs/heads/main\n');
  putFile(join(own, 'config'), config.value);
  const list = `${env.GIT_OBJECT_DIRECTORY}\n${objects}\n`;
  putFile(join(own, 'objects', 'info', 'alternates'), list);
  makeFolders(join(own, 'info'));
  putFile(join(own, 'info', 'attributes'), AS_THEY_ARE);
  return success(own);
}

/** By place of copies: what git finds out of the disk there, links and modes of files, is the same for each copy. */
const configs = new Map<string, string>();

/** Where nobody has asked yet, the directory itself is made as well. */
async function configOf(folder: string, format: string): Promise<Result<string>> {
  const place = `${format} ${dirname(folder)}`;
  const known = configs.get(place);
  if (known !== undefined) return success(known);
  const args = ['init', '--quiet', '--template=', '--initial-branch=main'];
  const made = await git({ cwd: folder, args: [...args, `--object-format=${format}`] });
  if (!made.ok) return made;
  const config = readText(join(folder, '.git', 'config'));
  configs.set(place, config);
  return success(config);
}

/** `index`: the one it was checked out with. `own`: its git directory, which is moved to where it belongs. */
export function asOneCommit({ path, tree, index, own, format }: Copy): void {
  const id = writeCommit(join(own, 'objects'), format, { tree, says: 'The tree of this copy' });
  putFile(join(own, 'refs', 'heads', 'main'), `${id}\n`);
  copyWhole(index, join(own, 'index'));
  move(own, join(path, '.git'));
}

type Commit = Readonly<{ tree: string; says: string; parent?: string }>;

/** Its id. */
export function writeCommit(
  objects: string,
  format: string,
  { tree, says, parent }: Commit,
): string {
  const above = parent === undefined ? '' : `parent ${parent}\n`;
  const text = `tree ${tree}\n${above}author ${WHO}\ncommitter ${WHO}\n\n${says}\n`;
  const object = `commit ${text.length}\0${text}`;
  const id = createHash(format).update(object).digest('hex');
  const folder = join(objects, id.slice(0, 2));
  makeFolders(folder);
  putFile(join(folder, id.slice(2)), deflateSync(object));
  return id;
}
