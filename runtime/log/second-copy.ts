// What cannot be made again has a second place in the git directory, which `git clean` does not reach: the
// log with its sealed parts, plans that are files, and the artifacts of goals that ended. It is as of the
// end of a goal or a sealing; nothing reads it but who restores it (ADR 11).

import { existsSync, lstatSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyWhole } from '../files/atomic-write.ts';
import { makeFolders } from '../files/changing.ts';
import { filesBelow } from '../files/folders.ts';
import { files, safeName, type Workspace } from '../workspace/paths.ts';
import { isLeftOver } from '../workspace/processes.ts';

export function secondPlace(ws: Workspace, logId: string): string {
  return join(dirname(files.trust(ws)), 'log', safeName(logId));
}

const LOG = 'events.jsonl';
/** Below .wukong/. Files in them never change once they are there. */
const FOLDERS = ['archive', 'graphs'];

/** `folder`: artifacts of a goal that ended, below .wukong/. */
export function keepSecondCopy(ws: Workspace, logId: string, folder?: string): void {
  const to = secondPlace(ws, logId);
  for (const name of filesIn(to).filter(isLeftOver)) rmSync(join(to, name), { force: true });
  // The log first: a part that is sealed meanwhile is there twice then, and never missing.
  put(files.log(ws), join(to, LOG));
  for (const name of folder === undefined ? FOLDERS : [...FOLDERS, folder]) {
    for (const file of there(join(ws.dir, name))) {
      const kept = join(to, name, file);
      if (!existsSync(kept)) put(join(ws.dir, name, file), kept);
    }
  }
}

/** What came back, below .wukong/; undefined where there is no copy. What is there stays as it is. */
export function restoreLog(ws: Workspace, logId: string): readonly string[] | undefined {
  const from = secondPlace(ws, logId);
  if (!existsSync(join(from, LOG))) return undefined;
  const missing = there(from).filter((file) => !existsSync(join(ws.dir, file)));
  // The log last: before it is there nothing is used.
  const inOrder = [...missing.filter((file) => file !== LOG), ...missing.filter((f) => f === LOG)];
  for (const file of inOrder) put(join(from, file), join(ws.dir, file));
  return inOrder;
}

/** But for what a copy left that was killed. */
function there(folder: string): string[] {
  return filesIn(folder).filter((name) => !name.endsWith('.tmp'));
}

function filesIn(folder: string): string[] {
  // A link that came with a pull is nothing of ours.
  const isOurs = (name: string) => lstatSync(join(folder, name)).isFile();
  return existsSync(folder) ? filesBelow(folder).filter(isOurs) : [];
}

/** Whole or not at all; without copying bytes where the file system can. */
function put(from: string, to: string): void {
  makeFolders(dirname(to));
  copyWhole(from, to);
}
