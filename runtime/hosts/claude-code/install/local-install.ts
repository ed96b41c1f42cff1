// An installation for one clone alone: what `init` puts into the tree is named in git's own exclude file, and
// the hooks stand in settings.local.json. Nobody else sees any of it, and `git status` shows nothing.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../../files/atomic-write.ts';
import { makeFolders } from '../../../files/changing.ts';
import { filesBelow } from '../../../files/folders.ts';
import { readIfThere } from '../../../files/reading.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { LOCAL_SETTINGS_FILE } from '../settings/settings-text.ts';
import type { InstallAction } from './install-action.ts';

const BEGIN = '# Wukong, in this clone alone (wukong init --local)';
const END = '# end of Wukong';
export const EXCLUDE = '.git/info/exclude';

export function isLocalInstall(ws: Workspace): boolean {
  return read(ws).includes(`${BEGIN}\n`);
}

/** The file with our lines as they should be. They come first, so that a line of the user's can undo one. */
export function addExcludes(text: string, paths: readonly string[]): string {
  return [BEGIN, ...paths.map((path) => `/${path}`), END, removeExcludes(text)].join('\n');
}

/** The file as it was without them, to the byte. */
export function removeExcludes(text: string): string {
  const start = text.indexOf(`${BEGIN}\n`);
  const end = text.indexOf(`${END}\n`, start);
  return start === -1 || end === -1
    ? text
    : text.slice(0, start) + text.slice(end + END.length + 1);
}

export function planExcludes(ws: Workspace, source: string): InstallAction {
  const before = read(ws);
  if (addExcludes(before, excluded(source)) === before) {
    return { kind: 'keep', path: EXCLUDE, why: 'names what is here for this clone alone' };
  }
  const why = 'what follows is for this clone alone';
  return { kind: before === '' ? 'create' : 'update', path: EXCLUDE, why, content: 'excludes' };
}

export function writeExcludes(ws: Workspace, source: string): void {
  const text = addExcludes(read(ws), excluded(source));
  makeFolders(dirname(excludeFile(ws)), 0o777);
  const path = excludeFile(ws);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // Others may work in this clone, and their git has to read it.
  replaceFile(path, text, false, mode === undefined ? undefined : mode & 0o777);
}

/** By name, because the user's own files lie beside them. */
function excluded(source: string): string[] {
  const ours = ['agents', 'commands', 'skills'].flatMap((kind) =>
    filesBelow(join(source, kind)).flatMap((name) => {
      const path = `.claude/${kind}/${name}`;
      return [path, `${path}.new`];
    }),
  );
  return ['.wukong/', LOCAL_SETTINGS_FILE, '.claude/biome.json', ...ours];
}

function read(ws: Workspace): string {
  return readIfThere(excludeFile(ws))?.toString('utf8') ?? '';
}

function excludeFile(ws: Workspace): string {
  return join(ws.commonDir, 'info', 'exclude');
}
