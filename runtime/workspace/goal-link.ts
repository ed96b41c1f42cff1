// The folder of a goal has the name of a session. `artifacts/G-0001` leads to it, for people: nothing of
// ours reads it, or writes through it.

import { lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { putFile } from '../files/atomic-write.ts';
import { linkFolder, removeFile } from '../files/changing.ts';
import { codeOf } from '../files/file-failure.ts';
import { makeFolder } from './links.ts';
import { files, type Workspace } from './paths.ts';

/** A link, or where none can be made (Windows asks for a right) a file that holds the name. */
export function linkGoal(ws: Workspace, goalId: string, session: string): void {
  const path = files.goalLink(ws, goalId);
  makeFolder(ws, dirname(path));
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() || (there?.isSymbolicLink() && readlinkSync(path) === session)) return;
  // Of a log before this one, whose goals had the same ids.
  if (there) removeFile(path);
  try {
    linkFolder(session, path);
  } catch (error) {
    // Another one of us was faster.
    if (codeOf(error) === 'EEXIST') return;
    putFile(path, `${session}\n`);
  }
}
