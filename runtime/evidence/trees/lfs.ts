// What Git LFS keeps elsewhere. A pointer names the content by its hash, so it is held against the bytes
// themselves, and no program of LFS has to be there or to be believed.

import { createHash } from 'node:crypto';
import { closeSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { openToRead, PIECE_BYTES, readBytes, readPiece, readText } from '../../files/reading.ts';
import { fields, git } from './git.ts';
import type { Env } from './private-index.ts';
import type { Repository } from './tree-store.ts';

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
export function pointerTo(file: string): Buffer {
  const { size } = lstatSync(file);
  const own = size <= MAX_POINTER_BYTES ? readBytes(file) : undefined;
  if (own && POINTER.test(own.toString('utf8'))) return own;
  const oid = sha256Of(file);
  return Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`,
  );
}

/** By which LFS names the content that a pointer stands for; undefined: it is no pointer. */
export function oidIn(pointer: Buffer): string | undefined {
  if (pointer.length > MAX_POINTER_BYTES) return undefined;
  return POINTER.exec(pointer.toString('utf8'))?.[1];
}

/** Piece by piece: what LFS keeps may be larger than memory. */
export function sha256Of(file: string): string {
  const hash = createHash('sha256');
  const fd = openToRead(file);
  try {
    for (let at = 0; ; at += PIECE_BYTES) {
      const piece = readPiece(fd, at, PIECE_BYTES);
      hash.update(piece);
      if (piece.length < PIECE_BYTES) return hash.digest('hex');
    }
  } finally {
    closeSync(fd);
  }
}

type Filled = Readonly<{
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
    const from = [own, kept].find((file) => isFile(file) && sha256Of(file) === oid);
    if (from !== undefined) copyWhole(from, to);
    else if (isFile(own) && lstatSync(own).size === stat.size && readText(own) === text) {
      pointers.push(path);
    } else missing.push(path);
  }
  return { pointers, missing };
}

export function notFetched(paths: readonly string[]): string {
  return `the content of ${paths.slice(0, 3).join(', ')} is kept by Git LFS and is not here; get it with: git lfs fetch --all`;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
