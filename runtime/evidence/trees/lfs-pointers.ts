// Pointers to files that Git LFS keeps, made as it makes them, whether its program is here or not. The content may be
// large, so what was read once is not read again as long as the system says that nobody touched it.

import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { readIfThere } from '../../files/reading.ts';
import { git } from './git.ts';
import { pointerTo } from './lfs.ts';
import type { Env } from './private-index.ts';
import { type Result, success } from './result.ts';

type Pointing = Readonly<{
  /** The working tree. */
  top: string;
  env: Env;
  /** By which objects are named. */
  format: string;
  /** For files of ours, removed afterwards. */
  folder: string;
  /** A file in which is kept what was read; it need not be there. */
  memory: string;
  isStored: (path: string, id: string) => boolean;
}>;

type Pointer = Readonly<{ path: string; id: string }>;

/** By path what a file was when it was read, and its pointer. */
type Seen = Record<string, readonly [stamp: string, pointer: string]>;

/** The objects of their pointers, which are there then. */
export async function storePointers(
  about: Pointing,
  paths: readonly string[],
): Promise<Result<readonly Pointer[]>> {
  if (paths.length === 0) return success([]);
  const seen = readMemory(about.memory);
  const now: Seen = {};
  const made = paths.map((path) => {
    const file = join(about.top, path);
    const stamp = stampOf(file);
    const before = seen[path];
    const text =
      before !== undefined && before[0] === stamp ? before[1] : pointerTo(file).toString('latin1');
    if (stamp !== undefined) now[path] = [stamp, text];
    return { path, text, id: blobId(Buffer.from(text, 'latin1'), about.format) };
  });
  const isOther = Object.entries(now).some(([path, one]) => seen[path]?.[0] !== one[0]);
  if (isOther) putFile(about.memory, JSON.stringify({ ...seen, ...now }));
  const missing = made.filter(({ path, id }) => !about.isStored(path, id));
  const stored = await store(
    about,
    missing.map(({ text }) => text),
  );
  return stored.ok ? success(made) : stored;
}

function readMemory(file: string): Seen {
  try {
    return JSON.parse(readIfThere(file)?.toString('utf8') ?? '{}');
  } catch {
    return {}; // A power cut left half of it.
  }
}

const LAST_EDIT_MS = 2_000;

/** Undefined where another edit may come in the same moment by the clock of the disk. */
function stampOf(file: string): string | undefined {
  const { size, ino, mtimeNs, ctimeNs, ctimeMs } = lstatSync(file, { bigint: true });
  return Date.now() - Number(ctimeMs) < LAST_EDIT_MS
    ? undefined
    : `${size} ${ino} ${mtimeNs} ${ctimeNs}`;
}

async function store(
  { top, env, folder }: Pointing,
  texts: readonly string[],
): Promise<Result<unknown>> {
  if (texts.length === 0) return success(undefined);
  const own = join(folder, 'pointers');
  makeFolders(own);
  const files = texts.map((text, at) => {
    putFile(join(own, `${at}`), Buffer.from(text, 'latin1'));
    return join(own, `${at}`);
  });
  const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
  return git({ cwd: top, env, args, input: files.map((file) => `${file}\n`).join('') });
}

/** As git computes it. */
export function blobId(bytes: Buffer, format: string): string {
  const hash = createHash(format === 'sha256' ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
