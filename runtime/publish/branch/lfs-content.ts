// Files that Git LFS keeps. A raw tree has the pointer, which is what is recorded; the content has to be where LFS
// will look for it when it is pushed.

import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import { sha256Of } from '../../evidence/trees/lfs.ts';
import { isFile } from '../../files/folders.ts';
import type { Laying } from './clean-side.ts';

/** `kept`: LFS has it. Otherwise the file of the working tree that has it, or null. */
type Content = 'kept' | Readonly<{ file: string | null }>;

export async function contentOf(laying: Laying, path: string, oid: string): Promise<Content> {
  if (isFile(join(await storageOf(laying), oid.slice(0, 2), oid.slice(2, 4), oid))) return 'kept';
  const file = join(laying.raw.repository.top, path);
  const isIt = lstatSync(file, { throwIfNoEntry: false })?.isFile() && sha256Of(file) === oid;
  return { file: isIt ? file : null };
}

async function storageOf({ raw, cwd, env }: Laying): Promise<string> {
  const args = ['config', '--type=path', '--get', 'lfs.storage'];
  const asked = await git({ cwd, env, args, expect: [0, 1] });
  const named = asked.ok ? asked.value.stdout.toString('utf8').replace(/\n$/, '') : '';
  const common = dirname(raw.repository.objects);
  return join(named === '' ? join(common, 'lfs') : resolve(common, named), 'objects');
}
