// What has to be done to a working tree, so that it holds one tree instead of another: by what differs between them,
// and by what the disk has there. Each path holds what it had (it is done), what it shall have (it was done already)
// or something else, which is a person's: then nothing is begun. Pure.

import { isOwnData } from '../../model/own-files.ts';
import type { FileSides } from '../trees/differences.ts';
import type { FileOfTree } from '../trees/overlay.ts';

/** What the disk has at a path. A mode is left out where the disk knows none. */
export type Found =
  /** `as`: what the disk takes for the same name and is written otherwise. */
  | Readonly<{ is: 'nothing'; as?: string }>
  | Readonly<{ is: 'file'; id: string; mode?: string }>
  | Readonly<{ is: 'link'; id: string }>
  /** All that is in it: files, and folders with `/` at their end, as paths of the tree. */
  | Readonly<{ is: 'folder'; holds: readonly string[] }>
  /** A folder above it is none: `path`. */
  | Readonly<{ is: 'behind'; path: string }>
  /** A pipe, a device. */
  | Readonly<{ is: 'odd' }>;

export type Action =
  | Readonly<{ do: 'remove'; path: string; from: FileOfTree }>
  /** Goes if nothing is in it. */
  | Readonly<{ do: 'clear'; path: string }>
  | Readonly<{ do: 'mode'; path: string; from: FileOfTree; to: FileOfTree }>
  | Readonly<{ do: 'write'; path: string; from: FileOfTree | null; to: FileOfTree }>;

export type Plan =
  | Readonly<{ is: 'plan'; actions: readonly Action[] }>
  | Readonly<{ is: 'stopped'; path: string; why: string }>;

const LINK = '120000';

/** What goes, goes first, with the folders that it leaves empty: a file may come in the place of one. */
export function planLanding(
  differences: readonly FileSides[],
  found: (path: string) => Found,
): Plan {
  const going = new Set(differences.filter(({ to }) => to === null).map(({ path }) => path));
  const left = new Set([...going].flatMap(foldersAbove));
  const coming = differences.filter(({ to }) => to !== null).map(({ path }) => path);
  const about: About = { going, left, filled: new Set(coming.flatMap(foldersAbove)) };
  const actions: Action[] = [];
  for (const difference of differences) {
    const { path } = difference;
    const why = whyNever(difference);
    if (why !== undefined) return { is: 'stopped', path, why };
    const rule = ruleFor(difference, found(path), about);
    if (typeof rule === 'string') return { is: 'stopped', path, why: rule };
    if (rule) actions.push(rule);
  }
  const cleared = [...left]
    .filter((folder) => !about.filled.has(folder))
    // The deepest first: it comes after the one it is in.
    .sort()
    .reverse();
  return {
    is: 'plan',
    actions: [
      ...actions.filter((one) => one.do === 'remove'),
      ...cleared.map((path) => ({ do: 'clear', path }) as const),
      ...actions.filter((one) => one.do !== 'remove'),
    ],
  };
}

/** By what the disk has there: whether it is what a tree has. */
export function isAs(found: Found, file: FileOfTree | null): boolean {
  if (file === null) return found.is === 'nothing';
  if (found.is === 'link') return file.mode === LINK && found.id === file.id;
  if (found.is !== 'file' || file.mode === LINK) return false;
  return found.id === file.id && (found.mode === undefined || found.mode === file.mode);
}

/** It has neither what it had nor what it shall have. What a folder in its place holds is told by its own paths. */
export function isTheirs({ from, to }: FileSides, found: Found): boolean {
  const isSettled = found.is === 'file' || found.is === 'link' || found.is === 'nothing';
  return isSettled && !isAs(found, from) && !isAs(found, to);
}

/** Paths that nobody's work may write to, whatever a tree says. */
function whyNever({ path, from, to }: FileSides): string | undefined {
  const names = path.split('/');
  if (isOwnData(path)) return 'it is of Wukong itself';
  if (names.some((name) => /^(?:\.git|git~1)$/i.test(name))) return 'it is of git itself';
  if (names.some((name) => name === '' || name === '.' || name === '..')) return 'it is no path';
  if (path.includes('\uFFFD')) return 'its name is no text (UTF-8)';
  if ([from, to].some((file) => file?.mode === '160000')) return 'it is a repository of its own';
  return undefined;
}

type About = Readonly<{
  /** Paths that the tree will not have. */
  going: ReadonlySet<string>;
  /** Folders above them. */
  left: ReadonlySet<string>;
  /** Folders above what it will have. */
  filled: ReadonlySet<string>;
}>;

const CHANGED = 'it was changed on disk';

/** Undefined: it was done already. A text: why nothing may be done. */
function ruleFor(
  { path, from, to }: FileSides,
  found: Found,
  about: About,
): Action | string | undefined {
  if (to === null) {
    if (from && isAs(found, from)) return { do: 'remove', path, from };
    if (found.is === 'nothing') return undefined;
    // A file comes in the place of a folder above it, or a folder in its own place, and did already.
    if (found.is === 'behind') return about.left.has(found.path) ? undefined : behind(found.path);
    if (found.is === 'folder') return about.filled.has(path) ? undefined : 'a folder is there';
    return CHANGED;
  }
  if (isAs(found, to)) return undefined;
  if (from === null) return whyInTheWay(path, found, about) ?? { do: 'write', path, from, to };
  if (!isAs(found, from)) {
    if (found.is === 'behind') return behind(found.path);
    return found.is === 'nothing' ? 'it is gone from the disk' : CHANGED;
  }
  const isMode = from.id === to.id && from.mode !== LINK && to.mode !== LINK;
  return { do: isMode ? 'mode' : 'write', path, from, to };
}

/** Of something that is new: what is there and does not go. */
function whyInTheWay(path: string, found: Found, { going, left }: About): string | undefined {
  if (found.is === 'nothing') {
    return found.as === undefined || going.has(found.as) ? undefined : `${found.as} is there`;
  }
  if (found.is === 'behind') return going.has(found.path) ? undefined : behind(found.path);
  if (found.is === 'folder' && left.has(path)) {
    const stays = found.holds.find((one) =>
      one.endsWith('/') ? !left.has(one.slice(0, -1)) : !going.has(one),
    );
    return stays === undefined ? undefined : `a folder is there, with ${stays} in it`;
  }
  return found.is === 'folder' ? 'a folder is there' : 'a file is there that is in no tree';
}

function behind(path: string): string {
  return `${path} above it is no folder`;
}

/** `a/b/c`: `a/b`, `a`. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/')).reverse();
}
