// The program of the hooks goes to two places: the launcher into the user's tree, where git carries it to
// worktrees and clones, and all else below the common git directory, where it comes with trust alone
// (workspace/current-program.ts).

import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replaceFile } from '../../../files/atomic-write.ts';
import { removeAll, removeIfEmpty, removeIfThere, setTimes } from '../../../files/changing.ts';
import { filesBelow, namesIn } from '../../../files/folders.ts';
import { readBytes, readIfThere } from '../../../files/reading.ts';
import { currentVersion, programFolder } from '../../../workspace/current-program.ts';
import {
  currentOf,
  files,
  programsOf,
  schemasOf,
  type Workspace,
} from '../../../workspace/paths.ts';
import { IN_THE_TREE, programFiles, versionOf } from '../../../workspace/program-files.ts';
import type { InstallAction } from './install-action.ts';

const FOLDER = '.git/wukong/runtime';

/**
 * A folder that stopped being the current one so long ago has no process left that could still load from
 * it: the client ends a hook after ten minutes, and a gate after an hour at most.
 */
const UNUSED_AFTER_MS = 24 * 3600 * 1000;

/** What the launcher needs comes before it. */
export function planProgram(ws: Workspace, source: string): InstallAction {
  const version = versionOf(programFiles(join(source, 'runtime')));
  const path = `${FOLDER}/${version}/`;
  if (isInPlace(ws, source, version)) return { kind: 'keep', path, why: 'up to date' };
  const kind = currentVersion(ws) === undefined ? 'create' : 'update';
  return { kind, path, why: 'the program', content: 'program' };
}

/** What is no part of the program any more. */
export function planOlder(ws: Workspace, source: string): InstallAction[] {
  const version = versionOf(programFiles(join(source, 'runtime')));
  return [
    ...filesBelow(files.runtime(ws))
      .filter((name) => !IN_THE_TREE.includes(name) && !name.endsWith('.tmp'))
      .map((name): InstallAction => {
        const why = 'no part of the program any more';
        return { kind: 'remove', path: `.wukong/runtime/${name}`, why };
      }),
    ...unusedFolders(ws, version).map((name): InstallAction => {
      const why = 'has not been in force for a day';
      return { kind: 'remove', path: `${FOLDER}/${name}`, why, program: name };
    }),
  ];
}

function isInPlace(ws: Workspace, source: string, version: string): boolean {
  return (
    currentVersion(ws) === version &&
    versionOf(programFiles(programFolder(ws, version))) === version &&
    namesIn(join(source, 'schemas')).every((name) => {
      const there = readIfThere(join(schemasOf(ws), name));
      return there?.equals(readBytes(join(source, 'schemas', name))) === true;
    })
  );
}

/** Killed anywhere, it leaves the version in force that was so before, or the new one whole. */
export function installProgram(ws: Workspace, source: string): void {
  const program = programFiles(join(source, 'runtime'));
  const version = versionOf(program);
  const folder = programFolder(ws, version);
  for (const name of filesBelow(folder)) {
    if (!program.has(name)) removeIfThere(join(folder, name));
  }
  for (const [name, content] of program) replaceFile(join(folder, name), content, true);
  for (const name of namesIn(join(source, 'schemas'))) {
    replaceFile(join(schemasOf(ws), name), readBytes(join(source, 'schemas', name)), true);
  }
  const before = currentVersion(ws);
  replaceFile(currentOf(ws), `${version}\n`, true);
  // From now on it is counted how long that one is not in force.
  const replaced = before === undefined || before === version ? '' : programFolder(ws, before);
  const now = new Date();
  if (statSync(replaced, { throwIfNoEntry: false })) setTimes(replaced, now, now);
  removeIfThere(join(ws.commonDir, 'wukong', 'program-missing'));
}

export function removeProgram(ws: Workspace, name: string): void {
  removeAll(join(programsOf(ws), basename(name)));
}

/** Folders of the tree's runtime/ that held parts of the program in older versions. */
export function removeEmptyFolders(ws: Workspace): void {
  for (const name of namesIn(files.runtime(ws))) {
    removeIfEmpty(join(files.runtime(ws), name));
  }
}

function unusedFolders(ws: Workspace, version: string): string[] {
  const inForce = [version, currentVersion(ws), basename(currentOf(ws))];
  return namesIn(programsOf(ws)).filter((name) => {
    const { mtimeMs } = statSync(join(programsOf(ws), name));
    return !inForce.includes(name) && Date.now() - mtimeMs > UNUSED_AFTER_MS;
  });
}
