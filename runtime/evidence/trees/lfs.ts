// What Git LFS keeps elsewhere. A pointer names the content by its hash, so it is held against the bytes
// themselves, and no program of LFS has to be there or to be believed.

import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { readBytes, readText } from '../../files/reading.ts';
import { fields, git } from './git.ts';
import type { Repository } from './tree-store.ts';

type Env = Readonly<Record<string, string>>;

const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n[\s\S]*?oid sha256:([0-9a-f]{64})\nsize \d+/;
const MAX_POINTER_BYTES = 1024;

/** Files of an index that are for LFS, by attributes. */
export async function lfsFiles(cwd: string, env: Env): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--', ':(attr:filter=lfs)'];
  const listed = await git({ cwd, env, args });
  return listed.ok ? fields(listed.value.stdout) : [];
}

/** The pointer to these bytes, as LFS writes it; the bytes themselves where they are one. */
export function pointerTo(bytes: Buffer): Buffer {
  if (isPointer(bytes)) return bytes;
  const oid = sha256Of(bytes);
  const lines = ['version https://git-lfs.github.com/spec/v1', `oid sha256:${oid}`];
  return Buffer.from(`${lines.join('\n')}\nsize ${bytes.length}\n`);
}

function isPointer(bytes: Buffer): boolean {
  return bytes.length <= MAX_POINTER_BYTES && POINTER.test(bytes.toString('utf8'));
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type Filled = Readonly<{
  /** Only pointers in the copy, as they are in the working tree. */
  pointers: readonly string[];
  /** Pointers in the copy, and the working tree has something else there. */
  missing: readonly string[];
}>;

/** Content is copied from the working tree, or from what LFS has fetched. */
export async function fillPointers(
  { top, objects }: Repository,
  copy: string,
  env: Env,
): Promise<Filled> {
  const pointers: string[] = [];
  const missing: string[] = [];
  for (const path of await lfsFiles(copy, env)) {
    const to = join(copy, path);
    const stat = lstatSync(to, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MAX_POINTER_BYTES) continue;
    const text = readText(to);
    const oid = POINTER.exec(text)?.[1];
    if (oid === undefined) continue;
    const own = join(top, path);
    const kept = join(dirname(objects), 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    const from = [own, kept].find((one) => isFile(one) && sha256Of(readBytes(one)) === oid);
    if (from !== undefined) copyWhole(from, to);
    else if (isFile(own) && readBytes(own).equals(Buffer.from(text))) pointers.push(path);
    else missing.push(path);
  }
  return { pointers, missing };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
