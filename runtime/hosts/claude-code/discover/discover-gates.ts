// The checks of a repository on disk. Proposals only: a gate runs when a person approved it, and finding them runs
// nothing but `git ls-files`. What git ignores, and what lies in a submodule, is nobody's to look for checks in.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../files/file-failure.ts';
import { readText } from '../../../files/reading.ts';
import { ok, type Result } from '../../../model/failure.ts';
import type { CommandGate } from '../../../model/gate.ts';
import { listedByGit } from '../../../workspace/in-git.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { type Discovered, discovered, takenByInit } from './discovered.ts';
import type { Files } from './layout.ts';

/** Larger is no file a person wrote. */
const MAX_BYTES = 1024 * 1024;

/** `touched`: paths in the repository whose packages are looked into, whatever else is. */
export function proposeGates(
  { root }: Pick<Workspace, 'root'>,
  touched: readonly string[] = [],
): Discovered {
  const files = repositoryFiles(root);
  if (files.ok) return discovered(files.value, touched);
  const unread = [`git cannot list the files here: ${files.error}`];
  return { proposals: [], unread, without: [], leftOut: [] };
}

/** What the first configuration of a repository gets. */
export function discoverGates(ws: Pick<Workspace, 'root'>): CommandGate[] {
  return takenByInit(proposeGates(ws).proposals).map(({ gate }) => gate);
}

/** Tracked files that are there, and new ones. The failure is what git says. */
function repositoryFiles(root: string): Result<Files, string> {
  const listed = listedByGit(root);
  if (!listed.ok) return listed;
  const known = new Map<string, string | undefined>();
  return ok({
    paths: listed.value,
    read: (path) => {
      if (!known.has(path)) known.set(path, readWritten(root, path));
      return known.get(path);
    },
    isExecutable: (path) => ((statOf(root, path)?.mode ?? 0) & 0o111) !== 0,
  });
}

/** What a person wrote; undefined if there is none that can be read. */
export function readWritten(root: string, path: string): string | undefined {
  const stat = statOf(root, path);
  if (!stat?.isFile() || stat.size > MAX_BYTES) return undefined;
  try {
    return readText(join(root, path));
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

function statOf(root: string, path: string) {
  try {
    return statSync(join(root, path), { throwIfNoEntry: false });
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

function isUnreachable(error: unknown): boolean {
  return ['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'ELOOP'].includes(codeOf(error));
}
