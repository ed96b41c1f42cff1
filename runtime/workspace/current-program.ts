// The program of the hooks but for its launcher: a folder below the common git directory, named by what is
// in it. No clone or pull brings one; a person's `wukong init` does.

import { isNoFile } from '../files/file-failure.ts';
import { readText } from '../files/reading.ts';
import { currentOf, programsOf, type Workspace } from './paths.ts';

/** The version in force; undefined where `init` has put none. */
export function currentVersion(ws: Workspace): string | undefined {
  try {
    const name = readText(currentOf(ws)).trim();
    return /^[0-9a-f]{16}$/.test(name) ? name : undefined;
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

export function programFolder(ws: Workspace, version: string): string {
  return `${programsOf(ws)}/${version}`;
}
