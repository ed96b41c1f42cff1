// What `init` notes of an installation before its first change: of each part what stood there before, and what will.

import { join } from 'node:path';
import { isDirectory, namesIn } from '../../../files/folders.ts';
import { readIfThere } from '../../../files/reading.ts';
import {
  type Installed,
  PART_KINDS,
  type PartKind,
  readInstallation,
  sha256Of,
  unreadInstallation,
  writeInstallation,
} from '../../../workspace/installation.ts';
import { hashOfInstalled } from '../../../workspace/installed-files.ts';
import { namesOfOurs, type Workspace } from '../../../workspace/paths.ts';
import { readTrust } from '../../../workspace/trust.ts';
import type { InstallAction } from './install-action.ts';
import { BIOME, type Extent, OLD_SCRIPTS, type Part, partsOf } from './parts.ts';

/** `.git/` stands for the common git directory, wherever that is. */
export function placeOf(ws: Workspace, path: string): string {
  const inGit = /^\.git\/(.*)$/.exec(path)?.[1];
  return inGit === undefined ? join(ws.root, path) : join(ws.commonDir, inGit);
}

/** With what was noted before: what stood there when the first `init` came is asked once. */
export function toNote(
  ws: Workspace,
  parts: readonly Part[],
  actions: readonly InstallAction[],
): Installed[] {
  const known = readInstallation(ws);
  // What an earlier version put there, which noted nothing, is ours.
  const isFirst = known === undefined && readTrust(ws) === undefined;
  const isUnread = unreadInstallation(ws) !== undefined;
  const now = asInstalled(parts).map((part): Installed => {
    const before = known?.find((one) => isSame(one, part));
    const isAsked = isFirst || (isUnread && part.is === 'data');
    const there = before ?? (isAsked ? { ...part, ...stoodThere(ws, part) } : part);
    return part.is === 'entries'
      ? { ...there, now: entriesNow(ws, there, actions) }
      : { ...there, now: part.now };
  });
  const left = (known ?? []).filter(
    (one) => !now.some((part) => isSame(one, part)) && isThere(ws, one.path),
  );
  return inOrder([...now, ...left]);
}

/**
 * What is installed here, as it was noted; and what this version, or the list of installed files, would have put
 * there beside it: so it is where nothing was noted.
 */
export function installedHere(ws: Workspace, source: string): Installed[] {
  const noted = readInstallation(ws) ?? [];
  const again = EXTENTS.flatMap((extent) => asInstalled(partsOf(ws, source, extent)));
  const listed = Object.entries(readTrust(ws)?.files ?? {})
    .filter(([path]) => isOfTexts(path))
    .map(([path, now]) => partAt('text', path, now));
  // A repository may use biome no more.
  const earlier = [...OLD_SCRIPTS.map((path) => partAt('text', path)), partAt('file', BIOME)];
  const all = [...noted, ...listed, ...again, ...earlier];
  const once = all.filter((one, i) => all.findIndex((other) => isSame(one, other)) === i);
  if (!unreadInstallation(ws)) return inOrder(once);
  // Nobody knows any more what lay there before: what has no name of ours stays.
  return inOrder(once.map((one) => (one.is === 'data' ? { ...one, ...aroundData(ws) } : one)));
}

const EXTENTS: readonly Extent[] = ['shared', 'local'];

/** SHA-256 of what is in the tree and must be as it was put there, or may be a person's by now (trust.json). */
export function hashesOf(parts: readonly Part[]): Readonly<Record<string, string>> {
  const listed = parts.flatMap(alone).filter(({ path }) => isOfTexts(path) || isLauncher(path));
  return Object.fromEntries(listed.map(({ path, now }) => [path, now ?? '']));
}

function isLauncher(path: string): boolean {
  return path.startsWith('.wukong/runtime/');
}

/** As parts are noted where nothing was there before them, with the folders they lie in. */
function asInstalled(parts: readonly Part[]): Installed[] {
  const noted = parts.flatMap(alone);
  return [...noted, ...foldersOf(noted)];
}

function alone(part: Part): Installed[] {
  switch (part.is) {
    case 'skill':
      return part.texts.flatMap(alone);
    case 'text':
    case 'file':
      return [partAt(part.is, part.path, hashOfInstalled(part.path, part.content))];
    case 'program':
    case 'lines':
    case 'data':
    case 'entries':
      return [partAt(part.is, part.path)];
    // Within `data` and the program, and gone with them.
    case 'first':
    case 'trust':
      return [];
  }
}

function partAt(is: PartKind, path: string, now: string | null = null): Installed {
  return { path, is, before: null, now };
}

/** Those among the person's own. */
function foldersOf(noted: readonly Installed[]): Installed[] {
  const folders = new Set<string>();
  for (const { path, is } of noted) {
    if (is === 'text' || is === 'entries') {
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        folders.add(path.slice(0, at + 1));
      }
    }
  }
  return [...folders].map((path) => partAt('folder', path));
}

/** `trust.json` is a file, too: nothing in it leads out of the folders of ours. */
function isOfTexts(path: string): boolean {
  return /^\.claude\/(?:agents|commands|skills)\//.test(path) && !/(?:^|\/)\.\.(?:\/|$)/.test(path);
}

function stoodThere(ws: Workspace, { path, is }: Installed): Pick<Installed, 'before' | 'others'> {
  const folder = placeOf(ws, path);
  if (is === 'data') return aroundData(ws);
  // What lies in any other folder keeps it, or goes with a person.
  if (is === 'folder') return { before: isEmpty(folder) ? 'there' : null };
  if (is === 'program') return { before: null };
  const bytes = readIfThere(placeOf(ws, path));
  return { before: bytes === undefined ? null : sha256Of(bytes) };
}

function isEmpty(folder: string): boolean {
  return isDirectory(folder) && namesIn(folder).length === 0;
}

/** What a person keeps in a folder that has our name. One of ours alone came by git, and goes. */
function aroundData(ws: Workspace): Pick<Installed, 'before' | 'others'> {
  const isOurs = isNamedByUs(ws);
  const others = namesIn(ws.dir).filter((name) => !isOurs(name));
  if (others.length > 0) return { before: 'there', others };
  return { before: isEmpty(ws.dir) ? 'there' : null };
}

/** Of names at the top of `.wukong`. */
export function isNamedByUs(ws: Workspace): (name: string) => boolean {
  const ours = namesOfOurs(ws);
  return (name) => ours.has(name) || DOTTED.has(name) || name.endsWith('.tmp');
}

/** Beside what stands in `files`: what keeps git and linters off. */
const DOTTED: ReadonlySet<string> = new Set([
  '.gitignore',
  '.gitattributes',
  '.prettierrc',
  'biome.json',
]);

/**
 * The text with our entries in it, as long as nobody but us changed it since the person's own was kept: then that
 * comes back as it was.
 */
function entriesNow(
  ws: Workspace,
  { path, now }: Installed,
  actions: readonly InstallAction[],
): string | null {
  const action = actions.find((one) => one.path === path);
  if (action?.kind !== 'create' && action?.kind !== 'update') return now;
  if (typeof action.content === 'string') return now;
  const bytes = readIfThere(placeOf(ws, path));
  const isUnedited = bytes !== undefined && now === sha256Of(bytes);
  return action.before !== undefined || isUnedited ? sha256Of(action.content) : null;
}

/** SHA-256 of a text of ours as it was put there; undefined where nobody knows. */
export function putThere(ws: Workspace, path: string): string | undefined {
  const noted = readInstallation(ws)?.find((one) => one.is === 'text' && one.path === path);
  return noted?.now ?? entryOf(readTrust(ws)?.files, path);
}

function entryOf(hashes: Readonly<Record<string, string>> = {}, path: string): string | undefined {
  return Object.hasOwn(hashes, path) ? hashes[path] : undefined;
}

/** Entries of ours that come to stand in settings beside those of `init`. */
export function noteEntries(
  ws: Workspace,
  path: string,
  before: Buffer | undefined,
  text: string,
): void {
  const known = readInstallation(ws);
  if (known?.some((one) => one.is === 'entries' && one.path === path)) return;
  const is = 'entries';
  const part = {
    path,
    is,
    before: before ? sha256Of(before) : null,
    now: sha256Of(Buffer.from(text)),
  } as const;
  if (known) writeInstallation(ws, inOrder([...known, part]));
}

function isThere(ws: Workspace, path: string): boolean {
  return isDirectory(placeOf(ws, path)) || readIfThere(placeOf(ws, path)) !== undefined;
}

export function isSame(a: Installed, b: Installed): boolean {
  return a.path === b.path && a.is === b.is;
}

function inOrder(parts: readonly Installed[]): Installed[] {
  return PART_KINDS.flatMap((kind) => parts.filter(({ is }) => is === kind));
}
