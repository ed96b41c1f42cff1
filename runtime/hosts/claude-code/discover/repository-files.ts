// The files of a repository on disk, as git lists them: tracked ones that are there, and new ones that nothing
// ignores. What is ignored, and what lies in a submodule, is nobody's to look for checks in.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../files/file-failure.ts';
import { readText } from '../../../files/reading.ts';
import { ok, type Result } from '../../../model/failure.ts';
import { listedByGit } from '../../../workspace/in-git.ts';
import type { Files } from './layout.ts';

/** Larger is no file a person wrote. */
const MAX_BYTES = 1024 * 1024;

/** The failure is what git says. */
export function repositoryFiles(root: string): Result<Files, string> {
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
