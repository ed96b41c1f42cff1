// The files of the program, as built and as installed. A version is named by what is in it, so that nobody
// has to count versions up, and a folder that is not what its name says is seen.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { filesBelow } from '../files/folders.ts';
import { readBytes } from '../files/reading.ts';

/** What the user's tree gets of dist/runtime: the launcher, and what it is. */
export const IN_THE_TREE: readonly string[] = ['hook.cjs', 'README.md'];

/** In the launcher that is built, until its version is known. */
export const NO_VERSION = '0'.repeat(16);

/** By name below the folder: what belongs to the program of a version, the launcher included. */
export function programFiles(folder: string): ReadonlyMap<string, Buffer> {
  const names = filesBelow(folder).filter((name) => name !== 'README.md' && !name.endsWith('.tmp'));
  return new Map(names.map((name) => [name, readBytes(join(folder, name))]));
}

/** The launcher holds its own version, which can't be part of what is hashed. */
export function versionOf(program: ReadonlyMap<string, Buffer>): string {
  const launcher = program.get('hook.cjs')?.toString('utf8') ?? '';
  const unnamed = launcher.replaceAll(versionIn(launcher) ?? NO_VERSION, NO_VERSION);
  const hash = createHash('sha256');
  for (const name of [...program.keys()].sort()) {
    const content = name === 'hook.cjs' ? unnamed : (program.get(name) ?? '');
    hash.update(`${name}\0`).update(content).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** The version a launcher says it is of, in its first line; undefined if it is none of ours. */
function versionIn(launcher: string): string | undefined {
  return /^.*\bwukong program ([0-9a-f]{16})\b/.exec(launcher)?.[1];
}
