// What git remembers of the files of a working tree, by their times and bytes, from one snapshot to the next: an index
// of our own, of tracked files alone. Its name says which they are, so that it is one file, and whole at any moment:
// each snapshot works on a copy, and of two at once the last one is kept.

import { createHash } from 'node:crypto';
import { lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyWhole, renamePatiently } from '../../files/atomic-write.ts';
import { removeIfThere, setTimes } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { namesIn } from '../../files/folders.ts';

export type Kept = Readonly<{
  path: string;
  /** A digest of what is tracked. */
  tracked: string;
  /** When it was begun, from nothing. */
  sinceMs: number;
}>;

/**
 * What it knows is not written again, so its objects get no younger. Objects that no tree leads to may go when they
 * are a day old, and a person may clean up `.git`.
 */
const YOUNG_MS = 20 * 60 * 60 * 1000;

const NAME = /^files-([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-z]+)$/;

export function findKept(objectsDir: string, top: string): Kept | undefined {
  const own = digestOf(top);
  return keptIn(objectsDir).findLast(({ of, sinceMs }) => of === own && isYoung(sinceMs));
}

/** `index` is moved. */
export function keep(
  objectsDir: string,
  top: string,
  { index, tracked, sinceMs }: Readonly<{ index: string; tracked: string; sinceMs: number }>,
): void {
  const own = digestOf(top);
  const path = join(resolve(objectsDir), `files-${own}-${tracked}-${sinceMs.toString(36)}`);
  renamePatiently(index, path);
  for (const one of keptIn(objectsDir)) {
    if (one.path !== path && (one.of === own || !isYoung(one.sinceMs))) removeIfThere(one.path);
  }
}

/** False: there is none any more. */
export function takeKept({ path }: Kept, to: string): boolean {
  try {
    copyWithTimes(path, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * git reads a file again that is as young as the index. A younger copy would hide an edit of the same length made
 * in the moment in which the index was written.
 */
export function copyWithTimes(from: string, to: string): void {
  const { atimeMs, mtimeMs } = statSync(from);
  copyWhole(from, to);
  setTimes(to, new Date(Math.floor(atimeMs)), new Date(Math.floor(mtimeMs)));
}

/** Of a listing of what is tracked. `own`: the files of ours that are in no tree. */
export function trackedDigest(listing: Buffer, own: ReadonlySet<string>): string {
  return digestOf(Buffer.concat([listing, Buffer.from([...own].join('\0'))]));
}

/** As a part of a name. */
export function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function keptIn(objectsDir: string): ReadonlyArray<Kept & Readonly<{ of: string }>> {
  const folder = resolve(objectsDir);
  return namesIn(folder).flatMap((name) => {
    const [, of, tracked = '', since = ''] = NAME.exec(name) ?? [];
    const path = join(folder, name);
    if (of === undefined || !lstatSync(path, { throwIfNoEntry: false })?.isFile()) return [];
    return [{ path, of, tracked, sinceMs: Number.parseInt(since, 36) }];
  });
}

function isYoung(sinceMs: number): boolean {
  const ageMs = Date.now() - sinceMs;
  return ageMs >= 0 && ageMs < YOUNG_MS;
}
