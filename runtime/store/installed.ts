// The files init puts into a repository, known by their hashes.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';
import type { Workspace } from './paths.ts';
import { readIfThere } from './read-if-there.ts';

type Hashes = Readonly<Record<string, string>>;

/** Folders of `source` (like dist/), and where they go in the main checkout. */
const FOLDERS = [
  ['runtime', '.wukong/runtime'],
  ['agents', '.claude/agents'],
  ['commands', '.claude/commands'],
] as const;

/** By path below the main checkout: what init puts there. */
export function hashesOf(source: string): Hashes {
  const hashes: Record<string, string> = {};
  for (const [folder, to] of FOLDERS) {
    for (const name of filesBelow(join(source, folder))) {
      const path = `${to}/${name}`;
      hashes[path] = contentHash(path, readFileSync(join(source, folder, name)));
    }
  }
  return hashes;
}

export type Changed = Readonly<{ path: string; how: 'missing' | 'changed' | 'added' }>;

/** What is not as it was installed; in runtime/ nothing may be added either, for parts are loaded from it. */
export function changedFiles(ws: Workspace, installed: Hashes): Changed[] {
  const changed = Object.keys(installed).flatMap((path): Changed[] => {
    if (isAsInstalled(ws.root, path, installed)) return [];
    return [{ path, how: existsSync(join(ws.root, path)) ? 'changed' : 'missing' }];
  });
  const added = filesBelow(join(ws.root, '.wukong/runtime'))
    .map((name) => `.wukong/runtime/${name}`)
    .filter((path) => !Object.hasOwn(installed, path) && !path.endsWith('.tmp'))
    .map((path): Changed => ({ path, how: 'added' }));
  return [...changed, ...added];
}

export function isAsInstalled(folder: string, path: string, installed: Hashes): boolean {
  if (!Object.hasOwn(installed, path)) return false;
  const bytes = readIfThere(join(folder, path));
  return bytes !== undefined && contentHash(path, bytes) === installed[path];
}

/** git may have checked a text out with Windows line ends. */
function contentHash(path: string, bytes: Buffer): string {
  const content = path.endsWith('.md') ? bytes.toString('utf8').replaceAll('\r\n', '\n') : bytes;
  return createHash('sha256').update(content).digest('hex');
}
