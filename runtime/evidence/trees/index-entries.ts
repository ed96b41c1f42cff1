// Entries of an index, and what they say of a working tree.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { isOwnData, isOwnFile } from '../../model/own-files.ts';
import { fields, git } from './git.ts';
import type { Env } from './private-index.ts';
import type { RawDirectory } from './raw-directory.ts';
import { type Result, success } from './result.ts';

/** `isMarked`: "skip worktree", so git leaves it as it is, whether its file is there or not. */
export type Listed = Readonly<{ mode: string; id: string; path: string; isMarked: boolean }>;

/** `isLeft`: a sparse checkout left it out. */
export type Tracked = Omit<Listed, 'isMarked'> & Readonly<{ isLeft: boolean }>;

export async function listIndex(cwd: string, env: Env): Promise<Result<Buffer>> {
  const listed = await git({ cwd, env, args: ['ls-files', '-z', '-v', '--stage'] });
  return listed.ok ? success(listed.value.stdout) : listed;
}

/** That of the person. A split one has its shared part beside it, which git touches where it reads it. */
export async function listTracked({ repository, env }: RawDirectory): Promise<Result<Buffer>> {
  const { top, gitDir, index } = repository;
  for (const name of readdirSync(gitDir).filter((one) => one.startsWith('sharedindex.'))) {
    copyWhole(join(gitDir, name), join(env.GIT_DIR, name));
  }
  return listIndex(top, { ...env, GIT_INDEX_FILE: index });
}

export function listedIn(listing: Buffer): readonly Listed[] {
  return fields(listing).map((entry) => {
    // `H 100644 <id> 0`, a tab, the path.
    const tab = entry.indexOf('\t');
    const [tag = '', mode = '', id = ''] = entry.slice(0, tab).split(' ');
    return { mode, id, path: entry.slice(tab + 1), isMarked: /s/i.test(tag) };
  });
}

/** Whether any is marked. */
export function hasMarks(listing: Buffer): boolean {
  return ['S ', 's '].some(
    (mark) => listing.subarray(0, 2).equals(Buffer.from(mark)) || listing.includes(`\0${mark}`),
  );
}

/** But for files of ours: those of a folder of ours, and `own`. */
export function trackedIn(
  top: string,
  listing: Buffer,
  own: ReadonlySet<string>,
): ReadonlyMap<string, Tracked> {
  const tracked = new Map<string, Tracked>();
  for (const { isMarked, ...one } of listedIn(listing)) {
    // Of what is not merged the first will do, since the file itself is recorded.
    if (tracked.has(one.path) || isOwnData(one.path) || own.has(one.path)) continue;
    const isThere = (): boolean =>
      lstatSync(join(top, one.path), { throwIfNoEntry: false }) !== undefined;
    const isLeft = isMarked && !isThere();
    // Nobody can read it here.
    if (isLeft && isOwnFile(one.path, undefined)) continue;
    tracked.set(one.path, { ...one, isLeft });
  }
  return tracked;
}

export function asEntry({ mode, id, path }: Omit<Listed, 'isMarked'>): Readonly<{ line: string }> {
  return { line: `${mode} ${id}\t${path}` };
}

/** Takes it out of an index. */
export function withoutEntry(path: string, format: string): Readonly<{ line: string }> {
  return { line: `0 ${'0'.repeat(format === 'sha256' ? 64 : 40)}\t${path}` };
}
