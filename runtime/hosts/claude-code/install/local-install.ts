// Git's own exclude file, which no clone carries, names what is for this clone alone. Of an installation for
// everybody that is little; of one by `init --local` all that `init` puts into the tree, and the hooks stand in
// settings.local.json: nobody else sees any of it, and `git status` shows nothing.

import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../../files/atomic-write.ts';
import { makeFolders } from '../../../files/changing.ts';
import { readIfThere } from '../../../files/reading.ts';
import { LOCAL_LINES } from '../../../workspace/installation.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { LOCAL_SETTINGS_FILE } from '../settings/settings-text.ts';
import type { InstallAction } from './install-action.ts';
import { allTexts, BIOME, DATA, EXCLUDE, partsOf } from './parts.ts';

/** How our lines begin, by whom the installation is for. */
const BEGIN = {
  local: LOCAL_LINES,
  shared: '# Wukong: what of it is for this clone alone',
} as const;
const END = '# end of Wukong';

/** Others may share what it leads to. */
export const LINK_OF_THE_USER = 'is a link of yours, so it stays as it is';

type Extent = keyof typeof BEGIN;

/** The file with our lines as they should be. They come first, so that a line of the user's can undo one. */
export function addExcludes(
  text: string,
  paths: readonly string[],
  extent: Extent = 'local',
): string {
  return [BEGIN[extent], ...paths.map((path) => `/${path}`), END, removeExcludes(text)].join('\n');
}

/** The file as it was without them, to the byte. */
export function removeExcludes(text: string): string {
  return without(without(text, BEGIN.local), BEGIN.shared);
}

function without(text: string, begin: string): string {
  const start = text.indexOf(`${begin}\n`);
  const end = text.indexOf(`${END}\n`, start);
  return start === -1 || end === -1
    ? text
    : text.slice(0, start) + text.slice(end + END.length + 1);
}

export function planExcludes(ws: Workspace, source: string, extent: Extent): InstallAction {
  if (extent === 'shared' && isLink(ws)) {
    return { kind: 'keep', path: EXCLUDE, why: LINK_OF_THE_USER };
  }
  const before = read(ws);
  if (addExcludes(before, excluded(ws, source, extent), extent) === before) {
    return { kind: 'keep', path: EXCLUDE, why: 'names what is here for this clone alone' };
  }
  const why =
    extent === 'local'
      ? 'what follows is for this clone alone'
      : `keeps ${LOCAL_SETTINGS_FILE} out of git: it is for this clone alone`;
  return { kind: before === '' ? 'create' : 'update', path: EXCLUDE, why, content: 'excludes' };
}

export function writeExcludes(ws: Workspace, source: string, extent: Extent): void {
  const text = addExcludes(read(ws), excluded(ws, source, extent), extent);
  makeFolders(dirname(excludeFile(ws)), 0o777);
  const path = excludeFile(ws);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // Others may work in this clone, and their git has to read it.
  replaceFile(path, text, false, mode === undefined ? undefined : mode & 0o777);
}

/** Installed for everybody: what is a person's own, and what an update puts beside a file that was edited. */
const OF_THIS_CLONE = [
  LOCAL_SETTINGS_FILE,
  '.claude/agents/*.md.new',
  '.claude/commands/*.md.new',
  '.claude/skills/**/*.new',
];

/** Of a local installation by name, because the user's own files lie beside them. */
function excluded(ws: Workspace, source: string, extent: Extent): string[] {
  if (extent === 'shared') return OF_THIS_CLONE;
  const ours = allTexts(partsOf(ws, source, 'local')).flatMap((path) => [path, `${path}.new`]);
  return [DATA, LOCAL_SETTINGS_FILE, BIOME, ...ours];
}

function isLink(ws: Workspace): boolean {
  return lstatSync(excludeFile(ws), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function read(ws: Workspace): string {
  return readIfThere(excludeFile(ws))?.toString('utf8') ?? '';
}

function excludeFile(ws: Workspace): string {
  return join(ws.commonDir, 'info', 'exclude');
}
