// What Git LFS keeps elsewhere. A pointer names the content by its hash, so it is held against the bytes
// themselves, and no program of LFS has to be there or to be believed.

import { createHash } from 'node:crypto';
import { createReadStream, lstatSync } from 'node:fs';
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

/** The pointer to a file, as LFS writes it; its own bytes where it is one. */
export async function pointerTo(file: string): Promise<Buffer> {
  const { size } = lstatSync(file);
  const own = size <= MAX_POINTER_BYTES ? readBytes(file) : undefined;
  if (own && POINTER.test(own.toString('utf8'))) return own;
  const oid = await sha256Of(file);
  return Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`,
  );
}

/** Piece by piece: what LFS keeps may be larger than memory. */
async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
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
    const isHere = async (file: string): Promise<boolean> =>
      isFile(file) && (await sha256Of(file)) === oid;
    if (await isHere(own)) copyWhole(own, to);
    else if (await isHere(kept)) copyWhole(kept, to);
    else if (isFile(own) && lstatSync(own).size === stat.size && readText(own) === text) {
      pointers.push(path);
    } else missing.push(path);
  }
  return { pointers, missing };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
